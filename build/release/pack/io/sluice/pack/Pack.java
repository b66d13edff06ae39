package io.sluice.pack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Makes what a release is packed of, from the jars of the command line: their licences, the jar that names them all as
/// its class path, and the runnable jar that holds them.
public final class Pack {
    private Pack() {}

    /// @param arguments the folder of the jars; the file that lists them in the order of the class path; the project;
    ///                  the folder of the compiled classes of [io.sluice.start]; the version; the folder to write
    ///                  `licenses`, `sluice.jar` and `runnable.jar` to
    /// @throws IOException when something can't be read or written, or a jar has no licence
    public static void main(String[] arguments) throws IOException {
        Path jars = Path.of(arguments[0]);
        List<String> names = Files.readAllLines(Path.of(arguments[1]));
        Path project = Path.of(arguments[2]);
        Path start = Path.of(arguments[3]);
        String version = arguments[4];
        Path target = Path.of(arguments[5]);
        Path licenses = target.resolve("licenses");
        new Licenses(project).collect(jars, names, licenses);
        try (var pathing = new PlainJar(target.resolve("sluice.jar"))) {
            pathing.manifest("io.sluice.local.cli.Main", version, String.join(" ", names));
            pathing.file("META-INF/LICENSE", project.resolve("LICENSE"));
            pathing.file("META-INF/NOTICE", project.resolve("NOTICE"));
        }
        try (var runnable = new PlainJar(target.resolve("runnable.jar"))) {
            runnable.manifest("io.sluice.start.Start", version, "");
            runnable.file("META-INF/LICENSE", project.resolve("LICENSE"));
            runnable.file("META-INF/NOTICE", project.resolve("NOTICE"));
            runnable.text("META-INF/sluice/list", PackedList.of(jars, names));
            runnable.folder("", start);
            runnable.folder("META-INF/licenses/", licenses);
            for (String name : names) {
                runnable.stored("META-INF/sluice/lib/" + name, jars.resolve(name));
            }
        }
    }
}
