"""Exactly checkable statements: one file a kind in `kinds`, listed in `facts.table`.

What several kinds need stands in `reading` (what documents say) and `lookups` (what a code base says of it); `scope`
tells which parts of a document speak of the project as it is today.
"""
