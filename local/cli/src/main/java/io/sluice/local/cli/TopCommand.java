package io.sluice.local.cli;

import io.sluice.local.UsageException;
import io.sluice.local.top.Frame;
import io.sluice.local.top.Server;
import io.sluice.local.top.ServerFigures;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `sluice top`: a running server's figures, in the terminal.
@Command(name = "top", sortOptions = false, description = {
        "Shows what a running ./sluice serve takes and delivers, stream by stream: again and again on a terminal, once",
        "where its output goes elsewhere."})
final class TopCommand implements Callable<Integer> {
    /// Cursor to the corner; what is left of the picture before is deleted line by line, so that nothing flickers.
    private static final String CORNER = "\u001B[H";
    private static final String REST_OF_LINE = "\u001B[K";
    private static final String REST_OF_SCREEN = "\u001B[J";
    private static final String CLEAR = "\u001B[2J";

    private final Console console;

    @Option(names = "--url", paramLabel = "URL", defaultValue = "http://127.0.0.1:4573",
            description = "The server (default: ${DEFAULT-VALUE}).")
    private String url = "";

    @Option(names = "--ca", paramLabel = "FILE",
            description = "Trust the certificates of this authority, as serve --tls prints it.")
    private Optional<Path> authority = Optional.empty();

    @Option(names = "--once", description = "Show one picture, and end.")
    private boolean once;

    @Option(names = "--every", paramLabel = "SECONDS", defaultValue = "1",
            description = "How often to look; rates are between two looks (default: ${DEFAULT-VALUE}).")
    private double seconds;

    @Option(names = "--columns", paramLabel = "N",
            description = "How wide the terminal is (default: as $COLUMNS says, or 80).")
    private Optional<Integer> columns = Optional.empty();

    @Option(names = "--rows", paramLabel = "N",
            description = "How high the terminal is (default: as $LINES says, or 24; with --once, as many as there "
                    + "are).")
    private Optional<Integer> rows = Optional.empty();

    TopCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws InterruptedException {
        if (!(seconds >= 0 && seconds <= TimeUnit.DAYS.toSeconds(1))) {
            throw new UsageException("--every must be 0 to 86400 seconds, not " + seconds);
        }
        boolean isOnce = once || Optional.ofNullable(System.console()).filter(each -> each.isTerminal()).isEmpty();
        var frame = new Frame(columns.orElseGet(() -> ofEnvironment("COLUMNS", 80)),
                rows.orElseGet(() -> isOnce ? Integer.MAX_VALUE : ofEnvironment("LINES", 24)));
        try (Server server = Server.at(url, authority)) {
            Watch watch = new Watch(server, frame, Duration.ofNanos((long) (seconds * 1e9)));
            if (isOnce) {
                watch.next().forEach(console.out()::println);
                console.out().flush();
                return ExitStatus.DONE;
            }
            console.out().print(CLEAR);
            while (true) {
                // Until the server is gone, which is told, or the process is ended.
                console.out().print(CORNER + String.join(REST_OF_LINE + "\n", watch.next()) + REST_OF_LINE
                        + REST_OF_SCREEN);
                console.out().flush();
            }
        }
    }

    private static int ofEnvironment(String name, int otherwise) {
        String value = System.getenv().getOrDefault(name, "");
        return value.matches("[1-9]\\d{0,4}") ? Integer.parseInt(value) : otherwise;
    }

    /// Looks at a server again and again.
    private static final class Watch {
        private final Server server;
        private final Frame frame;
        private final Duration every;
        private ServerFigures before;
        private long at;

        Watch(Server server, Frame frame, Duration every) {
            this.server = server;
            this.frame = frame;
            this.every = every;
            this.before = server.figures();
            this.at = System.nanoTime();
        }

        /// The picture of what happened since the last one.
        List<String> next() throws InterruptedException {
            TimeUnit.NANOSECONDS.sleep(every.toNanos());
            ServerFigures now = server.figures();
            long next = System.nanoTime();
            List<String> lines = frame.lines(
                    new Frame.Look(server.url(), before, now, Duration.ofNanos(next - at), server.troubles()));
            before = now;
            at = next;
            return lines;
        }
    }
}
