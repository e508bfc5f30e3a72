"""One package or module a language, side by side, behind `read(path, module, text) -> FileFacts`."""
