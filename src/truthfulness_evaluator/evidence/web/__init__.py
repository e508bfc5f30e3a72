"""Evidence from the web for the claims of a document.

`search` asks search services, `pages` reads what they name, `deciding` says what to search for next. `claim_search` is
one claim's way through these, `gathering` that of all claims of a document, `web` what the documents of a run share.
"""
