package io.sluice.local.serve.power;

import java.util.List;
import java.util.Optional;

/// A mistake between a server and its disk, for a test of what finds it.
class Mistake {
    /// None is made.
    static final Mistake NONE = new Mistake();

    /// Waits for the disk.
    void force(List<String> path, Node node) {
        node.force();
    }

    void truncate(Node.OfFile file, int size) {
        file.truncate(size);
    }

    /// A file or folder has another name, which led to `before`.
    void renamed(Node node, Optional<Node> before) {
        // A name is all that changes.
    }

    /// No process works on the disk.
    void atRest(Disk disk) {
        // It stays as it is.
    }
}
