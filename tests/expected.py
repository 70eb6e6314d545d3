"""Files with the descriptions of many cases, which a person has read.

A file has a section for each case: a heading that begins with ``## ``, and the lines of the
description. ``HU_WRITE_EXPECTED=1 pytest FILE`` writes the descriptions of the tests in FILE anew.
Leave ``-n`` out, since each process of pytest-xdist would write the whole file. Read the whole
difference before you commit it.
"""

import os
from dataclasses import dataclass
from difflib import unified_diff
from pathlib import Path

_HEADING = "## "
_REMEDY = "If this is meant, run the test file with HU_WRITE_EXPECTED=1 and read the difference."


def _is_to_be_written() -> bool:
    """Return whether the descriptions are written anew, which only one process may do."""
    if not os.environ.get("HU_WRITE_EXPECTED"):
        return False
    assert "PYTEST_XDIST_WORKER" not in os.environ, "HU_WRITE_EXPECTED=1 needs pytest without -n"
    return True


@dataclass(frozen=True, slots=True)
class Expected:
    """A file with descriptions.

    Attributes:
        path: the file.
    """

    path: Path

    def check(self, name: str, description: str) -> None:
        """Compare the description of a case with its section of the file.

        Args:
            name: the name of the case, which is the heading of its section.
            description: the description.
        """
        sections = self._read()
        if _is_to_be_written():
            sections[name] = description
            self._write(sections)
        expected_lines = sections.get(name, "").splitlines()
        lines = description.splitlines()
        difference = "\n".join(
            unified_diff(expected_lines, lines, "expected", "now", lineterm="", n=1)
        )
        assert not difference, f"{name}, {self.path.name}:\n{difference}\n{_REMEDY}"

    def check_names(self, names: list[str]) -> None:
        """Check that the file has a section for each case, in their order, and no other section."""
        sections = self._read()
        if _is_to_be_written():
            sections = {name: sections.get(name, "") for name in names}
            self._write(sections)
        assert list(sections) == names, f"{self.path.name} has other sections. {_REMEDY}"

    def _read(self) -> dict[str, str]:
        """Read the sections by their names."""
        if not self.path.exists():
            return {}
        sections = {}
        text = "\n" + self.path.read_text(encoding="utf-8")
        for section in text.split(f"\n{_HEADING}")[1:]:
            name, _newline, description = section.partition("\n")
            sections[name] = description.strip("\n")
        return sections

    def _write(self, sections: dict[str, str]) -> None:
        parts = [f"{_HEADING}{name}\n{text}\n" for name, text in sections.items()]
        self.path.write_text("\n".join(parts), encoding="utf-8")
