"""Photos of tables, rendered with the truth about every tile."""
