"""What lies wrongly, by the ``steps`` down from it.

Where pieces are ``thick`` it is known by ``overlap`` and ``askew`` besides, where they are ``thin`` by what they leave
of others (``remnant``), by how far they lie off the cells (``offset``), by their ``silhouette`` (``likeness``) and, in
a live game, by that of the ``newcomer``.
"""
