"""How others come in: the ``addresses`` of this machine and the ``certificate`` for them, ``listening`` there with a
``waiter`` who has so many ``handles``; and, while a game is shared (``sharing``), the ``shared_door``."""
