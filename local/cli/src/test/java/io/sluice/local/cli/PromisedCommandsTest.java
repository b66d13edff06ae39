package io.sluice.local.cli;

import io.sluice.local.cli.Cli.Outcome;
import io.sluice.testkit.promise.PromisedList;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

/// A script that calls the command line goes on: commands, options with what they take and their defaults, and exit
/// statuses stay. Of those that signals make, `ResultStreamTest` and `StopSignalTest` say more.
final class PromisedCommandsTest {
    private final Map<String, String> promises = new TreeMap<>();

    @Test
    void whatIsPromisedOfTheCommandLineIsKept(@TempDir Path folder) throws IOException {
        var nothing = new PrintWriter(Writer.nullWriter());
        CommandLine all = CommandTree.all(new Console(InputStream.nullInputStream(), nothing, nothing));
        all.getSubcommands().forEach(this::add);
        addStatuses(folder);
        PromisedList.read(Path.of("../.."), "commands").requireOf(promises);
    }

    private void add(String path, CommandLine command) {
        promises.put(path, "a command");
        for (OptionSpec option : command.getCommandSpec().options()) {
            for (String name : option.hidden() ? new String[0] : option.names()) {
                promises.put(path + " " + name, meaning(option));
                addValues(path + " " + name, option);
            }
        }
        command.getCommandSpec().positionalParameters().forEach(each -> {
            promises.put(path + " operand " + each.index(), meaning(each));
            addValues(path + " operand " + each.index(), each);
        });
        command.getSubcommands().forEach((name, nested) -> add(path + " " + name, nested));
    }

    private static String meaning(ArgSpec arg) {
        String taken = arg.arity().max() == 0 ? "a flag" : arg.isMultiValue() ? "values" : "a value";
        String preset = arg.defaultValue();
        return (arg.required() ? "required: " : "") + taken + (preset == null ? "" : ", " + preset + " by default");
    }

    private void addValues(String path, ArgSpec arg) {
        Class<?> type = arg.typeInfo().isMultiValue() ? arg.auxiliaryTypes()[0] : arg.type();
        if (type.isEnum()) {
            for (Object value : Objects.requireNonNull(type.getEnumConstants())) {
                promises.put(path + ": " + value, "a value");
            }
        }
    }

    private void addStatuses(Path folder) throws IOException {
        String config;
        try (InputStream keyed = PromisedCommandsTest.class.getResourceAsStream("keyed.json")) {
            config = Files.write(folder.resolve("stream.json"), Objects.requireNonNull(keyed).readAllBytes())
                    .toString();
        }
        String input = Files.writeString(folder.resolve("in.ndjson"), "{\"net\":\"uw\",\"place\":{\"day\":\"1\"}}\n")
                .toString();
        String rejected = Files.writeString(folder.resolve("bad.ndjson"), "no JSON\n").toString();
        String out = folder.resolve("out").toString();
        status("a run that delivered", "run", "--config", config, "--input", input, "--out", out);
        status("a verification that finds nothing", "verify", "--config", config, "--input", input, "--out", out);
        status("a verification that finds something", "verify", "--config", config, "--input", rejected, "--out", out);
        status("a run of which all was rejected", "run", "--config", config, "--input", rejected, "--out",
                folder.resolve("other").toString());
        status("a valid configuration", "check", config);
        status("an invalid configuration", "check", rejected);
        status("an unknown command", "runn");
        status("an unknown option", "run", "--confg", config);
        status("a file that is missing", "check", folder.resolve("none.json").toString());
        status("help", "run", "--help");
        status("a program of jq's own options that fails", "jq", "-c", ".a.b", rejected);
        status("a program of jq's own options that is none", "jq", "-c", ".a.[", input);
        status("a program whose last output is null, with -e", "jq", "-e", ".none", input);
        status("a record on which a program fails", "jq", ".net.x", input);
    }

    private void status(String of, String... arguments) {
        Outcome outcome = Cli.run(arguments);
        promises.put("exit status of " + of, Integer.toString(outcome.status()));
    }
}
