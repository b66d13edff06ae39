package io.sluice.local.completion;

import io.sluice.local.completion.Command.Option;
import io.sluice.local.completion.Command.Values;
import java.util.List;
import java.util.stream.Collectors;

/// The script for bash, from 3.2 on: a function that finds the command among the words, and then what fits.
final class BashScript {
    private static final String HEAD = """
            # bash completion of sluice, for: source <(./sluice completion bash)
            _sluice() {
              local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} command= i each
              for ((i = 1; i < COMP_CWORD; i++)); do
                case "${command:+$command }${COMP_WORDS[i]}" in
                  PATHS) command="${command:+$command }${COMP_WORDS[i]}" ;;
                esac
              done
              # bash takes --config=FILE for three words.
              [[ $word != = ]] || word=
              [[ $before != = ]] || before=${COMP_WORDS[COMP_CWORD - 2]}
              COMPREPLY=()
              while IFS= read -r each; do
                COMPREPLY+=("$each")
              done < <(
                case "$command" in
            """;
    private static final String TAIL = """
                esac
              )
            }
            complete -o filenames -F _sluice sluice
            """;

    private BashScript() {}

    static String of(List<Command> commands) {
        String paths = commands.stream().map(Command::path).filter(path -> !path.isEmpty()).map(Shell::quoted)
                .collect(Collectors.joining(" | "));
        StringBuilder script = new StringBuilder(HEAD.replace("PATHS", paths));
        commands.forEach(command -> add(command, script));
        return script.append(TAIL).toString();
    }

    private static void add(Command command, StringBuilder to) {
        to.append("      ").append(Shell.quoted(command.path())).append(")\n        case $before in\n");
        for (Option option : command.options()) {
            if (!(option.values() instanceof Values.Nothing)) {
                to.append("          ").append(String.join(" | ", option.names())).append(") ")
                        .append(answer(option.values())).append(" ;;\n");
            }
        }
        String names = command.options().stream().flatMap(option -> option.names().stream())
                .collect(Collectors.joining(" "));
        to.append("          *) if [[ $word == -* ]]; then compgen -W ").append(Shell.quoted(names))
                .append(" -- \"$word\"; else ").append(answer(command.parameters()))
                .append("; fi ;;\n        esac\n        ;;\n");
    }

    private static String answer(Values values) {
        return switch (values) {
            case Values.Nothing(),Values.Text() -> ":";
            case Values.Files() -> "compgen -f -- \"$word\"";
            case Values.Words(List<String> words) ->
                "compgen -W " + Shell.quoted(String.join(" ", words)) + " -- \"$word\"";
        };
    }
}
