package io.sluice.infra;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sluice.infra.Variant.Delivery;
import io.sluice.infra.Variant.Source;
import io.sluice.infra.app.SluiceApp;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// Another text in a prefix of a stream that is deployed.
///
/// @param member   `Prefix` or `ErrorOutputPrefix`
/// @param was      a text in it
/// @param is       what comes in its place
/// @param isOfHead whether it stands before the first expression
record PrefixChange(Delivery delivery, String member, String was, String is, boolean isOfHead) {
    static final List<PrefixChange> ALL = Stream.of(Delivery.values()).flatMap(delivery -> Stream.of(
            new PrefixChange(delivery, "Prefix", "orders/shop=", "sales/shop=", true),
            new PrefixChange(delivery, "Prefix", "orders/shop=", "orders/by-shop=", true),
            new PrefixChange(delivery, "Prefix", "/day=", "/date=", false),
            new PrefixChange(delivery, "ErrorOutputPrefix", "errors/!", "refused/!", true),
            new PrefixChange(delivery, "ErrorOutputPrefix", "-type}/", "-type}/of-orders/", false))).toList();

    /// The deployment of it.
    Change change() {
        Variant variant = Variant.of(delivery, Source.DIRECT);
        return new Change(Matrix.of(variant), with(variant));
    }

    private Deployed with(Variant variant) {
        try {
            Path folder = Files.createTempDirectory(Files.createDirectories(Path.of("target", "synthesis")
                    .toAbsolutePath()), "prefix");
            Path jar = Files.write(folder.resolve("any.jar"), "stands for a jar".getBytes(UTF_8));
            var context = variant.context(folder, jar, jar);
            Path file = Path.of(String.valueOf(context.get("config")));
            var configuration = (ObjectNode) Synthesis.read(file);
            var destination = (ObjectNode) configuration.path("ExtendedS3DestinationConfiguration");
            String before = destination.path(member).asText();
            if (!before.contains(was)) {
                throw new AssertionError(was + " is not in " + before);
            }
            destination.put(member, before.replace(was, is));
            Files.writeString(file, configuration.toString());
            var app = Synthesis.app(folder.resolve("cdk.out"), context);
            SluiceApp.define(app);
            return Deployed.read(Path.of(app.synth().getDirectory()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
