"""The games of the demo: a ``script``, and how each is made for ``polyssimo``, ``polyssimo_puzzle``, ``blokus`` and
``patchwork``."""
