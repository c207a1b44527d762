"""Where a board lies is told by what it has looked like."""

from tests.vision.flat_table import POSE, RED, FlatTable
from vision.live.sights import BORDER_SHARE, SIDE_SEEN, Sights
from vision.motion.settle import SmallPicture, SmallView
from vision.pose import BoardPose


def seen(table: FlatTable, pose: BoardPose = POSE) -> SmallPicture:
    return SmallView(pose)(table.picture(1))


def test_a_board_that_looks_as_it_lay_settled_lies_there_whatever_was_seen_last() -> None:
    """What was seen last, while the camera moved, was seen a cell aside: that looks nearly the same too."""
    many = {(row, col): RED for row in range(2, 9) for col in range(3, 8)}
    settled, last = seen(FlatTable()), seen(FlatTable(painted=many))
    sights = Sights(POSE.grid)
    alone = sights.likeness(settled, last)
    assert BORDER_SHARE < alone < SIDE_SEEN
    sights.remember(settled, free=True)
    assert sights.likeness(seen(FlatTable(light=0.8)), last) > SIDE_SEEN
