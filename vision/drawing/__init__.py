"""What is drawn for people: the ``overlay`` of what was seen, as a ``jpeg``; the ``tops`` of striped pieces; plain
drawings (``sketch``)."""
