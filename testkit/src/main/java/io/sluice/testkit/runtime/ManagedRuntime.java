package io.sluice.testkit.runtime;

import java.io.File;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The runtime that Lambda brings to a function: a JVM, its options and the code that runs the handler.
///
/// @param classPath of AWS's runtime interface client and what it needs
/// @param options   of the JVM
public record ManagedRuntime(List<Path> classPath, List<String> options) {
    private static final String MAIN = "com.amazonaws.services.lambda.runtime.api.client.AWSLambda";

    public ManagedRuntime {
        classPath = List.copyOf(classPath);
        options = List.copyOf(options);
    }

    /// The runtime with the options that Lambda's Java processes are seen to have.
    ///
    /// AWS's guide tells of the compiler's first tier alone ("Customize Java runtime startup behavior"). The others are
    /// of the command line of a function's process, as functions have printed it: the collector, IPv4, and
    /// `org.crac.Core.Compat`, without which `org.crac` would keep a resource's hooks to itself.
    ///
    /// @param client    a class of the runtime interface client
    /// @param alongside of the jars that it needs
    public static ManagedRuntime of(Class<?> client, Class<?>... alongside) {
        Stream<Path> jars = Stream.concat(Stream.of(client), Stream.of(alongside)).map(ManagedRuntime::jarOf);
        Stream<String> options = Stream.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx512m",
                "-Djava.net.preferIPv4Stack=true", "--add-opens=java.base/java.io=ALL-UNNAMED",
                "-Dorg.crac.Core.Compat=com.amazonaws.services.lambda.crac");
        return new ManagedRuntime(jars.distinct().toList(),
                Stream.concat(options, RuntimeLibrary.option(client).stream()).toList());
    }

    /// The same with one more option of the JVM.
    public ManagedRuntime with(String option) {
        var more = new ArrayList<>(options);
        more.add(option);
        return new ManagedRuntime(classPath, more);
    }

    List<String> command(String handler) {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.addAll(List.of("-classpath",
                classPath.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)), MAIN,
                handler));
        return command;
    }

    static Path jarOf(Class<?> type) {
        try {
            return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException("The jar of " + type + " has no path", e);
        }
    }
}
