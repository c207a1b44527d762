"""The camera's side.

A ``station`` is what people choose: one of the ``cameras``, each with its ``profiles``, of which a table has ``claims``
on one; a ``phone``, which comes in by a ``phone_door`` of its own; or a ``simulated`` table with its ``programme`` of
games. The ``eyes`` look, and the ``sentry`` minds that they do; ``pace`` is how long they wait before trying again.
"""
