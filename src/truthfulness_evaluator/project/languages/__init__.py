"""Languages side by side: each has a `read(path, module, text) -> FileFacts`, listed in `languages.table`."""
