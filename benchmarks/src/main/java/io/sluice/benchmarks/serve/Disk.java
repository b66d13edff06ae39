package io.sluice.benchmarks.serve;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Random;

/// The disk by itself: one file, written from its beginning to its end in blocks, each of which is on the disk before
/// the next one is written.
final class Disk {
    private Disk() {}

    /// Bytes a second.
    static double write(Path folder, int blocks, int blockBytes) throws IOException {
        byte[] block = new byte[blockBytes];
        new Random(1).nextBytes(block);
        Path file = folder.resolve("disk");
        long start = System.nanoTime();
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            for (int i = 0; i < blocks; i++) {
                ByteBuffer rest = ByteBuffer.wrap(block);
                while (rest.hasRemaining()) {
                    channel.write(rest);
                }
                channel.force(false);
            }
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        Files.delete(file);
        return (double) blocks * blockBytes / seconds;
    }
}
