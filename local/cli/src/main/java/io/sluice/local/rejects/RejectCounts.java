package io.sluice.local.rejects;

import io.sluice.config.StreamConfiguration;
import io.sluice.local.records.ErrorObjectBytes;
import io.sluice.local.server.FileNames;
import io.sluice.reject.ErrorLine;
import io.sluice.reject.ErrorLineReader;
import io.sluice.reject.ErrorLineReader.Entry;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The rejected records of a stream's folder, counted by reason. Not for use by several threads.
///
/// What a message quotes of a record, in parentheses as jq does it, and numbers in it make no reason of their own: else
/// each record would have one. Beyond [#REASONS_MAX] reasons, what is left is counted as one.
public final class RejectCounts {
    static final int REASONS_MAX = 1_000;
    private static final Pattern QUOTED = Pattern.compile("\\([^()]*\\)|\\d+");
    private static final Reason OTHERS = new Reason("", "more reasons than are told apart");

    private record Reason(String code, String message) {}

    private static final class Tally {
        private final String message;
        private final RejectExample example;
        private long count;

        Tally(String message, RejectExample example) {
            this.message = message;
            this.example = example;
        }
    }

    private final UnusableKeys keys;
    private final Map<Reason, Tally> tallies = new LinkedHashMap<>();

    private RejectCounts(StreamConfiguration stream) {
        this.keys = UnusableKeys.of(stream);
    }

    /// Reads the error objects of `stream` in `bucket`.
    ///
    /// @param bucket the folder of the stream's objects
    /// @return the most frequent first
    /// @throws IOException when one can't be read to its end
    public static List<RejectReason> in(Path bucket, StreamConfiguration stream) throws IOException {
        var rejects = new RejectCounts(stream);
        var folders = ErrorFolders.of(stream);
        List<Path> objects;
        try (Stream<Path> tree = Files.walk(bucket)) {
            objects = tree.filter(Files::isRegularFile)
                    .filter(file -> FileNames.key(bucket, file).filter(folders::hold).isPresent()).sorted()
                    .toList();
        }
        for (Path object : objects) {
            rejects.read(object);
        }
        return rejects.reasons();
    }

    /// Tells which of a stream's keys may be those of error objects.
    public static Predicate<String> keys(StreamConfiguration stream) {
        return ErrorFolders.of(stream)::hold;
    }

    private void read(Path object) throws IOException {
        try (InputStream in = ErrorObjectBytes.open(object.toString(), Files.newInputStream(object))) {
            var lines = new ErrorLineReader(object.toString(), in);
            for (Optional<Entry> entry = lines.next(); entry.isPresent(); entry = lines.next()) {
                if (entry.get() instanceof Entry.Found(ErrorLine line)) {
                    count(line);
                }
            }
        }
    }

    private void count(ErrorLine line) {
        String message = line.errorMessage()
                + keys.in(line.errorMessage(), line.rawData()).map(told -> ": " + told).orElse("");
        Reason reason = new Reason(line.errorCode(), QUOTED.matcher(message).replaceAll("()"));
        if (tallies.size() >= REASONS_MAX && !tallies.containsKey(reason)) {
            reason = OTHERS;
        }
        String shown = reason.equals(OTHERS) ? OTHERS.message() : message;
        tallies.computeIfAbsent(reason, _ -> new Tally(shown, RejectExample.of(line.rawData()))).count++;
    }

    private List<RejectReason> reasons() {
        return tallies.entrySet().stream()
                .map(each -> new RejectReason(each.getKey().code(), each.getValue().message, each.getValue().count,
                        each.getValue().example))
                .sorted(Comparator.comparingLong(RejectReason::count).reversed()).toList();
    }
}
