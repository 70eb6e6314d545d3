"""The network that reads one face: a small residual network for a straightened 64 x 64 crop."""

from typing import Final

from torch import Tensor, nn

from hu.scoring.tiles import CLASSES

#: Quarter turns, clockwise, that bring the face upright again.
TURNS: Final = 4


class _Block(nn.Module):
    """Two 3 x 3 convolutions around a shortcut."""

    def __init__(self, width_in: int, width_out: int, stride: int) -> None:
        super().__init__()
        self.body = nn.Sequential(
            nn.Conv2d(width_in, width_out, 3, stride, 1, bias=False),
            nn.BatchNorm2d(width_out),
            nn.ReLU(inplace=True),
            nn.Conv2d(width_out, width_out, 3, 1, 1, bias=False),
            nn.BatchNorm2d(width_out),
        )
        same = width_in == width_out and stride == 1
        self.shortcut = (
            nn.Identity()
            if same
            else nn.Sequential(nn.Conv2d(width_in, width_out, 1, stride, bias=False), nn.BatchNorm2d(width_out))
        )
        self.rectify = nn.ReLU(inplace=True)

    def forward(self, x: Tensor) -> Tensor:
        out: Tensor = self.rectify(self.shortcut(x) + self.body(x))
        return out


class ClassifierNet(nn.Module):
    """Reads a face.

    Input ``(n, 3, 64, 64)`` float32 RGB 0 to 255; output ``(n, 43 + 4 + 1)`` float32 logits: the classes of
    ``hu.scoring.tiles.CLASSES``, then by how many quarter turns the crop was turned clockwise, then whether it shows a
    tile at all (of the logistic function).
    """

    def __init__(self, width: int = 32, dropout: float = 0.2) -> None:
        super().__init__()
        w = width
        self.body = nn.Sequential(
            nn.Conv2d(3, w, 3, 2, 1, bias=False),
            nn.BatchNorm2d(w),
            nn.ReLU(inplace=True),
            _Block(w, w, 1),
            _Block(w, 2 * w, 2),
            _Block(2 * w, 2 * w, 1),
            _Block(2 * w, 4 * w, 2),
            _Block(4 * w, 4 * w, 1),
            _Block(4 * w, 8 * w, 2),
        )
        self.head = nn.Sequential(
            nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Dropout(dropout), nn.Linear(8 * w, len(CLASSES) + TURNS + 1)
        )

    def forward(self, x: Tensor) -> Tensor:
        """Logits of a batch, see the class."""
        out: Tensor = self.head(self.body(x / 127.5 - 1))
        return out
