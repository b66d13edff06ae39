package io.sluice.input;

/// One record of the input: a line, or a JSON document.
///
/// @param source name of the input it comes from; the same on every run over the same arguments
/// @param offset where it starts, in bytes of the decompressed input
/// @param data   its bytes without the line's end; never empty
public record InputRecord(String source, long offset, byte[] data) {}
