package io.sluice.local.top;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A server's figures at a moment, out of its OpenMetrics text.
///
/// @param streams each stream's figures by their names without `sluice_` and `_total`
public record ServerFigures(SortedMap<String, Map<String, Double>> streams) {
    private static final Pattern SAMPLE = Pattern
            .compile("sluice_(\\w+?)(?:_total)?\\{stream=\"([^\"]*)\"\\} ([0-9.eE+-]+)");
    private static final String FIRST = "# TYPE sluice_";

    /// @throws IllegalArgumentException when it is not the text of a Sluice server
    public static ServerFigures parse(String text) {
        if (!text.startsWith(FIRST) || !text.endsWith("# EOF\n")) {
            throw new IllegalArgumentException("no metrics of ./sluice serve");
        }
        SortedMap<String, Map<String, Double>> streams = new TreeMap<>();
        text.lines().forEach(line -> {
            Matcher sample = SAMPLE.matcher(line);
            if (sample.matches()) {
                streams.computeIfAbsent(sample.group(2), _ -> new TreeMap<>()).put(sample.group(1),
                        Double.parseDouble(sample.group(3)));
            }
        });
        return new ServerFigures(streams);
    }

    /// A stream's figure; 0 when there is none.
    double of(String stream, String figure) {
        return streams.getOrDefault(stream, Map.of()).getOrDefault(figure, 0.0);
    }

    /// The sum over all streams.
    double sum(String figure) {
        return streams.keySet().stream().mapToDouble(stream -> of(stream, figure)).sum();
    }

    /// The largest of all streams.
    double max(String figure) {
        return streams.keySet().stream().mapToDouble(stream -> of(stream, figure)).max().orElse(0);
    }
}
