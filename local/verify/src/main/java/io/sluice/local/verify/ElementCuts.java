package io.sluice.local.verify;

import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The elements of arrays that follow one another, each as one line. What comes after a place where that is none is one
/// refused record.
final class ElementCuts implements Cuts {
    private final Bytes in;
    private final ValueBytes values;
    private boolean inArray;
    private boolean comma;
    private boolean first;
    private boolean over;

    /// @param in decompressed
    ElementCuts(InputStream in) {
        this.in = new Bytes(in);
        this.values = new ValueBytes(this.in);
    }

    @Override
    public @Nullable CutRecord next() throws IOException {
        while (!over) {
            int b = in.next();
            if (b == ' ' || b == '\t' || b == '\r' || b == '\n') {
                continue;
            }
            in.back(b);
            in.forget();
            long offset = in.offset();
            in.next();
            boolean value = b >= 0 && b != ',' && b != ']';
            if (!inArray) {
                over = b < 0;
                if (b == '[') {
                    inArray = true;
                    first = true;
                    comma = false;
                } else if (b >= 0) {
                    return rest(offset);
                }
            } else if (first || comma) {
                if (first && b == ']') {
                    inArray = false;
                } else if (!value || !values.element(b)) {
                    return rest(offset);
                } else {
                    byte[] text = in.kept();
                    first = false;
                    comma = false;
                    return new CutRecord(offset, ValueBytes.line(text));
                }
            } else if (b == ',') {
                comma = true;
            } else if (b == ']') {
                inArray = false;
            } else {
                return rest(offset);
            }
        }
        return null;
    }

    private @Nullable CutRecord rest(long offset) throws IOException {
        over = true;
        if (in.broken() != null) {
            return null;
        }
        byte[] rest = in.keptToEnd();
        return rest.length == 0 || in.broken() != null ? null : new CutRecord(offset, rest, Optional.of(REST_CODE));
    }

    @Override
    public Optional<String> broken() {
        return Optional.ofNullable(in.broken());
    }

    @Override
    public long offset() {
        return in.offset();
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
