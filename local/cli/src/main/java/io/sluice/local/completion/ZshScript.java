package io.sluice.local.completion;

import io.sluice.local.completion.Command.Option;
import io.sluice.local.completion.Command.Values;
import java.util.List;
import java.util.stream.Collectors;

/// The script for zsh: a function of its completion system.
final class ZshScript {
    private static final String HEAD = """
            #compdef sluice
            # zsh completion of sluice, for: source <(./sluice completion zsh)
            _sluice() {
              local command= before=${words[CURRENT - 1]} i
              local -a options
              for ((i = 2; i < CURRENT; i++)); do
                case "${command:+$command }${words[i]}" in
                  PATHS) command="${command:+$command }${words[i]}" ;;
                esac
              done
              if [[ $PREFIX == --*=* ]]; then
                before=${PREFIX%%=*}
                compset -P '*='
              fi
              case "$command" in
            """;
    private static final String TAIL = """
              esac
            }
            if [[ ${funcstack[1]} == _sluice ]]; then
              _sluice "$@"
            else
              compdef _sluice sluice
            fi
            """;

    private ZshScript() {}

    static String of(List<Command> commands) {
        String paths = commands.stream().map(Command::path).filter(path -> !path.isEmpty()).map(Shell::quoted)
                .collect(Collectors.joining(" | "));
        StringBuilder script = new StringBuilder(HEAD.replace("PATHS", paths));
        commands.forEach(command -> add(command, commands, script));
        return script.append(TAIL).toString();
    }

    private static void add(Command command, List<Command> all, StringBuilder to) {
        to.append("    ").append(Shell.quoted(command.path())).append(")\n      case $before in\n");
        for (Option option : command.options()) {
            if (!(option.values() instanceof Values.Nothing)) {
                to.append("        ").append(String.join(" | ", option.names())).append(") ")
                        .append(answer(option.values())).append(" ;;\n");
            }
        }
        to.append("        *)\n          if [[ $PREFIX == -* ]]; then\n            options=(\n");
        for (Option option : command.options()) {
            option.names().forEach(name -> described(name, option.about(), to));
        }
        to.append("            )\n            _describe -o option options\n          else\n");
        List<Command> below = all.stream()
                .filter(each -> !each.path().isEmpty() && each.parent().equals(command.path())).toList();
        if (below.isEmpty()) {
            to.append("            ").append(answer(command.parameters())).append('\n');
        } else {
            to.append("            options=(\n");
            below.forEach(each -> described(each.name(), each.about(), to));
            to.append("            )\n            _describe command options\n");
        }
        to.append("          fi\n          ;;\n      esac\n      ;;\n");
    }

    private static void described(String name, String about, StringBuilder to) {
        to.append("              ").append(Shell.quoted(name + ":" + about)).append('\n');
    }

    private static String answer(Values values) {
        return switch (values) {
            case Values.Nothing(),Values.Text() -> "_message value";
            case Values.Files() -> "_files";
            case Values.Words(List<String> words) ->
                "compadd -- " + words.stream().map(Shell::quoted).collect(Collectors.joining(" "));
        };
    }
}
