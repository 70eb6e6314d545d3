"""How a phone changes a picture: light falloff, glare, blur, noise, white balance, halos, JPEG."""

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from training.faces.ink import cloud

Picture = NDArray[np.uint8]
Plane = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Optics:
    """Settings of the phone and the room's light."""

    exposure: float = 0.45  # mean brightness that the automatic exposure aims at, 0 to 1
    balance: tuple[float, float, float] = (1.0, 1.0, 1.0)  # gains of red, green and blue
    contrast: float = 1.0  # slope of the tone curve around the picture's mean
    saturation: float = 1.0  # 0 grey, 1 unchanged
    gradient: float = 0.0  # strength of uneven light over the picture
    vignette: float = 0.0  # darkening in the corners
    glare: float = 0.0  # brightness of lamps mirrored on tiles and table
    defocus: float = 0.4  # blur radius (sigma) in pixels
    motion: float = 0.0  # length of shake in pixels
    noise: float = 0.0  # standard deviation, where 1 is the brightness of white
    halo: float = 0.0  # strength of local contrast (above 0: bright rims, as phones sharpen)
    scale: float = 1.0  # the picture is shrunk to this share and enlarged again
    jpeg: int = 100  # quality of a first compression, 100 for none


def random_optics(rng: np.random.Generator) -> Optics:
    """Draw a phone photo's settings: mostly good, some dark, blurred, noisy or badly compressed."""
    is_dark = rng.random() < 0.09
    warmth = float(rng.normal(0, 0.1))
    return Optics(
        exposure=float(rng.uniform(0.16, 0.28) if is_dark else rng.uniform(0.3, 0.56)),
        balance=(
            1 + warmth + float(rng.normal(0, 0.03)),
            1.0 + float(rng.normal(0, 0.02)),
            1 - warmth,
        ),
        contrast=float(rng.uniform(0.88, 1.18)),
        saturation=float(rng.uniform(0.6, 1.2)),
        gradient=float(rng.uniform(0, 0.5)),
        vignette=float(rng.choice([0.0, rng.uniform(0, 0.4)])),
        glare=float(rng.choice([0.0, rng.uniform(0.1, 0.9)], p=[0.55, 0.45])),
        defocus=float(rng.choice([rng.uniform(0.2, 0.7), rng.uniform(0.7, 1.8)], p=[0.78, 0.22])),
        motion=float(rng.choice([0.0, rng.uniform(1.5, 7)], p=[0.85, 0.15])),
        noise=_random_noise(rng, is_dark=is_dark),
        halo=float(rng.choice([0.0, rng.uniform(0.1, 0.9)], p=[0.5, 0.5])),
        scale=float(rng.choice([1.0, rng.uniform(0.5, 0.95)], p=[0.8, 0.2])),
        jpeg=100 if rng.random() < 0.4 else int(rng.integers(35, 96)),
    )


def _random_noise(rng: np.random.Generator, *, is_dark: bool) -> float:
    if is_dark:
        return float(rng.uniform(0.01, 0.06))
    most = 0.012 if rng.random() < 0.5 else 0.035
    return float(rng.uniform(0, most))


def photograph(
    picture: Picture, gloss: Picture, optics: Optics, rng: np.random.Generator
) -> Picture:
    """Turn a picture into the photo that a phone gives.

    Args:
        picture: ``(h, w, 3)`` uint8 RGB.
        gloss: ``(h, w)`` uint8, how mirror-like each pixel is.
        optics: settings of the phone and the room's light.
        rng: decides clouds of light, glare, shake and noise.
    """
    height, width = gloss.shape
    image: NDArray[Any] = picture.astype(np.float32) / np.float32(255)
    image *= _falloff(height, width, optics, rng)[..., None]
    if optics.glare:
        image += _glare(gloss, optics.glare, rng)[..., None]
    image = _blur(image, optics, rng)
    image *= np.array(optics.balance, np.float32) * _gain(image, optics.exposure)
    image = _tone(image, optics)
    if optics.noise:
        _add_noise(image, optics.noise, rng)
    photo: Picture = (image * 255).clip(0, 255).astype(np.uint8)
    if optics.jpeg < 100:
        quality = [cv2.IMWRITE_JPEG_QUALITY, optics.jpeg]
        _is_encoded, packed = cv2.imencode(".jpg", photo[..., ::-1], quality)
        photo = np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)[..., ::-1]
    return np.ascontiguousarray(photo)


def _gain(image: NDArray[Any], target: float) -> float:
    """The factor that reaches an exposure, limited so that white tiles do not burn out.

    Args:
        image: ``(h, w, 3)`` RGB from 0 to 1.
        target: the mean brightness that is wanted, from 0 to 1.
    """
    small = cv2.resize(np.asarray(image, np.float32), (48, 48), interpolation=cv2.INTER_AREA)
    brightest = float(np.percentile(small.max(axis=2), 98))
    gain = target / max(float(small.mean()), 0.02)
    # The brightest places become at most a little brighter than white. In dark photos the limit is
    # lower.
    share_of_limit = min(1.0, target / 0.35)
    most = 1.12 / max(brightest, 0.05) * share_of_limit
    return float(np.clip(gain, 0.35, max(most, 0.35)))


