package io.sluice.lines;

import io.sluice.plugin.RecordTransformer;
import io.sluice.plugin.Transformed;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// The forms of lines that are given, each a transformer of that name. One is made when it is asked for: most streams
/// need none, and their patterns take longer to compile than a command to start.
public final class LineForms {
    /// The forms that tell most first.
    private static final List<Given> ALL = List.of(new Given("alb", LoadBalancerLines::new),
            new Given("cloudfront", CloudFrontLines::new), new Given("vpc-flow-logs", FlowLogLines::new),
            new Given("combined", CombinedLines::new), new Given("syslog", SyslogLines::new),
            new Given("logfmt", LogfmtLines::new));

    private record Given(String name, Supplier<RecordTransformer> maker) {
        boolean isOf(List<String> lines) {
            RecordTransformer form = maker.get();
            return lines.stream().allMatch(line -> !(form
                    .transform(line.getBytes(StandardCharsets.UTF_8)) instanceof Transformed.Failed));
        }
    }

    private LineForms() {}

    /// Their names.
    public static List<String> names() {
        return ALL.stream().map(Given::name).sorted().toList();
    }

    /// The form called `name`.
    public static Optional<RecordTransformer> named(String name) {
        return ALL.stream().filter(form -> form.name().equals(name)).findFirst().map(form -> form.maker().get());
    }

    /// The form that all of `lines` have; empty where there is none, no line, or JSON.
    public static Optional<String> of(List<String> lines) {
        return lines.isEmpty() || lines.stream().anyMatch(line -> line.startsWith("{"))
                ? Optional.empty()
                : ALL.stream().filter(form -> form.isOf(lines)).map(Given::name).findFirst();
    }
}
