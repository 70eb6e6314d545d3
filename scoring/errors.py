"""What can be wrong with an input, told to the user in one line."""


class HuError(Exception):
    """A problem that the user can mend; its message says what is wrong, where, and what to do.

    Attributes:
        exit_code: what the command line exits with when nothing handles the error before.
    """

    exit_code = 1


class InputError(HuError):
    """Text or data that does not say what it should: an unknown tile, a wrong seat, a contradiction."""

    exit_code = 2
