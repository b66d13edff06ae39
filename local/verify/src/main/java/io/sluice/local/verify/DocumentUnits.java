package io.sluice.local.verify;

/// JSON objects and arrays that stand one after another without anything between them, as Firehose delivers records to
/// which it appends no delimiter. Finds their ends by counting brackets outside of strings. What is none of them is one
/// unit up to the next bracket that opens.
final class DocumentUnits extends Units {
    private final UnitDigest digest = new UnitDigest();
    private final UnitSink sink;
    private int depth;
    private boolean inString;
    private boolean escaped;
    private boolean loose;

    DocumentUnits(UnitSink sink) {
        this.sink = sink;
    }

    @Override
    public void write(byte[] data, int offset, int length) {
        int start = offset;
        int end = offset + length;
        for (int i = offset; i < end; i++) {
            byte next = data[i];
            if (depth > 0) {
                inside(next);
                if (depth == 0) {
                    digest.update(data, start, i + 1 - start);
                    digest.finishTo(sink);
                    start = i + 1;
                }
            } else if (next == '{' || next == '[') {
                digest.update(data, start, i - start);
                finishLoose();
                start = i;
                depth = 1;
            }
        }
        digest.update(data, start, end - start);
    }

    private void inside(byte next) {
        if (inString) {
            inString = escaped || next != '"';
            escaped = !escaped && next == '\\';
            return;
        }
        switch (next) {
            case '"' -> inString = true;
            case '{', '[' -> depth++;
            case '}', ']' -> depth--;
            default -> {
                // part of the document
            }
        }
    }

    private void finishLoose() {
        if (digest.bytes() > 0) {
            loose = true;
            digest.finishTo(sink);
        }
    }

    @Override
    boolean end() {
        finishLoose();
        boolean whole = !loose && depth == 0;
        depth = 0;
        inString = false;
        escaped = false;
        loose = false;
        return whole;
    }
}
