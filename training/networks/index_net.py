"""The index network, which reads the numeral in a corner of a face or the letter in its middle."""

from typing import Final

from torch import Tensor, nn

from hu.vision.networks.numerals import NUMERAL_CLASSES

#: The number of the first channels.
_WIDTH: Final = 12


class IndexNet(nn.Module):
    """Reads a corner of a face, or its middle.

    Input: ``(n, 3, 48, 48)`` float32 RGB from 0 to 255, a face's corner at the upper left, or the
    middle of a face.

    Output: ``(n, 54)`` float32 logits of ``hu.vision.networks.numerals.NUMERAL_CLASSES``.
    """

    def __init__(self) -> None:
        """Make the network with random weights."""
        super().__init__()
        self.body = nn.Sequential(
            _convolution(3, _WIDTH, stride=2),
            _convolution(_WIDTH, 2 * _WIDTH),
            _convolution(2 * _WIDTH, 3 * _WIDTH, stride=2),
            _convolution(3 * _WIDTH, 3 * _WIDTH),
            _convolution(3 * _WIDTH, 5 * _WIDTH, stride=2),
            _convolution(5 * _WIDTH, 6 * _WIDTH),
            _convolution(6 * _WIDTH, 6 * _WIDTH),
        )
        self.head = nn.Sequential(
            # The numeral may be anywhere in the corner.
            nn.AdaptiveMaxPool2d(1),
            nn.Flatten(),
            nn.Dropout(0.1),
            nn.Linear(6 * _WIDTH, len(NUMERAL_CLASSES)),
        )

    def forward(self, x: Tensor) -> Tensor:
        """Logits of a batch, see the class."""
        out: Tensor = self.head(self.body(x / 127.5 - 1))
        return out


def _convolution(width_in: int, width_out: int, stride: int = 1) -> nn.Module:
    """A 3 x 3 convolution, normalised and rectified."""
    return nn.Sequential(
        nn.Conv2d(width_in, width_out, 3, stride, 1, bias=False),
        nn.BatchNorm2d(width_out),
        nn.ReLU(inplace=True),
    )
