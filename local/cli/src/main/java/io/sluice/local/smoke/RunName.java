package io.sluice.local.smoke;

import io.sluice.local.UsageException;
import java.nio.file.Path;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;

/// The name of a smoke run, which all that it makes begins with: its stream, its stack and its queue are called so.
///
/// @param value as `sluice-smoke-1a2b3c4d`
public record RunName(String value) {
    private static final Pattern FORM = Pattern.compile("sluice-smoke-[0-9a-f]{8}");

    /// @throws UsageException when no run can be called so
    public RunName {
        if (!FORM.matcher(value).matches()) {
            throw new UsageException("'" + value + "' is no name of a smoke run; one is like sluice-smoke-1a2b3c4d, as"
                    + " the run says and as its file in the folder that it was started in is called");
        }
    }

    /// A name that nobody else has.
    public static RunName random(RandomGenerator random) {
        return new RunName("sluice-smoke-%08x".formatted(random.nextInt()));
    }

    /// The bucket of the code and the template.
    String codeBucket() {
        return value + "-code";
    }

    /// The file in `folder` that tells what the run has made, as long as any of it may be there.
    Path file(Path folder) {
        return folder.resolve(value + ".json");
    }

    @Override
    public String toString() {
        return value;
    }
}
