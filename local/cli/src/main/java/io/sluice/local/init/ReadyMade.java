package io.sluice.local.init;

import io.sluice.local.UsageException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// A configuration that is made already, for data that AWS writes: with a sample, a file of tests, and the columns of
/// its table.
///
/// @param name   of the data
/// @param sample the file with the sample
public record ReadyMade(String name, String sample) {
    private static final String CONFIGURATION = "stream.json";
    private static final String TESTS = "test.yaml";
    private static final List<ReadyMade> ALL = List.of(new ReadyMade("alb", "sample.log"),
            new ReadyMade("cloudfront", "sample.log"), new ReadyMade("cloudtrail", "sample.json"),
            new ReadyMade("vpc-flow-logs", "sample.log"));

    /// The names that there are.
    public static List<String> names() {
        return ALL.stream().map(ReadyMade::name).toList();
    }

    /// @throws UsageException when there is none of that name
    public static ReadyMade of(String name) {
        return ALL.stream().filter(each -> each.name.equals(name)).findFirst().orElseThrow(() -> new UsageException(
                "--for is one of " + String.join(", ", names()) + ", not '" + name + "'; for other data, give a sample"
                        + " with --input"));
    }

    /// The configuration.
    public byte[] configuration() throws IOException {
        return read(CONFIGURATION);
    }

    /// Writes all files into `folder`, which is made.
    ///
    /// @throws UsageException when it is there already
    public void write(Path folder) throws IOException {
        try {
            Path parent = folder.toAbsolutePath().getParent();
            if (parent != null) {
                Files.createDirectories(parent);
            }
            Files.createDirectory(folder);
        } catch (FileAlreadyExistsException e) {
            throw new UsageException(folder + " is there already, and init overwrites nothing; name another folder with"
                    + " --out");
        }
        for (String file : List.of(CONFIGURATION, TESTS, sample)) {
            Files.write(folder.resolve(file), read(file));
        }
    }

    private byte[] read(String file) throws IOException {
        String resource = name + "/" + file;
        try (InputStream in = ReadyMade.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IOException("the resource " + resource + " is missing; this jar is not whole");
            }
            return in.readAllBytes();
        }
    }
}
