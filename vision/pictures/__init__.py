"""Where pictures come from.

A ``source`` gives them one after another: from a folder or a video, from an ``address`` on the net, from a camera
(``capture``) or a phone (``posted``), or from two side by side (``abreast``). A picture sent in is an ``upload``, one
on disk a ``picture``; a camera that gives the same one over and over is at a ``standstill``.
"""
