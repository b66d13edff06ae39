import io.sluice.lambda.AwsPorts;
import io.sluice.local.server.EmbeddedServices;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.HashMap;

/// The embedded S3 and DynamoDB in a process of their own, until standard input ends. Started by Sluice's launcher, whose
/// own two arguments come first; the third is the folder of both, the fourth the configuration of the stream, whose lanes,
/// if it names any, begin at once. Prints the variables by which clients find them, and an empty line.
final class Stores {
    private Stores() {}

    public static void main(String[] arguments) throws IOException {
        Path folder = Path.of(arguments[2]);
        try (var services = EmbeddedServices.startWithIndexInMemory(folder.resolve("objects"), folder.resolve("state"),
                "data")) {
            begin(Path.of(arguments[3]), services);
            services.environment().forEach((name, value) -> System.out.println(name + "=" + value));
            System.out.println();
            while (System.in.read() >= 0) {
                // Nobody says anything.
            }
        }
    }

    /// As a run on a new folder does: a deployed stream's first lanes wait three hours for functions that know of none.
    private static void begin(Path configuration, EmbeddedServices services) throws IOException {
        var environment = new HashMap<>(services.environment());
        environment.put("SLUICE_CONFIG", Files.readString(configuration));
        try (var stream = AwsPorts.of(environment).stream(InstantSource.system(), _ -> {})) {
            stream.beginBuffers();
        }
    }
}
