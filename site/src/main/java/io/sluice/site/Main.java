package io.sluice.site;

import java.io.IOException;
import java.nio.file.Path;

/// Writes the site: `Main CHECKOUT FOLDER`.
public final class Main {
    private Main() {}

    /// @throws IOException when a page can't be read or written
    public static void main(String[] arguments) throws IOException {
        if (arguments.length != 2) {
            throw new IllegalArgumentException("takes the checkout and the folder to write to, not " + arguments.length
                    + " arguments");
        }
        new Site(Path.of(arguments[0]), Path.of(arguments[1])).write();
    }
}
