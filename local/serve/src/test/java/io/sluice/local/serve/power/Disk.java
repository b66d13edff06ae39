package io.sluice.local.serve.power;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A disk, and the system's cache before it. A process works on it until its end at a chosen step; then the next one
/// finds all that the last one did, or, after a power failure, one of the states that a disk may have: what was not
/// waited for is there or not, page by page and name by name, lengths without bytes, and deleted files again.
///
/// Thread-safe. Threads whose names begin with `feeder-` do nothing before it is their turn, so that what a world does
/// follows from its seed.
final class Disk {
    private final Random random;
    private final Mistake mistake;
    private final Node.OfFolder root = new Node.OfFolder(1);
    private long numbers = 1;
    private long steps;
    private long story;
    private long cutAt = Long.MAX_VALUE;
    private boolean endsInAWait;
    private boolean isCut;
    private String turn = "";
    private @Nullable Runnable atNextForce;

    Disk(Random random, Mistake mistake) {
        this.random = random;
        this.mistake = mistake;
    }

    /// Begins the next process, which ends at step number `step` of its own; some do at the next wait for a file after
    /// that, where most is at stake.
    synchronized void begin(long step) {
        steps = 0;
        cutAt = step;
        endsInAWait = random.nextInt(3) == 0;
        isCut = false;
        turn = "";
    }

    /// Ends the process.
    synchronized void cut() {
        isCut = true;
        notifyAll();
    }

    synchronized boolean isCut() {
        return isCut;
    }

    /// A hash of all steps so far, of all processes.
    synchronized long story() {
        return story;
    }

    /// Has the power fail, once the process has ended.
    synchronized void fail() {
        List<byte[]> blocks = new ArrayList<>();
        Set<Node> nodes = new HashSet<>();
        collect(root, nodes, file -> blocks.add(file.bytes()));
        List<Node> inOrder = nodes.stream().sorted((one, other) -> Long.compare(one.number(), other.number())).toList();
        inOrder.forEach(each -> each.fail(random, blocks));
    }

    /// A file where it is.
    record Found(Node.OfFolder folder, String name, Node.OfFile file) {}

    /// The files whose names begin with `prefix`, in the order of their names in each folder.
    synchronized List<Found> files(String prefix) {
        List<Found> found = new ArrayList<>();
        find(root, prefix, found);
        return found;
    }

    private static void find(Node.OfFolder in, String prefix, List<Found> found) {
        in.entries().forEach((name, node) -> {
            switch (node) {
                case Node.OfFolder folder -> find(folder, prefix, found);
                case Node.OfFile file -> {
                    if (name.startsWith(prefix)) {
                        found.add(new Found(in, name, file));
                    }
                }
            }
        });
    }

    synchronized void remove(Found found) {
        found.folder.change(names(found.name, null));
        found.folder.force();
    }

    private static void collect(Node node, Set<Node> into, Consumer<Node.OfFile> files) {
        if (!into.add(node)) {
            return;
        }
        switch (node) {
            case Node.OfFile file -> files.accept(file);
            case Node.OfFolder folder -> folder.all().forEach(each -> collect(each, into, files));
        }
    }

    /// Lets the feeder of `stream` work until the next turn.
    synchronized void turnOf(String stream) {
        turn = "feeder-" + stream;
        notifyAll();
    }

    /// Does something once, in the middle of the next wait for a file.
    synchronized void atNextForce(Runnable what) {
        atNextForce = what;
    }

    private void awaitTurn() {
        String name = Thread.currentThread().getName();
        while (name.startsWith("feeder-") && !name.equals(turn) && !isCut) {
            try {
                wait();
            } catch (InterruptedException e) {
                throw new PowerCut();
            }
        }
        if (isCut) {
            throw new PowerCut();
        }
    }

    /// A step of the process.
    ///
    /// @return whether it is the last one, which is done by half
    private boolean step(String what) {
        awaitTurn();
        story = story * 31 + what.hashCode();
        return ++steps > cutAt && (!endsInAWait || what.startsWith("wait "));
    }

    private void end() {
        cut();
        throw new PowerCut();
    }

    /// A step elsewhere, which is done or not when it is the last one.
    void elsewhere(Runnable what) {
        boolean isLast;
        boolean isDone;
        synchronized (this) {
            isLast = step("elsewhere");
            isDone = !isLast || random.nextBoolean();
        }
        if (isDone) {
            what.run();
        }
        if (isLast) {
            end();
        }
    }

