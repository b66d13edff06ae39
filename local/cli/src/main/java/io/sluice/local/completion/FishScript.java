package io.sluice.local.completion;

import io.sluice.local.completion.Command.Option;
import io.sluice.local.completion.Command.Values;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/// The script for fish: a line for each command and each option.
final class FishScript {
    private FishScript() {}

    static String of(List<Command> commands) {
        StringBuilder script = new StringBuilder(
                "# fish completion of sluice, for: ./sluice completion fish | source\ncomplete -c sluice -f\n");
        for (Command command : commands) {
            if (!command.path().isEmpty()) {
                script.append("complete -c sluice -n ").append(Shell.quoted(where(command.parent(), commands)))
                        .append(" -a ").append(Shell.quoted(command.name())).append(about(command.about()))
                        .append('\n');
            }
            String where = command.path().isEmpty() ? "__fish_use_subcommand" : seen(command.path());
            command.options().forEach(option -> add(option, where, script));
            String parameters = answer(command.parameters());
            if (!parameters.isEmpty() && commands.stream().noneMatch(each -> !each.path().isEmpty()
                    && each.parent().equals(command.path()))) {
                script.append("complete -c sluice -n ").append(Shell.quoted(where)).append(parameters).append('\n');
            }
        }
        return script.toString();
    }

    private static void add(Option option, String where, StringBuilder to) {
        to.append("complete -c sluice -n ").append(Shell.quoted(where));
        for (String name : option.names()) {
            to.append(name.startsWith("--") ? " -l " + name.substring(2) : " -s " + name.substring(1));
        }
        to.append(switch (option.values()) {
            case Values.Nothing() -> "";
            case Values.Text() -> " -x";
            case Values.Files() -> " -r -F";
            case Values.Words _ -> " -x" + answer(option.values());
        }).append(about(option.about())).append('\n');
    }

    /// The condition that the words of `path`, and none that stands under it, were given.
    private static String where(String path, List<Command> commands) {
        if (path.isEmpty()) {
            return "__fish_use_subcommand";
        }
        String below = commands.stream().filter(each -> each.parent().equals(path)).map(Command::name)
                .collect(Collectors.joining(" "));
        return seen(path) + "; and not __fish_seen_subcommand_from " + below;
    }

    private static String seen(String path) {
        return Arrays.stream(path.split(" ")).map(word -> "__fish_seen_subcommand_from " + word)
                .collect(Collectors.joining("; and "));
    }

    private static String answer(Values values) {
        return switch (values) {
            case Values.Nothing(),Values.Text() -> "";
            case Values.Files() -> " -F";
            case Values.Words(List<String> words) -> " -a " + Shell.quoted(String.join(" ", words));
        };
    }

    private static String about(String text) {
        return " -d " + Shell.quoted(text.replace("\\", "\\\\"));
    }
}
