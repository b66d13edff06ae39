package io.sluice.site;

import io.sluice.local.cli.Console;
import io.sluice.local.cli.SluiceCommand;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The help of each command, as the command prints it.
final class Commands {
    private static final Pattern LISTED = Pattern.compile("(?m)^  ([a-z][a-z-]*) {2,}\\S");
    private static final String LIST = "Commands:";

    private Commands() {}

    /// By command, in the order of the help; those of a command's own commands after it, as `retention set`.
    static Map<String, String> help() {
        Map<String, String> help = new LinkedHashMap<>();
        add("", help);
        if (help.isEmpty()) {
            throw new IllegalStateException("the help lists no commands");
        }
        return help;
    }

    private static void add(String parent, Map<String, String> help) {
        String text = printed(parent.isEmpty() ? new String[0] : parent.split(" "));
        int list = text.indexOf(LIST);
        if (list < 0) {
            return;
        }
        Matcher listed = LISTED.matcher(text.substring(list));
        while (listed.find()) {
            String command = (parent + " " + listed.group(1)).strip();
            help.put(command, printed(command.split(" ")));
            add(command, help);
        }
    }

    private static String printed(String... command) {
        String[] arguments = new String[command.length + 1];
        System.arraycopy(command, 0, arguments, 0, command.length);
        arguments[command.length] = "--help";
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int status = SluiceCommand.execute(
                new Console(InputStream.nullInputStream(), new PrintWriter(out), new PrintWriter(err)),
                arguments);
        if (status != 0) {
            throw new IllegalStateException(
                    String.join(" ", arguments) + " ended with " + status + ": " + err.toString().strip());
        }
        return out.toString().strip() + "\n";
    }
}
