"""A batch on a real Ray of two nodes has the same rows and is resumed alike."""

import importlib.util
import os
import subprocess
import sys
from collections.abc import Callable, Generator, Iterator, Sequence
from pathlib import Path

import pytest

from hu.app.batch.on_ray import read_on_ray
from hu.app.batch.outcomes import TaskOutcome
from hu.app.batch.plan import Task
from hu.app.batch.run import Batch
from hu.scoring.errors import HuError
from tests.app.batch import fake_networks
from tests.app.batch.workshop import Engine, Workshop

pytestmark = pytest.mark.long

if importlib.util.find_spec("ray") is None and os.environ.get("CI") != "true":
    pytest.skip("Ray is not installed (extra 'batch')", allow_module_level=True)


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    """The address of a cluster of two nodes with one processor each."""
    # Ray's processes must find the tests' networks, and tell nobody that they ran.
    os.environ["PYTHONPATH"] = os.pathsep.join(
        [str(Path(__file__).parents[3]), os.environ.get("PYTHONPATH", "")]
    )
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    from ray.cluster_utils import Cluster

    nodes = Cluster(
        initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False}
    )
    nodes.add_node(num_cpus=1)
    yield nodes.address
    nodes.shutdown()  # type: ignore[no-untyped-call]


@pytest.fixture
def engine(cluster: str) -> Engine:
    return on_ray(cluster)


def on_ray(address: str) -> Engine:
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
            nonlocal remaining
            remaining -= 1
            return remaining < 0 or is_stopped()

        yield from engine(batch, tasks, is_enough)

    return stopped_engine


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
    assert [line for line in shop.lines() if b"kills.jpg" not in line] == shop.lines(
        shop.root / "undisturbed"
    )
    assert "ends the process" in shop.row("kills.jpg")["error"]


def test_an_actor_that_is_killed_costs_nothing_but_time(shop: Workshop, engine: Engine) -> None:
    shop.fill(16)
    shop.add("008x.jpg", fake_networks.KILLS_PARENT_ONCE)
    summary = shop.run(engine=engine, workers=0)
    assert (shop.weights / "killed").exists()
    assert (summary.done, summary.failed) == (17, 0)


#: A batch in a process of its own, as ``hu batch`` is one. The tests' process is a node of the
#: cluster as well, whose own answer to SIGTERM would end the tests.
_TERMINATED = """
import os, signal, sys
from pathlib import Path
from tests.app.batch import fake_networks
from tests.app.batch.test_batch_ray import on_ray
from tests.app.batch.workshop import Workshop

def terminated(*arguments):
    for number, outcome in enumerate(on_ray(sys.argv[2])(*arguments)):
        if number == 4:
            os.kill(os.getpid(), signal.SIGTERM)
        yield outcome

fake_networks.install()
shop = Workshop(Path(sys.argv[1]))
shop.fill(24)
summary = shop.run(engine=terminated)
assert summary.exit_status == 130, summary
assert 0 < summary.done < 24, summary
assert (shop.out / "index.html").is_file()
print("ended cleanly")
"""


def test_asked_to_terminate_it_ends_cleanly(tmp_path: Path, cluster: str) -> None:
    command = [sys.executable, "-c", _TERMINATED, str(tmp_path), cluster]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    assert "ended cleanly" in done.stdout, (done.returncode, done.stderr[-2000:])


def test_a_cluster_that_is_not_there_says_so(shop: Workshop) -> None:
    shop.fill(1)
    with pytest.raises(HuError, match="no Ray at"):
        shop.run(engine=on_ray("127.0.0.1:1"))
