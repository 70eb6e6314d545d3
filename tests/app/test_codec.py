"""Decoding JSON in several threads at once."""

import subprocess
import sys

#: Each round makes a class of classes that msgspec does not know, and decodes it in eight threads
#: at once. msgspec runs Python for each of them, and the threads take turns there.
_ROUNDS = """
import sys
import threading
from dataclasses import make_dataclass

from hu.app.codec import decode_json

sys.setswitchinterval(1e-6)
for _ in range(30):
    fields = []
    for number in range(20):
        part = make_dataclass(f"Part{number}", [("count", int)])
        fields.append((f"part{number}", part, None))
    kind = make_dataclass("Whole", fields)
    barrier = threading.Barrier(8)

    def decode():
        barrier.wait()
        assert decode_json(b'{"part19": {"count": 1}}', kind, most=100).part19.count == 1

    threads = [threading.Thread(target=decode) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
"""


def test_threads_may_decode_a_class_for_the_first_time_at_once() -> None:
    ended = subprocess.run(
        [sys.executable, "-c", _ROUNDS], capture_output=True, text=True, check=False, timeout=120
    )
    assert (ended.returncode, ended.stderr) == (0, "")
