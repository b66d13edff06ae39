package io.sluice.lines;

import io.sluice.jq.JqException;
import io.sluice.plugin.RecordTransformer;
import io.sluice.plugin.Transformed;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;

/// Lines of a few forms, of which the first that a line has counts.
abstract class PatternLines implements RecordTransformer {
    private final String name;
    private final String shown;
    private final List<LineForm> forms;

    /// @param shown what a line looks like, for people
    PatternLines(String name, String shown, List<LineForm> forms) {
        this.name = name;
        this.shown = shown;
        this.forms = List.copyOf(forms);
    }

    @Override
    public final String name() {
        return name;
    }

    @Override
    public Transformed transform(byte[] record) {
        TextLine line = TextLine.of(record);
        if (!line.isUtf8()) {
            return line.failed(shown);
        }
        try {
            for (LineForm form : forms) {
                Optional<byte[]> json = form.json(line.text());
                if (json.isPresent()) {
                    return line.as(json.get());
                }
            }
            return line.failed(shown);
        } catch (JqException e) {
            return new Transformed.Failed("the line's form can't be told: " + e.getMessage());
        } catch (IOException e) {
            throw new UncheckedIOException("bytes in memory are written without a fault", e);
        }
    }
}
