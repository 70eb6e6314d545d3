"""Everything that a browser can say: each gesture as a typed event."""
