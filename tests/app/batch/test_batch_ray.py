"""A batch on a real Ray of two nodes has the same rows and is resumed alike."""

import importlib.util
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import psutil
import pytest

from hu.app.batch.on_ray import read_on_ray
from hu.app.batch.outcomes import TaskOutcome
from hu.app.batch.plan import Task
from hu.app.batch.run import Batch
from hu.scoring.errors import HuError
from tests.app.batch import fake_networks
from tests.app.batch.workshop import Engine, Workshop

#: Starting Ray takes a minute on a busy machine.
pytestmark = [pytest.mark.long, pytest.mark.timeout(900)]

if importlib.util.find_spec("ray") is None and os.environ.get("CI") != "true":
    pytest.skip("Ray is not installed (extra 'batch')", allow_module_level=True)

_HERE = Path(__file__).parent
_ROOT = _HERE.parents[2]
#: Seconds without an answer after which Ray gives a cluster up. Its own limit is a minute.
_LOST_S = 10
#: Seconds for a cluster or a batch to end.
_PATIENCE_S = 120


@dataclass(frozen=True)
class Cluster:
    """A cluster that runs in a process of its own."""

    process: "subprocess.Popen[str]"
    address: str

    def kill(self) -> None:
        """Kill the processes that manage the cluster, as a power cut would."""
        processes = psutil.Process(self.process.pid).children(recursive=True)
        managers = [process for process in processes if process.name() in ("raylet", "gcs_server")]
        assert len(managers) >= 3, "two nodes and the cluster's store"
        for manager in managers:
            manager.kill()


@contextmanager
def running_cluster() -> Iterator[Cluster]:
    """Run a cluster in a process of its own, and end it."""
    # Ray's processes must find the tests' networks, and report their use to nobody.
    search_path = os.pathsep.join([str(_ROOT), os.environ.get("PYTHONPATH", "")])
    environment = os.environ | {"PYTHONPATH": search_path, "RAY_USAGE_STATS_ENABLED": "0"}
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.app.batch.ray_cluster"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        cwd=_ROOT,
        env=environment,
        start_new_session=True,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        address = process.stdout.readline().strip()
        assert address, "the cluster did not start"
        yield Cluster(process, address)
        process.stdin.close()
        process.wait(_PATIENCE_S)
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    """A cluster that all tests share that do not kill it."""
    with running_cluster() as cluster:
        yield cluster


@pytest.fixture
def engine(cluster: Cluster) -> Engine:
    """An engine on the cluster."""
    return on_ray(cluster.address)


def on_ray(address: str) -> Engine:
    """Make an engine on the cluster at an address."""

    def engine(
        batch: Batch, tasks: Sequence[Task], is_stopped: Callable[[], bool]
    ) -> Generator[TaskOutcome, None, None]:
        return read_on_ray(tasks, batch.settings, batch.workers, is_stopped, address=address)

    return engine


def stopping(engine: Engine, count: int) -> Engine:
    """Make an engine that is asked to stop after some outcomes."""

    def stopped_engine(
        batch: Batch, tasks: Sequence[Task], is_stopped: Callable[[], bool]
    ) -> Generator[TaskOutcome, None, None]:
        remaining = count

        def is_enough() -> bool:
            return remaining <= 0 or is_stopped()

        for outcome in engine(batch, tasks, is_enough):
            remaining -= 1
            yield outcome

    return stopped_engine


def hu(shop: Workshop, address: str) -> "subprocess.Popen[str]":
    """Start ``hu batch`` as a program."""
    program = [sys.executable, str(_HERE / "hu_with_fake_networks.py")]
    batch = ["batch", str(shop.photos), "--out", str(shop.out), "--weights", str(shop.weights)]
    ray = ["--engine", "ray", "--address", address, "--no-overlays"]
    return subprocess.Popen(
        [*program, *batch, *ray],
        env=os.environ | {"RAY_gcs_rpc_server_reconnect_timeout_s": str(_LOST_S)},
        stderr=subprocess.PIPE,
        text=True,
    )


def fill_slowly(shop: Workshop, count: int) -> None:
    """Paint ``count`` photos that take long to read."""
    for number in range(count):
        shop.add(f"{number:03}.jpg", fake_networks.SLOW, salt=number)


def wait_for_rows(shop: Workshop) -> None:
    """Wait until the first rows of the results are written."""
    results = shop.out / "results.jsonl"
    deadline = time.monotonic() + _PATIENCE_S
    while not (results.is_file() and results.stat().st_size):
        assert time.monotonic() < deadline, "no row was written"
        time.sleep(0.05)


def test_rows_are_the_same_on_ray_and_resumed_alike(shop: Workshop, engine: Engine) -> None:
    shop.overlays = True
    shop.fill(24)
    shop.add("odd \udcff 🀄.jpg", 1)
    shop.add("kills.jpg", fake_networks.KILLS)
    assert shop.run(engine=stopping(engine, 10)).exit_status == 130
    summary = shop.run(engine=engine, resume=True)
    assert summary.kept >= 10
    (shop.photos / "kills.jpg").unlink()
    shop.run(out=shop.root / "undisturbed")
    lines = [line for line in shop.lines() if b"kills.jpg" not in line]
    assert lines == shop.lines(shop.root / "undisturbed")
    assert "ends the process" in shop.row("kills.jpg")["error"]


def test_an_actor_that_is_killed_costs_nothing_but_time(shop: Workshop, engine: Engine) -> None:
    shop.fill(16)
    shop.add("008x.jpg", fake_networks.KILLS_PARENT_ONCE)
    summary = shop.run(engine=engine, workers=0)
    assert (shop.weights / "killed").exists()
    assert (summary.done, summary.failed) == (17, 0)


def test_a_batch_that_is_asked_to_terminate_ends_cleanly(shop: Workshop, cluster: Cluster) -> None:
    fill_slowly(shop, 60)
    running = hu(shop, cluster.address)
    wait_for_rows(shop)
    running.terminate()
    _, messages = running.communicate(timeout=_PATIENCE_S)
    assert running.returncode == 130, messages
    assert messages.startswith("interrupted: ")
    assert 0 < len(shop.rows()) < 60
    assert (shop.out / "index.html").is_file()


def test_a_batch_that_loses_its_cluster_ends_in_one_line_and_is_resumed(shop: Workshop) -> None:
    # Many more than are read before the cluster is killed on a busy machine.
    fill_slowly(shop, 200)
    with running_cluster() as cluster:
        running = hu(shop, cluster.address)
        wait_for_rows(shop)
        cluster.kill()
        _, messages = running.communicate(timeout=_PATIENCE_S)
    assert running.returncode == 1, messages
    assert messages == (
        "hu: --engine ray: the connection to the cluster was lost; run it again with --resume\n"
    )
    done = len(shop.lines())
    assert 0 < done < 200
    (shop.weights / fake_networks.HURRY_MARK).touch()
    assert len(shop.resume()) == 200 - done
    assert len(shop.rows()) == 200


def test_an_address_without_a_cluster_is_refused(shop: Workshop) -> None:
    shop.fill(1)
    with pytest.raises(HuError, match="no Ray at"):
        shop.run(engine=on_ray("127.0.0.1:1"))
