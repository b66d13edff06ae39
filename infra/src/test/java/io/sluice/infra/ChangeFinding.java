package io.sluice.infra;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// What there is to know of a change from one variant to another. The first five are refused, by CloudFormation or by
/// the service; the others take a step before or after the deployment. `change-findings.txt` says which.
enum ChangeFinding {
    /// The storage stack is refused until the pipeline has gone first.
    LOCKED('L'),
    /// The storage stack is refused, and the pipeline cannot go first.
    CROSSED('X'),
    /// A resource whose name is fixed would be replaced.
    NAMED('N'),
    /// Dynamic partitioning of a stream that is there would be turned on or off.
    PARTITIONING('P'),
    /// A Glue database that is there would be made.
    DATABASE('G'),
    /// A Firehose stream goes with what it holds.
    HELD('H'),
    /// A Kinesis stream, a topic, a queue or a table's stream is read no longer.
    UNREAD('U'),
    /// A log group is subscribed to no longer.
    QUEUED('Q'),
    /// A Kinesis stream gets another reader.
    READ_AGAIN('R'),
    /// What waits in the buffer has nobody to deliver it.
    DRAIN('D'),
    /// Objects go to another bucket.
    BUCKET('B'),
    /// A key is not granted any more.
    KEY('K'),
    /// Objects of what was staged may not be written any more.
    HEAD('W'),
    /// A table describes other files than before.
    FORMAT('F'),
    /// Nothing is compacted any more.
    UNCOMPACTED('C'),
    /// A stream of the user's loses its function.
    DETACH('T'),
    /// A stream of the user's needs another command.
    ATTACH('A'),
    /// A stack is no longer part of the app.
    LEFT_OVER('S');

    private static final Path MEANINGS = Path.of("src/test/resources/io/sluice/infra/change-findings.txt");

    private final char code;

    ChangeFinding(char code) {
        this.code = code;
    }

    char code() {
        return code;
    }

    String meaning() {
        try {
            String start = name() + " | ";
            return Files.readAllLines(MEANINGS).stream().filter(line -> line.startsWith(start)).findFirst()
                    .orElseThrow().substring(start.length());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Whether the way to go is to destroy the pipeline.
    boolean needsANewPipeline() {
        return this == CROSSED || this == NAMED || this == PARTITIONING;
    }

    boolean isLock() {
        return this == LOCKED || this == CROSSED;
    }

    boolean isRefusal() {
        return compareTo(DATABASE) <= 0;
    }
}
