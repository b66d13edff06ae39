package io.sluice.local.top;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/// One picture of a server: a line about it, a table of its streams, the busiest first, and what does not go on.
///
/// @param columns what a line may take; narrower tables leave figures out, the least telling first
/// @param rows    what all may take; streams beyond are counted
public record Frame(int columns, int rows) {
    /// Below this, lines are as long all the same.
    public static final int COLUMNS_MIN = 30;
    private static final int NAME_MIN = 10;
    private static final int NAME_MAX = 32;
    private static final int FIGURE_WIDTH = 9;
    /// The line about the server, the head, the sum and what is left out.
    private static final int ROWS_BESIDE = 4;
    private static final String ALL = "all";
    private static final double THOUSAND = 1_000;
    private static final double MINUTE = 60;
    private static final double HOUR = 3_600;
    private static final double DAY = 86_400;

    public Frame {
        columns = Math.max(columns, COLUMNS_MIN);
        rows = Math.max(rows, ROWS_BESIDE + 1);
    }

    /// The figures of the server at two moments.
    ///
    /// @param between the time from one to the other
    public record Look(String url, ServerFigures before, ServerFigures now, Duration between, List<String> troubles) {
        double rate(ToDoubleFunction<ServerFigures> counter) {
            double more = counter.applyAsDouble(now) - counter.applyAsDouble(before);
            // A counter that fell is one of a server that was started anew.
            return Math.max(0, more) / Math.max(1e-3, between.toNanos() / 1e9);
        }
    }

    private enum Column {
        RECORDS_A_SECOND("rec/s", 0) {
            @Override
            String of(Look look, Line line) {
                return number(look.rate(line.of("records")));
            }
        },
        BYTES_A_SECOND("B/s", 3) {
            @Override
            String of(Look look, Line line) {
                return number(look.rate(line.of("record_bytes")));
            }
        },
        RECORDS("records", 4) {
            @Override
            String of(Look look, Line line) {
                return number(line.of("records").applyAsDouble(look.now));
            }
        },
        PENDING("pending", 1) {
            @Override
            String of(Look look, Line line) {
                return number(line.of("pending_records").applyAsDouble(look.now)
                        + line.of("journal_records").applyAsDouble(look.now));
            }
        },
        PENDING_BYTES("pend. B", 5) {
            @Override
            String of(Look look, Line line) {
                return number(line.of("pending_bytes").applyAsDouble(look.now));
            }
        },
        OBJECTS("objects", 6) {
            @Override
            String of(Look look, Line line) {
                return number(line.of("objects").applyAsDouble(look.now));
            }
        },
        FRESHNESS("oldest", 2) {
            @Override
            String of(Look look, Line line) {
                return age(line.most("freshness_seconds").applyAsDouble(look.now));
            }
        };

        private final String head;
        /// 0 is left out last.
        private final int order;

        Column(String head, int order) {
            this.head = head;
            this.order = order;
        }

        abstract String of(Look look, Line line);
    }

    /// A stream's figures, or those of all.
    private sealed interface Line {
        ToDoubleFunction<ServerFigures> of(String figure);

        ToDoubleFunction<ServerFigures> most(String figure);

        record One(String stream) implements Line {
            @Override
            public ToDoubleFunction<ServerFigures> of(String figure) {
                return figures -> figures.of(stream, figure);
            }

            @Override
            public ToDoubleFunction<ServerFigures> most(String figure) {
                return of(figure);
            }
        }

        record All() implements Line {
            @Override
            public ToDoubleFunction<ServerFigures> of(String figure) {
                return figures -> figures.sum(figure);
            }

            @Override
            public ToDoubleFunction<ServerFigures> most(String figure) {
                return figures -> figures.max(figure);
            }
        }
    }

    /// The lines, without their ends.
    public List<String> lines(Look look) {
        List<String> lines = new ArrayList<>();
        List<String> streams = look.now.streams().keySet().stream()
                .sorted(Comparator.comparingDouble((String stream) -> -look.rate(new Line.One(stream).of("records")))
                        .thenComparing(Comparator.naturalOrder()))
                .toList();
        lines.add(cut(look.url + "  " + (look.troubles.isEmpty() ? "ok" : "degraded") + "  " + streams.size()
                + (streams.size() == 1 ? " stream" : " streams")));
        List<Column> shown = shown();
        int name = Math.min(NAME_MAX, columns - shown.size() * FIGURE_WIDTH);
        lines.add(line(name, "stream", shown.stream().map(column -> column.head).toList()));
        int room = Math.max(1, rows - ROWS_BESIDE - look.troubles.size());
        streams.stream().limit(room).forEach(stream -> lines.add(line(name, stream, row(look, shown,
                new Line.One(stream)))));
        if (streams.size() > 1) {
            lines.add(line(name, streams.size() > room ? ALL + " (" + (streams.size() - room) + " more)" : ALL,
                    row(look, shown, new Line.All())));
        }
        look.troubles.forEach(trouble -> lines.add(cut("! " + printable(trouble))));
        return lines;
    }

    private static List<String> row(Look look, List<Column> shown, Line line) {
        return shown.stream().map(column -> column.of(look, line)).toList();
    }

    private List<Column> shown() {
        int count = Math.clamp((columns - NAME_MIN) / FIGURE_WIDTH, 1, Column.values().length);
        return List.of(Column.values()).stream().filter(column -> column.order < count).toList();
    }

    private static String line(int nameWidth, String name, List<String> figures) {
        var line = new StringBuilder(name.length() > nameWidth ? name.substring(0, nameWidth - 1) + "…" : name);
        line.repeat(' ', nameWidth - line.length());
        figures.forEach(figure -> line.repeat(' ', Math.max(1, FIGURE_WIDTH - figure.length())).append(figure));
        return line.toString();
    }

    private String cut(String text) {
        return text.length() > columns ? text.substring(0, columns - 1) + "…" : text;
    }

    /// A terminal obeys control characters, and a message may quote anything.
    private static String printable(String text) {
        return text.replaceAll("\\p{Cntrl}", " ");
    }

    /// Four digits at most: `999`, `1.23k`, `12.3M`.
    static String number(double value) {
        double rest = value;
        for (char unit : new char[]{' ', 'k', 'M', 'G', 'T'}) {
            if (rest < THOUSAND - 0.5 || unit == 'T') {
                int decimals = unit == ' ' || rest >= 99.95 ? 0 : rest >= 9.995 ? 1 : 2;
                return String.format(Locale.ROOT, "%." + decimals + "f%s", rest, unit == ' ' ? "" : unit);
            }
            rest /= THOUSAND;
        }
        throw new IllegalStateException("the last unit takes all");
    }

    /// `59s`, `59m`, `23h`, `9d`; `-` where nothing waits.
    static String age(double seconds) {
        if (seconds == 0) {
            return "-";
        }
        return seconds < MINUTE
                ? (long) seconds + "s"
                : seconds < HOUR
                        ? (long) (seconds / MINUTE) + "m"
                        : seconds < DAY ? (long) (seconds / HOUR) + "h" : (long) (seconds / DAY) + "d";
    }
}
