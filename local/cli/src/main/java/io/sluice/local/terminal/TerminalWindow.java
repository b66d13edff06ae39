package io.sluice.local.terminal;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The terminal that the process was started in, as the launcher and the environment describe it.
public final class TerminalWindow {
    /// The launcher's: the numbers of the streams that are a terminal, as `12`.
    private static final String STREAMS = "SLUICE_TERMINAL";
    private static final Pattern SIZE = Pattern.compile("\\d+ ([1-9]\\d{0,4})\\s*");
    private static final int COLUMNS_ELSE = 80;
    private static final int SECONDS_MAX = 1;

    private final Map<String, String> environment;

    public TerminalWindow(Map<String, String> environment) {
        this.environment = Map.copyOf(environment);
    }

    /// The screen, file or pipe behind standard output: as wide as it is at the moment.
    public Screen out() {
        return isTerminal("1") ? new Screen(kind(), new LiveColumns(columns())) : Screen.NONE;
    }

    /// The screen, file or pipe behind standard error: as wide as it is at the moment.
    public Screen err() {
        return isTerminal("2") ? new Screen(kind(), new LiveColumns(columns())) : Screen.NONE;
    }

    private boolean isTerminal(String stream) {
        return environment.getOrDefault(STREAMS, "").contains(stream);
    }

    private Screen.Kind kind() {
        String term = environment.getOrDefault("TERM", "");
        if (term.isEmpty() || term.equals("dumb")) {
            return Screen.Kind.DUMB;
        }
        return environment.getOrDefault("NO_COLOR", "").isEmpty() ? Screen.Kind.COLOURED : Screen.Kind.PLAIN;
    }

    private int columns() {
        Matcher number = Pattern.compile("[1-9]\\d{0,4}").matcher(environment.getOrDefault("COLUMNS", ""));
        return number.matches() ? Integer.parseInt(number.group()) : COLUMNS_ELSE;
    }

    /// The width of the terminal as it is now, asked for twice a second at most.
    private static final class LiveColumns implements IntSupplier {
        private static final long VALID_NANOS = TimeUnit.MILLISECONDS.toNanos(450);

        private int columns;
        private long askedAt = System.nanoTime();

        LiveColumns(int columns) {
            this.columns = columns;
        }

        @Override
        public synchronized int getAsInt() {
            if (System.nanoTime() - askedAt > VALID_NANOS) {
                columns = columnsNow(columns);
                askedAt = System.nanoTime();
            }
            return columns;
        }
    }

    /// The width of the terminal as it is now; `otherwise` where nobody can say. It costs a process.
    private static int columnsNow(int otherwise) {
        try {
            Process stty = new ProcessBuilder("stty", "size").redirectInput(new File("/dev/tty"))
                    .redirectError(ProcessBuilder.Redirect.DISCARD).start();
            String size = new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            stty.waitFor(SECONDS_MAX, TimeUnit.SECONDS);
            Matcher matcher = SIZE.matcher(size);
            return matcher.matches() ? Integer.parseInt(matcher.group(1)) : otherwise;
        } catch (IOException e) {
            return otherwise;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return otherwise;
        }
    }
}
