"""The parts of the reducer, by topic. ``reduce.apply`` calls a function here for each event."""
