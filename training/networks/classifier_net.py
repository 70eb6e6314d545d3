"""The classifier's network, which reads a face."""

from typing import Final

from torch import Tensor, nn

from hu.scoring.tiles import CLASSES

#: The number of ways in which a crop can be turned: by 0, 1, 2 or 3 quarter turns.
TURNS: Final = 4


class _Block(nn.Module):
    """Two 3 x 3 convolutions, and a shortcut around them."""

    def __init__(self, width_in: int, width_out: int, stride: int) -> None:
        super().__init__()
        self.body = nn.Sequential(
            nn.Conv2d(width_in, width_out, 3, stride, 1, bias=False),
            nn.BatchNorm2d(width_out),
            nn.ReLU(inplace=True),
            nn.Conv2d(width_out, width_out, 3, 1, 1, bias=False),
            nn.BatchNorm2d(width_out),
        )
        self.shortcut: nn.Module
        if width_in == width_out and stride == 1:
            self.shortcut = nn.Identity()
        else:
            self.shortcut = nn.Sequential(
                nn.Conv2d(width_in, width_out, 1, stride, bias=False), nn.BatchNorm2d(width_out)
            )
        self.rectify = nn.ReLU(inplace=True)

    def forward(self, x: Tensor) -> Tensor:
        out: Tensor = self.rectify(self.shortcut(x) + self.body(x))
        return out


class ClassifierNet(nn.Module):
    """Reads a face.

    Input: ``(n, 3, 64, 64)`` float32 RGB from 0 to 255.

    Output: ``(n, 43 + 4 + 1)`` float32 logits. The first are of the classes of
    ``hu.scoring.tiles.CLASSES``. The next four are of 0, 1, 2 and 3 quarter turns by which the crop
    is turned clockwise from upright. The last is the log-odds that the crop shows a tile at all.
    """

    def __init__(self, width: int) -> None:
        """Make the network with random weights. ``width`` is the number of first channels."""
        super().__init__()
        self.body = nn.Sequential(
            nn.Conv2d(3, width, 3, 2, 1, bias=False),
            nn.BatchNorm2d(width),
            nn.ReLU(inplace=True),
            _Block(width, width, stride=1),
            _Block(width, 2 * width, stride=2),
            _Block(2 * width, 2 * width, stride=1),
            _Block(2 * width, 4 * width, stride=2),
            _Block(4 * width, 4 * width, stride=1),
            _Block(4 * width, 8 * width, stride=2),
        )
        self.head = nn.Sequential(
            nn.AdaptiveAvgPool2d(1),
            nn.Flatten(),
            nn.Dropout(0.2),
            nn.Linear(8 * width, len(CLASSES) + TURNS + 1),
        )

    def forward(self, x: Tensor) -> Tensor:
        """Logits of a batch, see the class."""
        out: Tensor = self.head(self.body(x / 127.5 - 1))
        return out
