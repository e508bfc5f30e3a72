"""Text in, values out: lines, sentences, names, versions, values. No input or output."""
