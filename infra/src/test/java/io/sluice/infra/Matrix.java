package io.sluice.infra;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.cdklabs.cdknag.AwsSolutionsChecks;
import io.sluice.infra.app.SluiceApp;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import software.amazon.awscdk.Aspects;

/// Synthesises variants in this process, each once, with cdk-nag over it.
final class Matrix {
    private static final Path FOLDER = Path.of("target", "matrix").toAbsolutePath();
    private static final Map<Variant, Deployed> SYNTHESISED = new ConcurrentHashMap<>();

    private Matrix() {}

    static Deployed of(Variant variant) {
        return SYNTHESISED.computeIfAbsent(variant, Matrix::synthesise);
    }

    /// Where its templates are, once it is synthesised.
    static Path folder(Variant variant) {
        return FOLDER.resolve(variant.toString().replace(", ", "-").replace(' ', '_'));
    }

    private static Deployed synthesise(Variant variant) {
        try {
            Path folder = Files.createDirectories(folder(variant));
            var app = Synthesis.app(folder, variant.context(folder, jar("functions"), jar("parquet")));
            SluiceApp.define(app);
            Aspects.of(app).add(new AwsSolutionsChecks());
            return Deployed.read(Path.of(app.synth().getDirectory()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Stands for a jar where its content does not matter.
    private static Path jar(String module) throws IOException {
        return Files.write(FOLDER.resolve(module + ".jar"), ("stands for the jar of " + module).getBytes(UTF_8));
    }
}
