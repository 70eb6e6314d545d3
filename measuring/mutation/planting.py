"""Plants a fault in a program that runs: the functions of an imported module get other code."""

import gc
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FunctionType


def plant(path: Path, before: bytes, after: bytes) -> bool:
    """Give the functions of an imported module the code of a changed source.

    Only changes inside functions can be planted. Values that the import has made stay as they are.

    Args:
        path: the module's file. Its content is not used.
        before: the source that was imported.
        after: the changed source, with as many lines.

    Returns:
        Whether the change was planted. If not, the module must be imported anew.
    """
    code_before = compile(before, str(path), "exec", dont_inherit=True)
    code_after = compile(after, str(path), "exec", dont_inherit=True)
    pairs = _code_pairs(code_before, code_after)
    new_codes = {old_code: new_code for old_code, new_code in pairs if old_code != new_code}

    real_path = path.resolve()
    is_planted = False
    for value in gc.get_objects():
        if not isinstance(value, FunctionType):
            continue
        code = value.__code__
        is_of_module = code in new_codes and Path(code.co_filename).resolve() == real_path
        if not is_of_module:
            continue
        # A function keeps its closure. New code that uses other variables of the functions around
        # it does not fit.
        if code.co_freevars != new_codes[code].co_freevars:
            return False
        value.__code__ = new_codes[code]
        is_planted = True
    return is_planted


def _code_pairs(before: CodeType, after: CodeType) -> Iterator[tuple[CodeType, CodeType]]:
    """Yield a code object with its changed version, then the same for the functions inside it.

    Args:
        before: the code of a module or of a function.
        after: the same code after a change.
    """
    yield before, after
    codes_before = _inner_codes(before)
    codes_after = _inner_codes(after)
    if len(codes_before) != len(codes_after):
        # The change has taken away an inner function, such as a generator expression. It is unknown
        # which of the remaining functions belong together.
        return
    for inner_before, inner_after in zip(codes_before, codes_after, strict=True):
        yield from _code_pairs(inner_before, inner_after)


def _inner_codes(code: CodeType) -> list[CodeType]:
    return [value for value in code.co_consts if isinstance(value, CodeType)]
