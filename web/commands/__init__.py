"""The commands of the program, one module each; ``web.cli`` puts them together.

They are ``play``, ``demo`` and ``watch``, ``read``, ``replay``, ``calibrate`` and ``doctor``. What several share
stands in ``named``, ``photos``, ``people``, ``hands`` and ``progress``. What is only one's own: what is ``told``
besides a photo, and its ``report``; a ``sentence`` for every event; ``calibrating``, a ``lone_phone``; and the
``health`` of the program.
"""
