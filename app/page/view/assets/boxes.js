// Boxes of tiles in a photo. A box is four corners [x, y], clockwise from the face's top left, in
// pixels of the photo.

// The middle of a box.
function middle(box) {
  let sumX = 0;
  let sumY = 0;
  for (const [x, y] of box) {
    sumX += x;
    sumY += y;
  }
  return [sumX / 4, sumY / 4];
}

// The turn of a box in degrees, clockwise. 0 for a tile that is upright in the photo.
function turnOf([topLeft, topRight]) {
  const angle = Math.atan2(topRight[1] - topLeft[1], topRight[0] - topLeft[0]);
  return (angle * 180) / Math.PI;
}

// The distance of two points.
function span(a, b) {
  return Math.hypot(a[0] - b[0], a[1] - b[1]);
}

// Whether a point is in a box. A point in a box is on the same side of each edge.
function covers(box, [x, y]) {
  const sides = box.map(([startX, startY], index) => {
    const [endX, endY] = box[(index + 1) % 4];
    return (endX - startX) * (y - startY) - (endY - startY) * (x - startX);
  });
  return sides.every((side) => side >= 0) || sides.every((side) => side <= 0);
}

// The least and the greatest coordinate of some boxes along an axis: 0 for x, 1 for y.
function ends(boxes, axis) {
  const values = boxes.flat().map((corner) => corner[axis]);
  return [Math.min(...values), Math.max(...values)];
}
