package io.sluice.local.folder;

import java.nio.file.Files;

/// The state of a run in a folder of `--out`, as far as others have to know of it: what was buffered may wait there.
public final class RunState {
    /// Under the folder of the objects. No bucket's name begins with a dot.
    public static final String FOLDER = ".sluice";
    /// The file in it that says which run it is.
    public static final String IDENTITY = "run.json";

    private RunState() {}

    /// Tests whether `out` holds a run that is at work or was cut short.
    public static boolean isUnfinished(OutFolder out) {
        return Files.exists(out.resolve(FOLDER).resolve(IDENTITY));
    }
}
