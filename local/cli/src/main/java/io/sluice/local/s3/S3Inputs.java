package io.sluice.local.s3;

import io.sluice.input.InputException;
import io.sluice.local.records.InputSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Request;
import software.amazon.awssdk.services.s3.model.S3Object;

/// The objects that addresses of `--input` mean, in the order of their keys: an object, what lies below a folder, or,
/// with a `*` at the end, every key that begins so.
public final class S3Inputs {
    private static final int NAMED_MAX = 3;
    private static final String ANY = "*";

    private final S3Access access;

    public S3Inputs(S3Access access) {
        this.access = access;
    }

    /// @param index   of the argument
    /// @param notices takes a sentence about what is left out
    /// @throws InputException when there is nothing, or it can't be listed
    public List<InputSource> find(int index, S3Address address, Consumer<String> notices) {
        try {
            Optional<S3Object> object = object(address);
            return object.isPresent()
                    ? List.of(source(index, address, object.get(), address.key().lastIndexOf('/') + 1))
                    : below(index, address, notices);
        } catch (SdkException e) {
            throw new InputException("The input " + address + " can't be listed: " + S3Failure.of(e, address));
        }
    }

    /// The object of just that key.
    private Optional<S3Object> object(S3Address address) {
        if (address.key().isEmpty() || address.key().endsWith("/")) {
            return Optional.empty();
        }
        return access.client().listObjectsV2(page -> page.bucket(address.bucket()).prefix(address.key()).maxKeys(1))
                .contents().stream().filter(object -> object.key().equals(address.key())).findFirst();
    }

    private List<InputSource> below(int index, S3Address address, Consumer<String> notices) {
        String key = address.key();
        boolean any = key.endsWith(ANY);
        String prefix = any
                ? key.substring(0, key.length() - 1)
                : key.isEmpty() || key.endsWith("/") ? key : key + "/";
        int cut = any ? prefix.lastIndexOf('/') + 1 : prefix.length();
        List<InputSource> sources = new ArrayList<>();
        List<String> hidden = new ArrayList<>();
        var request = ListObjectsV2Request.builder().bucket(address.bucket()).prefix(prefix).build();
        for (S3Object object : access.client().listObjectsV2Paginator(request).contents()) {
            String name = object.key().substring(cut);
            if (object.key().endsWith("/") && object.size() == 0) {
                continue;
            }
            if (name.startsWith(".") || name.contains("/.")) {
                hidden.add(name);
            } else {
                sources.add(source(index, address, object, cut));
            }
        }
        tell(address, sources.isEmpty(), hidden, notices);
        return sources;
    }

    private InputSource source(int index, S3Address address, S3Object object, int cut) {
        S3Address own = address.of(object.key());
        return new InputSource(index + ":" + object.key().substring(cut), own.toString(), object.size(),
                new S3Input(access.client(), own, object.eTag(), object.size()));
    }

    private void tell(S3Address address, boolean none, List<String> hidden, Consumer<String> notices) {
        String left = hidden.isEmpty()
                ? ""
                : String.join(", ", hidden.subList(0, Math.min(NAMED_MAX, hidden.size())))
                        + (hidden.size() > NAMED_MAX ? " and " + (hidden.size() - NAMED_MAX) + " more" : "")
                        + (hidden.size() == 1 ? " is" : " are") + " left out: names that begin with a dot are read"
                        + " where they are named themselves";
        if (none) {
            throw new InputException("The input " + address + " does not exist: "
                    + (left.isEmpty() ? "no object has that key or lies below it" + similar(address) : left));
        }
        if (!left.isEmpty()) {
            notices.accept("Of the input " + address + ", " + left);
        }
    }

    /// Keys that begin so, where none lies in a folder of that name.
    private String similar(S3Address address) {
        if (address.key().isEmpty() || address.key().endsWith("/") || address.key().endsWith(ANY)) {
            return "; aws s3 ls s3://" + address.bucket() + " lists what there is";
        }
        return access.client().listObjectsV2(page -> page.bucket(address.bucket()).prefix(address.key()).maxKeys(1))
                .contents().stream().findFirst()
                .map(first -> "; " + first.key() + " begins with it, and '" + address + "*' means every key that does")
                .orElse("; aws s3 ls s3://" + address.bucket() + " lists what there is");
    }
}
