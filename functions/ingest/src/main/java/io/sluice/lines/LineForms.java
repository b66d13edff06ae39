package io.sluice.lines;

import io.sluice.plugin.RecordTransformer;
import io.sluice.plugin.Transformed;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/// The forms of lines that are given, each a transformer of that name.
public final class LineForms {
    /// The forms that tell most first.
    private static final List<RecordTransformer> ALL = List.of(new LoadBalancerLines(), new CloudFrontLines(),
            new FlowLogLines(), new CombinedLines(), new SyslogLines(), new LogfmtLines());

    private LineForms() {}

    /// Their names.
    public static List<String> names() {
        return ALL.stream().map(RecordTransformer::name).sorted().toList();
    }

    /// The form called `name`.
    public static Optional<RecordTransformer> named(String name) {
        return ALL.stream().filter(form -> form.name().equals(name)).findFirst();
    }

    /// The form that all of `lines` have; empty where there is none, no line, or JSON.
    public static Optional<String> of(List<String> lines) {
        return lines.isEmpty() || lines.stream().anyMatch(line -> line.startsWith("{"))
                ? Optional.empty()
                : ALL.stream().filter(form -> lines.stream().allMatch(line -> !(form
                        .transform(line.getBytes(StandardCharsets.UTF_8)) instanceof Transformed.Failed)))
                        .map(RecordTransformer::name).findFirst();
    }
}
