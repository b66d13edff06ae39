package io.sluice.local.serve;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.sluice.testkit.promise.PromisedList;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/// Who collects `/metrics` of `serve` finds each figure under its name, of its type.
final class PromisedFiguresTest {
    private static final Pattern TYPE = Pattern.compile("(?m)^# TYPE (\\S+) (\\S+)$");

    @Test
    void whatIsPromisedOfFiguresIsKept() throws IOException {
        Map<String, String> figures = new TreeMap<>();
        TYPE.matcher(OpenMetrics.text(List.of())).results()
                .forEach(type -> figures.put(type.group(1), type.group(2)));
        assertTrue(figures.size() > 15, figures::toString);
        PromisedList.read(Path.of("../.."), "figures").requireOf(figures);
    }
}
