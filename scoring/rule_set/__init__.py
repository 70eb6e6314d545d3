"""What a rule set is: its interface, what it declares, and the registry."""
