"""The shell: command line, camera thread, storage, HTTP and the page. Imports between its packages run one way.

- What all share: ``settings``, ``languages``, what is ``kept`` in small files, the ``clock``, the ``heap``, ``errors``.
- ``companion``: watching and refereeing joined. ``games``: each as people meet it, with the ``scripts`` of the demo.
  ``telling``: what is said.
- ``record``: matches on disk. ``shown``: what people see of them.
- ``doors``: how others come in. ``camera``: what is looked through. ``hall``: all tables of a house.
- ``routes``: the page. ``serving`` serves it until somebody ends it; ``cli`` runs the ``commands``.
"""
