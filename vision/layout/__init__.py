"""From detections to rows, groups and roles, in any camera orientation; knows tiles but no rules."""
