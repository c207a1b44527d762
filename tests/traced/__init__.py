"""Tables whose light is traced: what is simulated, in a room with lamps, windows and people, before a lens of glass.

Boards, paints and layouts are those of ``vision.simulated``, and so is what the sensor makes of the light; how that
comes about is not. Light goes from surface to surface (Mitsuba 3, https://mitsuba-renderer.org), tops have bevels and
grooves, lamps are near and have a size, everything mirrors what stands around it, and the lens has an aperture. So it
is a second opinion on eyes that were trained on tables drawn without any of that. Nothing is ever trained on it.

- ``cut``: pieces, board and table as meshes.
- ``room``: what stands around the table, and what lights it.
- ``shot``: the camera, and the picture with its truth.

``python -m tests.traced --out FOLDER --count N --seed S [--game GAME]`` writes pictures as ``vision.simulated`` does.
It needs the extra ``traced``, and LLVM 16 or newer (Debian: libllvm19; ``DRJIT_LIBLLVM_PATH`` says where it is).
"""
