"""Pictures of puzzles: one drawing model, and a renderer for each target.

    Picture ─┬─ terminal.py                 text
             └─ board.py ── Scene ─┬─ svg.py ── png.py
                 worksheet.py ─────┴─ pdf.py

A `Picture` says what is drawn.  A `Scene` says where each line and letter stands; SVG, PNG and
PDF are written from scenes and from nothing else.
"""
