"""What people are shown, in plain values.

A ``snapshot`` is all that the live page shows: the ``match``, the ``equipment`` with its ``paints`` as they are seen
(``looks``). Replays, matches by hand and pictures to keep (``board_sketch``, ``outline``, ``svg``) show a ``scene``,
set by ``staging``. Asked for separately are the ``prospects``. In words: what is said ``aloud`` and on a phone
(``phone_said``), the ``listing`` of all matches, what happened in one (``retelling``) and where it turned
(``turning``).
"""
