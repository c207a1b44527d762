"""How others come in: the ``addresses`` of this machine and a ``certificate`` for them, a port to be ``listening``
on, a ``waiter`` (Waitress on one socket), as many open ``handles`` as the system gives; and, while a game is shared
(``sharing``), the ``shared_door``."""
