"""The commands of the program, one module each; ``web.cli`` puts them together.

They are ``play``, ``demo`` and ``watch``, ``read``, ``replay``, ``calibrate`` and ``doctor``. What is asked of several
stands in ``named`` and ``people``. What only one or two need: ``hands`` and what else is ``told`` to them, the
``report`` of what was read, ``progress``, ``calibrating``, a ``lone_phone``, and the ``health`` of the program.
"""
