"""The training of a network of faces, which continues where it was stopped.

The run's folder holds ``config.json`` (settings), ``log.jsonl`` (the losses) and ``last.pt`` (the
checkpoint to continue from).
"""

import json
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final, Protocol, TypeVar

import torch
from torch import Tensor, nn
from torch.optim.swa_utils import AveragedModel

from hu.vision.photo.files import whole_file
from training.networks.schedule import rate_share, update_average

_Batch = TypeVar("_Batch")
#: Each process draws this many batches ahead of the training.
_BATCHES_AHEAD: Final = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """How fast a network learns.

    Attributes:
        steps: the steps of the whole training.
        rate: the greatest learning rate.
        decay: of the weights.
        average: the greatest share of the old average in the moving average of the weights.
        checkpoint_steps: the steps between two checkpoints.
    """

    steps: int
    rate: float
    decay: float
    average: float
    checkpoint_steps: int


class LearningSettings(Protocol):
    """The settings of a training that decide its pace, see ``Pace``."""

    @property
    def rate(self) -> float:
        """The greatest learning rate."""

    @property
    def decay(self) -> float:
        """Of the weights."""

    @property
    def average(self) -> float:
        """The greatest share of the old average in the moving average of the weights."""


def pace_of(settings: LearningSettings, steps: int, checkpoint_steps: int) -> Pace:
    """The pace of a training.

    Args:
        settings: of the training.
        steps: of the whole training.
        checkpoint_steps: the steps between two checkpoints.
    """
    return Pace(
        steps=steps,
        rate=settings.rate,
        decay=settings.decay,
        average=settings.average,
        checkpoint_steps=checkpoint_steps,
    )


class ResumableTraining:
    """A network, the moving average of its weights, the optimiser, and the next step.

    Attributes:
        first: the number of the first step of this run. 0 if the training is new.
        is_new: whether the folder has no checkpoint of an earlier run.
    """

    def __init__(self, net: nn.Module, out: Path, pace: Pace) -> None:
        """Begin a training, or continue the training in a folder.

        Args:
            net: the network with its first weights. A checkpoint in the folder replaces them.
            out: the run's folder. It is made if it is missing.
            pace: how fast the network learns.
        """
        out.mkdir(parents=True, exist_ok=True)
        self._out = out
        self._pace = pace
        self._checkpoint = out / "last.pt"
        self._net = net
        average = partial(update_average, pace.average)
        self._averaged = AveragedModel(net, avg_fn=average, use_buffers=True)
        self._optimizer = torch.optim.AdamW(net.parameters(), lr=pace.rate, weight_decay=pace.decay)
        self._parts: dict[str, Any] = {
            "net": self._net,
            "averaged": self._averaged,
            "optimizer": self._optimizer,
        }
        self.first = 0
        self.is_new = not self._checkpoint.exists()
        if not self.is_new:
            state = torch.load(self._checkpoint, weights_only=True)
            for name, part in self._parts.items():
                part.load_state_dict(state[name])
            self.first = int(state["step"])

    def write_config(self, settings: Mapping[str, object]) -> None:
        """Write the settings of a new training. A training that continues keeps its first ones."""
        if self.is_new:
            text = json.dumps({**settings, "torch": torch.__version__}, indent=1)
            (self._out / "config.json").write_text(text, encoding="utf-8")

    def run(
        self,
        examples: torch.utils.data.IterableDataset[_Batch],
        workers: int,
        loss_of: Callable[[_Batch], Tensor],
    ) -> None:
        """Learn from every batch. Write a line of the log with each checkpoint.

        Args:
            examples: the batches from step ``first`` on.
            workers: processes that draw batches. 0 draws them in this process.
            loss_of: computes the loss of a batch with the network.
        """
        batches = torch.utils.data.DataLoader(
            examples,
            batch_size=None,
            num_workers=workers,
            prefetch_factor=_BATCHES_AHEAD if workers else None,
        )
        started = time.monotonic()
        loss_sum = 0.0
        steps_since_checkpoint = 0
        for number, batch in enumerate(batches, start=self.first):
            loss_sum += self._step(number, loss_of(batch))
            steps_since_checkpoint += 1
            step_count = number + 1
            is_last = step_count == self._pace.steps
            if step_count % self._pace.checkpoint_steps != 0 and not is_last:
                continue
            mean_loss = loss_sum / steps_since_checkpoint
            self._log(step_count, mean_loss, seconds=time.monotonic() - started)
            self._save(step_count)
            loss_sum = 0.0
            steps_since_checkpoint = 0

    def _step(self, number: int, loss: Tensor) -> float:
        """Change the weights by the loss of a batch, and return the loss.

        Args:
            number: the number of the step, from 0. It decides the learning rate.
            loss: the loss, computed with the network.
        """
        rate = self._pace.rate * rate_share(number, self._pace.steps)
        for group in self._optimizer.param_groups:
            group["lr"] = rate
        self._optimizer.zero_grad()
        loss.backward()
        self._optimizer.step()
        self._averaged.update_parameters(self._net)
        return float(loss.item())

    def _log(self, step_count: int, mean_loss: float, *, seconds: float) -> None:
        """Print a line, and append it to the run's log.

        Args:
            step_count: the number of steps so far.
            mean_loss: the mean loss since the last checkpoint.
            seconds: the time since this process began to train.
        """
        row = json.dumps(
            {"step": step_count, "loss": round(mean_loss, 4), "seconds": round(seconds)}
        )
        with (self._out / "log.jsonl").open("a", encoding="utf-8") as log:
            log.write(f"{row}\n")
        print(row, flush=True)  # noqa: T201  # progress of a long run

    def _save(self, step_count: int) -> None:
        """Write a checkpoint after this many steps."""
        state = {name: part.state_dict() for name, part in self._parts.items()}
        with whole_file(self._checkpoint) as file:
            torch.save(state | {"step": step_count}, file)

    def averaged_weights(self) -> dict[str, Any]:
        """Return the averaged weights, by the names of the network's parts."""
        weights: dict[str, Any] = self._averaged.module.state_dict()
        return weights
