"""Events that are no gestures: results of effects, files that came, and changes by other phones.

The events that are gestures are in ``gestures/``.
"""
