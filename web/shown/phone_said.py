"""What the phone shows beside its camera: the verdict, in a few words."""

from typing import Any

from referee.said import Said
from web.shown.snapshot import CameraShown, Snapshot
from web.telling import words

NO_MATCH = Said("No match has begun")
PAUSED = Said("Paused")
ELSEWHERE = Said("This table does not look through the phone now.")


def said(snapshot: Snapshot, camera: CameraShown | None = None) -> dict[str, Any]:
    """``headline``, ``words``, an ``alarm`` where something is wrong, ``tone`` (calm, illegal, unsure, won or paused)
    and what the camera sees: ``view`` and in words, ``camera``. That is the one of the match, unless another
    ``camera`` is named."""
    match, camera = snapshot.match, camera or snapshot.camera
    shown = {"serial": snapshot.serial, "view": camera.view, "camera": camera.words, "alarm": "", "tone": "calm"}
    if match is None:
        return {**shown, "headline": NO_MATCH, "words": ""}
    if match.outcome:
        return {**shown, "headline": match.outcome.headline, "words": match.outcome.sentence, "tone": "won"}
    alarm = words.together(trouble.sentence for trouble in match.troubles) or match.to_clear or match.dead_end
    if match.question:
        alarm = alarm or Said("{question} Answer on the screen of the table.", question=match.question.reason)
    headline = PAUSED if snapshot.paused else match.headline
    tone = "paused" if snapshot.paused else "illegal" if match.troubles else "unsure" if alarm else "calm"
    return {**shown, "headline": headline, "words": match.said or match.hint, "alarm": alarm, "tone": tone}
