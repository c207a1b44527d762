"""What people are shown, in plain values.

A ``snapshot`` is all that the page shows: the ``scene`` of a ``match`` as ``staging`` makes it, the ``equipment`` and
its ``paints`` (``looks``, ``outline``), the ``prospects``. Besides: what is said ``aloud``, what a phone is told
(``phone_said``), the ``listing`` of matches, each in sentences (``retelling``) with where it turned (``turning``), and
pictures to keep (``board_sketch``, ``svg``).
"""
