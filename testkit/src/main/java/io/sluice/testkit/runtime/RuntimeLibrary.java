package io.sluice.testkit.runtime;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// The shared library of AWS's runtime interface client, in a file of this process's own.
///
/// By itself the client copies it to one fixed path in `/tmp` at each start. Lambda runs one process in a `/tmp`; here
/// two that start at once would write the file that the other is about to map, which ends it with SIGBUS.
public final class RuntimeLibrary {
    private static final String PATH = "com.amazonaws.services.lambda.runtime.api.client.runtimeapi.NativeClient.JNI";

    private RuntimeLibrary() {}

    /// The JVM's option that has the client load the library from that file; it is there until this process ends.
    ///
    /// @param client a class of the runtime interface client, whose jar has the library
    /// @return empty where the jar has none for this machine
    /// @throws UncheckedIOException when it can't be copied
    public static Optional<String> option(Class<?> client) {
        String architecture = System.getProperty("os.arch").equals("aarch64") ? "aarch_64" : "x86_64";
        String name = "/jni/libaws-lambda-jni.linux-" + architecture + ".so";
        try (var library = client.getResourceAsStream(name)) {
            if (library == null) {
                return Optional.empty();
            }
            Path copy = Files.createTempFile("libaws-lambda-jni", ".so");
            copy.toFile().deleteOnExit();
            Files.write(copy, library.readAllBytes());
            return Optional.of("-D" + PATH + "=" + copy);
        } catch (IOException e) {
            throw new UncheckedIOException("The library of AWS's runtime interface client can't be copied", e);
        }
    }
}
