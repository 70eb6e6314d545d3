"""From detections to rows, groups and roles, for any camera. Knows tiles but no rules."""
