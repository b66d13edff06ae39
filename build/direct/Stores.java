import io.sluice.local.server.EmbeddedServices;
import java.io.IOException;
import java.nio.file.Path;

/// The embedded S3 and DynamoDB in a process of their own, until standard input ends. Started by Sluice's launcher, whose
/// own two arguments come first; the third is the folder of both. Prints the variables by which clients find them, and
/// an empty line.
final class Stores {
    private Stores() {}

    public static void main(String[] arguments) throws IOException {
        Path folder = Path.of(arguments[2]);
        try (var services = EmbeddedServices.startWithIndexInMemory(folder.resolve("objects"), folder.resolve("state"),
                "data")) {
            services.environment().forEach((name, value) -> System.out.println(name + "=" + value));
            System.out.println();
            while (System.in.read() >= 0) {
                // Nobody says anything.
            }
        }
    }
}
