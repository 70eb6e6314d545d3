"""Probes in a source, which note the tests that evaluate an expression."""

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
    """Return a source in which each faulty expression calls its probe first.

    ``a < b`` becomes ``[PROBE, a < b][1]``, in which ``PROBE`` is the call.
    """
    openings: dict[tuple[int, int], bytes] = {}
    for mutant in mutants:
        call = f'__import__("{_MODULE}").hit("{probe_of(mutant)}")'
        openings[mutant.start, mutant.end] = f"[{call}, ".encode()

    # The texts to insert, each with a key: its place, 0 for an end or 1 for a beginning, and the
    # order among the ends or beginnings at the same place. An outer expression begins before an
    # inner expression, and ends after it.
    insertions: list[tuple[tuple[int, int, int], bytes]] = []
    for (start, end), opening in openings.items():
        insertions.append(((start, 1, -end), opening))
        insertions.append(((end, 0, -start), b"][1]"))
    insertions.sort()

    pieces = []
    position = 0
    for (place, _, _), text in insertions:
        pieces.append(content[position:place])
        pieces.append(text)
        position = place
    pieces.append(content[position:])
    return b"".join(pieces)


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
