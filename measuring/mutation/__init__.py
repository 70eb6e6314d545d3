"""Plants small faults in the code, and shows which of them no test notices."""