    synchronized Optional<Node> find(List<String> path) {
        awaitTurn();
        return node(path);
    }

    private Optional<Node> node(List<String> path) {
        Node at = root;
        for (String name : path) {
            if (!(at instanceof Node.OfFolder folder) || !folder.entries().containsKey(name)) {
                return Optional.empty();
            }
            at = folder.entries().get(name);
        }
        return Optional.of(at);
    }

    private Node.OfFolder parent(List<String> path) throws IOException {
        List<String> above = path.subList(0, path.size() - 1);
        if (node(above).orElse(null) instanceof Node.OfFolder folder) {
            return folder;
        }
        throw new NoSuchFileException("/" + String.join("/", above));
    }

    /// The names in a folder, in no order.
    synchronized List<String> names(List<String> path) throws IOException {
        awaitTurn();
        if (!(node(path).orElse(null) instanceof Node.OfFolder folder)) {
            throw new NoSuchFileException("/" + String.join("/", path));
        }
        List<String> names = new ArrayList<>(folder.entries().keySet());
        Collections.shuffle(names, new Random(names.hashCode()));
        return names;
    }

    synchronized Node.OfFile createFile(List<String> path) throws IOException {
        var file = new Node.OfFile(++numbers);
        create(path, file);
        return file;
    }

    synchronized void createFolder(List<String> path) throws IOException {
        create(path, new Node.OfFolder(++numbers));
    }

    private void create(List<String> path, Node node) throws IOException {
        boolean isLast = step("create " + path);
        if (node(path).isPresent()) {
            throw new FileAlreadyExistsException("/" + String.join("/", path));
        }
        change(parent(path), names(path.getLast(), node), isLast);
    }

    synchronized void delete(List<String> path) throws IOException {
        boolean isLast = step("delete " + path);
        if (node(path).isEmpty()) {
            throw new NoSuchFileException("/" + String.join("/", path));
        }
        if (node(path).get() instanceof Node.OfFolder folder && !folder.entries().isEmpty()) {
            throw new DirectoryNotEmptyException("/" + String.join("/", path));
        }
        change(parent(path), names(path.getLast(), null), isLast);
    }

    /// Gives a file or folder another name in its folder.
    synchronized void rename(List<String> path, List<String> to) throws IOException {
        boolean isLast = step("rename " + path);
        Node node = node(path).orElseThrow(() -> new NoSuchFileException("/" + String.join("/", path)));
        if (!path.subList(0, path.size() - 1).equals(to.subList(0, to.size() - 1))) {
            throw new IOException("no process renames from folder to folder");
        }
        Map<String, @Nullable Node> names = names(path.getLast(), null);
        names.put(to.getLast(), node);
        Optional<Node> before = node(to);
        change(parent(path), names, isLast);
        mistake.renamed(node, before);
    }

    private static Map<String, @Nullable Node> names(String name, @Nullable Node node) {
        Map<String, @Nullable Node> names = new HashMap<>();
        names.put(name, node);
        return names;
    }

    private void change(Node.OfFolder folder, Map<String, @Nullable Node> names, boolean isLast) {
        if (!isLast || random.nextBoolean()) {
            folder.change(names);
        }
        if (isLast) {
            end();
        }
    }

    synchronized byte[] read(Node.OfFile file) {
        awaitTurn();
        return file.bytes();
    }

    synchronized void write(Node.OfFile file, long at, byte[] bytes) {
        boolean isLast = step("write " + file.number() + " " + at + " " + bytes.length);
        file.write(Math.toIntExact(at), isLast ? Arrays.copyOf(bytes, random.nextInt(bytes.length + 1)) : bytes);
        if (isLast) {
            end();
        }
    }

    synchronized void truncate(Node.OfFile file, long size) {
        boolean isLast = step("truncate " + file.number() + " " + size);
        mistake.truncate(file, Math.toIntExact(size));
        if (isLast) {
            end();
        }
    }

    /// Waits for the disk.
    void force(List<String> path, Node node) {
        Runnable first = null;
        synchronized (this) {
            awaitTurn();
            if (node instanceof Node.OfFile && Thread.currentThread().getName().startsWith("client-")) {
                first = atNextForce;
                atNextForce = null;
            }
        }
        if (first != null) {
            first.run();
        }
        synchronized (this) {
            boolean isLast = step((node instanceof Node.OfFile ? "wait " : "names ") + path);
            if (!isLast || random.nextBoolean()) {
                mistake.force(path, node);
            }
            if (isLast) {
                end();
            }
        }
    }
}
