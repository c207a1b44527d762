"""The games of the demo: a ``script``, and how each is made for ``polyssimo``, the ``puzzle``, ``blokus`` and
``patchwork``."""
