"""The eyes for each game: how a camera is watched for it."""

from calibration.profile import Profile
from referee.piece import PieceSet
from vision.kind import KINDS
from vision.live.bare import Reminded
from vision.live.quilts import QUILTS, QuiltsWatcher
from vision.live.watch import Watcher


def watcher_for(piece_set: PieceSet, profile: Profile | None = None) -> Watcher | Reminded | QuiltsWatcher:
    """The eyes for a game; ``profile`` is what was learnt of the camera before."""
    kind = KINDS[piece_set.game]
    if kind.boards == QUILTS:
        return QuiltsWatcher(piece_set, profile)
    watcher = Watcher(piece_set, profile)
    return Reminded(watcher, piece_set) if kind.reminded else watcher
