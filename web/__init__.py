"""The shell: command line, camera thread, storage, HTTP and the page. Each package may import those named before it.

- What all share: ``settings``, ``languages``, what is ``kept`` in small files, the ``clock``, ``errors``.
- ``companion``: watching and refereeing joined.
- The ``scripts`` of the demo; the ``games`` as people meet them; ``telling``: what is said.
- ``record``: matches on disk. ``shown``: what people see of them.
- ``doors``: how others come in. ``camera``: what is looked through. ``hall``: all tables of a house.
- ``routes``: the page. ``serving`` serves it until somebody ends it.
- The ``commands``, which ``cli`` runs; it gives back what pictures leave in the ``heap``.
"""
