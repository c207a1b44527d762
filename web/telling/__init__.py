"""What the others say in whole sentences: ``words`` on the page, a ``sentence`` in the terminal; how pieces are
``called``. What was played is told in ``web.shown``."""
