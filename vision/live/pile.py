"""A piece that lies on others: as high as two, it leans out of the board in the picture as far as an arm reaches in."""

import cv2
import numpy as np

from referee.polyomino import Cells
from vision.motion.settle import BLOCK_PX, Blocks, small_raster
from vision.pose import BoardPose
from vision.sighting import Sighting

SHADED_BLOCKS = 1
"""Around a pile its shadow changes so many blocks too."""
CORNERS = ((0, 0), (0, 1), (1, 0), (1, 1))


def piled(sighting: Sighting, pose: BoardPose) -> Blocks:
    """The blocks of the small picture in which pieces stand that were seen to lie on others, from the board up to their
    tops."""
    blocks = np.zeros(tuple(side // BLOCK_PX for side in small_raster(pose.grid).shape), np.uint8)
    if sighting.thickness is not None:
        for problem in sighting.problems:
            if problem.kind == "overlap":
                _stand(blocks, problem.cells, 2 * sighting.thickness, pose)
    around = 2 * SHADED_BLOCKS + 1
    return np.asarray(cv2.dilate(blocks, np.ones((around, around), np.uint8)), bool)


def _stand(blocks: np.ndarray, cells: Cells, height: float, pose: BoardPose) -> None:
    """Fills what a camera there sees of columns so high, in cells, on these cells."""
    raster = small_raster(pose.grid)
    for row, col in cells:
        ends = [(col + right, row + down, up) for down, right in CORNERS for up in (0.0, height)]
        seen_xy = pose.on_plane(pose.project(np.array(ends, dtype=float)))
        outline = cv2.convexHull(np.floor(raster.to_px(seen_xy) / BLOCK_PX).astype(np.int32).reshape(-1, 1, 2))
        cv2.fillConvexPoly(blocks, outline, 1)
