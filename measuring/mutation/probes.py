"""Probes in a source, which note the tests that evaluate an expression."""

from collections import Counter
from collections.abc import Iterable
from importlib import import_module
from pathlib import Path
from typing import Final

from measuring.mutation.mutants import Mutant

#: The environment variable with the path of the file that gets the names of the probes.
HITS_VARIABLE: Final = "HU_MUTATION_HITS"
_MODULE: Final = "hu_mutation_probe"
#: The function of the probes is in a module of its own, because programs that tests start call it
#: too.
_MODULE_CONTENT: Final = f'''"""Notes the probes that a program evaluates."""

import os
from contextlib import suppress
from pathlib import Path

hits = set()


def hit(name):
    """Note the probe with a name, once in a process."""
    if name in hits:
        return
    hits.add(name)
    with suppress(OSError), Path(os.environ["{HITS_VARIABLE}"]).open("a", encoding="ascii") as file:
        file.write(f"{{name}}\\n")
'''


class Probes:
    """Probes at the expressions of faults.

    Args:
        root: the root of a copy of the checkout.
        mutants: the faults. Faults of the same expression share a probe.
    """

    def __init__(self, root: Path, mutants: Iterable[Mutant]) -> None:
        self._root = root
        self._mutants = tuple(mutants)
        #: The content of each file without probes.
        self._contents: dict[Path, bytes] = {}

    def insert(self) -> None:
        """Write the probes into the sources, and make the module that they call."""
        (self._root / f"{_MODULE}.py").write_text(_MODULE_CONTENT, encoding="utf-8")
        for path in sorted({mutant.path for mutant in self._mutants}):
            content = (self._root / path).read_bytes()
            self._contents[self._root / path] = content
            mutants = [mutant for mutant in self._mutants if mutant.path == path]
            (self._root / path).write_bytes(insert_probes(content, mutants))

    def remove(self) -> None:
        """Restore the sources."""
        for path, content in self._contents.items():
            path.write_bytes(content)


def probe_of(mutant: Mutant) -> str:
    """Return the name of the probe at the expression of a fault."""
    return f"{mutant.path}:{mutant.start}:{mutant.end}"


def insert_probes(content: bytes, mutants: Iterable[Mutant]) -> bytes:
    """Return a source in which each expression of a fault calls its probe first.

    ``a < b`` becomes ``[PROBE, a < b][1]``, in which ``PROBE`` is the call.

    Args:
        content: the source, without any of the faults.
        mutants: the faults. Faults of the same expression share a probe.
    """
    probe_at = {(mutant.start, mutant.end): probe_of(mutant) for mutant in mutants}
    # What to insert at each place: the beginnings of probes, and the number of their ends.
    beginnings_at: dict[int, list[bytes]] = {}
    end_counts = Counter[int]()
    for start, end in sorted(probe_at, key=_outer_expression_first):
        call = f'__import__("{_MODULE}").hit("{probe_at[start, end]}")'
        beginnings_at.setdefault(start, []).append(f"[{call}, ".encode())
        end_counts[end] += 1

    pieces = []
    position = 0
    for place in sorted(beginnings_at.keys() | end_counts.keys()):
        pieces.append(content[position:place])
        # Expressions that end here come before expressions that begin here.
        pieces.append(b"][1]" * end_counts[place])
        pieces += beginnings_at.get(place, [])
        position = place
    pieces.append(content[position:])
    return b"".join(pieces)


def _outer_expression_first(bounds: tuple[int, int]) -> tuple[int, int]:
    """Sort the starts and ends of expressions: of those with the same start, the longest first."""
    start, end = bounds
    return start, -end


def pop_hits(path: Path) -> set[str]:
    """Return the names of the probes that were evaluated since the last call, and forget them.

    Args:
        path: the file to which the probes write their names. It is deleted.
    """
    # This process notes a probe only once. Let it note all of them again.
    import_module(_MODULE).hits.clear()
    if not path.exists():
        return set()
    names = path.read_text(encoding="utf-8").split("\n")
    path.unlink()
    return set(names) - {""}
