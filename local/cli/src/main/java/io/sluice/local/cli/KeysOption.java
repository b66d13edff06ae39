package io.sluice.local.cli;

import io.sluice.api.KeyRing;
import io.sluice.api.Keys;
import io.sluice.api.ReloadedKeys;
import io.sluice.lambda.AwsPorts;
import io.sluice.local.JobFailedException;
import io.sluice.local.UsageException;
import io.sluice.objects.StoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import picocli.CommandLine.Option;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;

/// `--keys` and `--keys-secret` of `serve`: who may call.
final class KeysOption {
    private static final Keys OF_LOOPBACK = Keys.of("local", "local");

    @Option(names = "--keys", paramLabel = "FILE", description = {
            "Who may call: lines of 'access-key secret-key' (default on loopback: local local). With --stateless the",
            "file is read again while calls come, and a line may end with the names of the only streams that its key",
            "is for: 'access-key secret-key clicks,orders'."})
    private Optional<Path> file = Optional.empty();

    @Option(names = "--keys-secret", paramLabel = "ARN", description = {
            "With --stateless, who may call: a secret of AWS Secrets Manager with the lines of --keys (default:",
            "SLUICE_KEYS_SECRET)."})
    private Optional<String> secret = Optional.empty();

    /// The secret that is named; empty: neither an option nor the environment names one, or a file is named.
    private Optional<String> secret(Map<String, String> process) {
        if (file.isPresent() && secret.isPresent()) {
            throw new UsageException("--keys and --keys-secret both tell who may call: leave one of the two out");
        }
        return file.isPresent()
                ? Optional.empty()
                : secret.or(() -> Optional.ofNullable(process.get("SLUICE_KEYS_SECRET")))
                        .filter(arn -> !arn.isEmpty());
    }

    /// Tests whether a file is named.
    boolean isFileGiven() {
        return file.isPresent();
    }

    /// Tests whether a file is named, or a secret.
    boolean isGiven(Map<String, String> process) {
        return file.isPresent() || secret(process).isPresent();
    }

    /// The keys of a server that reads them once.
    ///
    /// @throws UsageException when they can't be used
    Keys keys() {
        if (secret.isPresent()) {
            throw new UsageException("--keys-secret goes with --stateless");
        }
        if (file.isEmpty()) {
            return OF_LOOPBACK;
        }
        Keys keys = used(() -> Keys.parse(text(file.get())), file.get().toString());
        if (keys.all().stream().anyMatch(key -> key.streams().isPresent())) {
            throw new UsageException("The keys in " + file.get() + " name the streams that they are for, which goes"
                    + " with --stateless alone: here each key is for all streams");
        }
        return keys;
    }

    /// The keys of a server that reads them again while calls come.
    ///
    /// @param warnings told when that fails
    /// @throws UsageException     when they can't be used
    /// @throws JobFailedException when the secret can't be read
    KeyRing ring(Map<String, String> process, Consumer<String> warnings) {
        Optional<String> arn = secret(process);
        if (file.isEmpty() && arn.isEmpty()) {
            return OF_LOOPBACK;
        }
        try {
            return used(() -> new ReloadedKeys(text(arn, process), InstantSource.system(), warnings),
                    arn.orElseGet(() -> String.valueOf(file.orElseThrow())));
        } catch (StoreException e) {
            throw new JobFailedException("The keys can't be read: " + e.getMessage(), e);
        }
    }

    private Supplier<String> text(Optional<String> arn, Map<String, String> process) {
        return arn.<Supplier<String>>map(each -> AwsPorts.secret(each, process, UrlConnectionHttpClient.create()))
                .orElse(() -> text(file.orElseThrow()));
    }

    private static String text(Path file) {
        if (Files.notExists(file)) {
            throw new UsageException("The keys in " + file + " can't be read: there is no such file");
        }
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UsageException("The keys in " + file + " can't be read: " + e);
        }
    }

    private static <T> T used(Supplier<T> keys, String where) {
        try {
            return keys.get();
        } catch (IllegalArgumentException e) {
            throw new UsageException("The keys in " + where + " can't be used: " + e.getMessage());
        }
    }
}
