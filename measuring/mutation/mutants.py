"""Small faults in a module: a flipped comparison, a dropped condition, a shifted constant."""

import ast
import copy
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

#: The operator that takes the place of each operator of a comparison.
_FLIPPED: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
#: A float in the code is multiplied by this number. 0.0 is replaced by it.
_FLOAT_FACTOR: Final = 1.5


@dataclass(frozen=True, slots=True)
class Mutant:
    """A fault in a file.

    Attributes:
        path: the file, relative to the root of the checkout.
        line: the number of the line, from 1.
        before: the expression, on one line.
        after: the expression that takes its place.
        start: the first byte of the expression in the file.
        end: the byte after the last byte of the expression.
        in_function: whether the expression is evaluated by a call, and not by the import.
    """

    path: str
    line: int
    before: str
    after: str
    start: int
    end: int
    in_function: bool

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.before}  ->  {self.after}"

    def apply(self, content: bytes) -> bytes:
        """Return the file's content with the fault, with as many lines as before."""
        newlines = b"\n" * content[self.start : self.end].count(b"\n")
        fault = b"(" + self.after.encode() + newlines + b")"
        return content[: self.start] + fault + content[self.end :]


def find_mutants(path: str, content: bytes) -> Iterator[Mutant]:
    """Yield every fault that can be planted in a file.

    Args:
        path: the file, relative to the root of the checkout.
        content: its text in UTF-8.
    """
    # The position of the first byte of each line.
    line_starts = [0]
    for line in content.splitlines(keepends=True):
        line_starts.append(line_starts[-1] + len(line))

    for node, in_function in _expressions(ast.parse(content), in_function=False):
        for faulty_node in _faults_of(node):
            yield Mutant(
                path=path,
                line=node.lineno,
                before=ast.unparse(node),
                after=ast.unparse(faulty_node),
                start=line_starts[node.lineno - 1] + node.col_offset,
                end=line_starts[(node.end_lineno or node.lineno) - 1] + (node.end_col_offset or 0),
                in_function=in_function,
            )


def _expressions(node: ast.AST, *, in_function: bool) -> Iterator[tuple[ast.expr, bool]]:
    """Yield the expressions below a node in which a fault can show.

    Annotations and patterns are left out. So are decorators and the keywords of class statements,
    such as ``frozen=True``, because their faults do not change what a program prints. F-strings are
    left out because Python before 3.12 gives wrong positions inside them.

    Args:
        node: a module, or a part of it.
        in_function: whether the node is inside the body of a function.

    Yields:
        Each expression, and whether it is inside the body of a function. Then a call evaluates it,
        otherwise the import.
    """
    is_function = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list", "pattern"):
            continue
        if isinstance(node, ast.ClassDef) and name == "keywords":
            continue
        is_inside = in_function or (is_function and name == "body")
        children = value if isinstance(value, list) else [value]
        for child in children:
            if isinstance(child, ast.JoinedStr) or not isinstance(child, ast.AST):
                continue
            if isinstance(child, ast.expr):
                yield child, is_inside
            yield from _expressions(child, in_function=is_inside)


def _faults_of(node: ast.expr) -> Iterator[ast.expr]:
    """Yield the faulty versions of an expression. Most expressions have none."""
    if isinstance(node, ast.Compare):
        yield from _flip_each_operator(node)
    elif isinstance(node, ast.BoolOp):
        yield from _drop_each_condition(node)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        # ``not a`` becomes ``a``.
        yield node.operand
    elif isinstance(node, ast.IfExp):
        # ``a if condition else b`` becomes ``a``, then ``b``.
        yield node.body
        yield node.orelse
    elif isinstance(node, ast.Constant):
        other_value = _shift(node.value)
        if other_value is not None:
            yield ast.Constant(other_value)


def _flip_each_operator(comparison: ast.Compare) -> Iterator[ast.Compare]:
    """Yield a comparison with one operator flipped at a time, such as ``a <= b`` for ``a < b``."""
    for index, operator in enumerate(comparison.ops):
        flipped = copy.deepcopy(comparison)
        flipped.ops[index] = _FLIPPED[type(operator)]()
        yield flipped


def _drop_each_condition(combination: ast.BoolOp) -> Iterator[ast.expr]:
    """Yield an ``and`` or ``or`` without one of its conditions at a time."""
    for index in range(len(combination.values)):
        remaining = combination.values[:index] + combination.values[index + 1 :]
        if len(remaining) == 1:
            yield remaining[0]
        else:
            yield ast.BoolOp(combination.op, remaining)


def _shift(value: object) -> bool | int | float | None:
    """Return another value of the same type, or None if the value is neither number nor boolean."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, float):
        return value * _FLOAT_FACTOR if value else _FLOAT_FACTOR
    return None
