"""Events that do not come from gestures: results of effects, and changes that others have made.

See ``gestures/`` for the gestures themselves.
"""
