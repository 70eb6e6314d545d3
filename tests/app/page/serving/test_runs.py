"""The page runs once at a time for each visit, however fast the taps come."""

import time
from pathlib import Path

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets import Subprotocol
from websockets.sync.client import connect

from tests.app.page.servers import Server

_PAGE = """
import builtins, time
running = builtins.__dict__.setdefault("running", [])
running.append(1)
print("runs at a time:", len(running), flush=True)
time.sleep(0.3)
running.pop()
"""


def test_a_tap_waits_for_the_run_before_it(tmp_path: Path) -> None:
    page = tmp_path / "page.py"
    page.write_text(_PAGE)
    server = Server(tmp_path / "games.sqlite", page).start()
    rerun = BackMsg()
    rerun.rerun_script.SetInParent()
    ends = 0
    try:
        with connect(f"ws://localhost:{server.port}/_stcore/stream", subprotocols=[Subprotocol("streamlit")]) as socket:
            socket.send(rerun.SerializeToString())
            time.sleep(0.1)
            socket.send(rerun.SerializeToString())
            while ends < 2:
                ends += ForwardMsg.FromString(socket.recv(timeout=60)).HasField("script_finished")
    finally:
        server.kill()
    assert set(server.log.split("\n")) == {"runs at a time: 1", ""}
