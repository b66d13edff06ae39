package io.sluice.local.expect;

import io.sluice.local.UsageException;
import io.sluice.local.report.PlainText;
import java.util.function.ToIntFunction;

/// A test file as it was written, for whoever tells where something stands in it.
///
/// @param name what the user calls the file
/// @param json what it holds, as JSON
/// @param at   the line that the value at a JSON path begins in, from 1; 0: not known
public record TestSource(String name, byte[] json, ToIntFunction<String> at) {
    public TestSource {
        json = json.clone();
    }

    @Override
    public byte[] json() {
        return json.clone();
    }

    int line(String path) {
        return at.applyAsInt(path);
    }

    UsageException refused(String path, String why) {
        int line = line(path);
        return new UsageException(PlainText.of(name + (line == 0 ? "" : ":" + line) + ", " + path + ": " + why));
    }

    /// The JSON path of a member, as problems of configurations have it.
    public static String member(String path, String name) {
        boolean plain = !name.isEmpty() && name.chars().allMatch(c -> Character.isLetterOrDigit(c) || c == '_');
        return plain ? path + "." + name : path + "['" + name.replace("'", "\\'") + "']";
    }
}