def _falloff(height: int, width: int, optics: Optics, rng: np.random.Generator) -> Plane:
    """``(h, w)`` the light that falls on each pixel, 1 for even light."""
    light = np.ones((height, width), np.float32)
    if optics.gradient:
        cells = int(rng.integers(2, 4))
        light += (cloud(height, width, cells=cells, rng=rng) - 0.6) * optics.gradient
    if optics.vignette:
        y, x = np.ogrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j]
        light *= (1 - optics.vignette * 0.5 * (x * x + y * y)).astype(np.float32)
    return light


def _glare(gloss: Picture, strength: float, rng: np.random.Generator) -> Plane:
    """``(h, w)`` mirrored lamps: soft spots and bars, as strong as the surface is glossy."""
    height, width = gloss.shape
    spots: NDArray[Any] = np.zeros((64, 64), np.float32)
    for _ in range(int(rng.integers(1, 4))):
        x, y = (int(value) for value in rng.integers(0, 64, 2))
        axes = (int(rng.integers(3, 22)), int(rng.integers(2, 10)))
        angle = float(rng.uniform(0, 180))
        brightness = float(rng.uniform(0.3, 1))
        cv2.ellipse(spots, (x, y), axes, angle, 0, 360, brightness, -1)
    spots = cv2.GaussianBlur(spots, (0, 0), float(rng.uniform(1, 6)))
    mirrored = gloss.astype(np.float32) * (strength / 255)
    return np.asarray(cv2.resize(spots, (width, height)) * mirrored, np.float32)


def _blur(image: NDArray[Any], optics: Optics, rng: np.random.Generator) -> Plane:
    """The image with less resolution, out of focus and shaken."""
    if optics.scale < 1:
        small = cv2.resize(
            image, None, fx=optics.scale, fy=optics.scale, interpolation=cv2.INTER_AREA
        )
        image = cv2.resize(small, image.shape[1::-1], interpolation=cv2.INTER_LINEAR)
    if optics.defocus > 0.25:
        image = cv2.GaussianBlur(image, (0, 0), optics.defocus)
    if optics.motion >= 1:
        image = cv2.filter2D(image, -1, _shake_kernel(optics.motion, rng))
    return image


def _shake_kernel(length: float, rng: np.random.Generator) -> Plane:
    """A short line in any direction, of sum 1.

    Args:
        length: of the line in pixels.
        rng: decides the direction.
    """
    half = int(np.ceil(length / 2)) + 1
    kernel = np.zeros((2 * half + 1, 2 * half + 1), np.float32)
    angle = rng.uniform(0, np.pi)
    reach = np.array([np.cos(angle), np.sin(angle)]) * length / 2
    # Sixteenths of pixels.
    start = ((half - reach) * 16).round().astype(int).tolist()
    stop = ((half + reach) * 16).round().astype(int).tolist()
    cv2.line(kernel, start, stop, 1.0, 1, cv2.LINE_AA, shift=4)
    total = float(kernel.sum())
    if total == 0:
        # The line is too short to be drawn.
        return np.ones((1, 1), np.float32)
    return kernel / total


def _tone(image: NDArray[Any], optics: Optics) -> Plane:
    """The image with the phone's saturation, contrast and halos, its brightest parts toned down."""
    mean = float(image.mean())
    # Each channel is mixed with the mean of the three, its grey.
    mixing = np.eye(3) * optics.saturation + (1 - optics.saturation) / 3
    image = np.asarray(cv2.transform(image, mixing * optics.contrast), np.float32)
    # Contrast changes the distance from the picture's mean.
    image += np.float32(mean * (1 - optics.contrast))
    if optics.halo:
        radius = 6.0 if optics.halo > 0.8 else 2.0
        detail = image - cv2.GaussianBlur(image, (0, 0), radius)
        image += detail * optics.halo * 0.6
    # A soft shoulder instead of hard clipping, as phones have.
    bright = np.maximum(image - 0.85, 0)
    image -= bright * bright / (bright + 0.15)
    return np.asarray(image, np.float32)


def _add_noise(image: Plane, strength: float, rng: np.random.Generator) -> None:
    """Add noise in place."""
    cv2.setRNGSeed(int(rng.integers(2**31)))
    noise: NDArray[Any] = np.empty_like(image)
    cv2.randn(noise, np.zeros(3), np.full(3, strength))
    # Phones smooth colour noise into blotches and leave some grain.
    image += cv2.GaussianBlur(noise, (0, 0), float(rng.uniform(0.4, 1.2))) * 1.6
