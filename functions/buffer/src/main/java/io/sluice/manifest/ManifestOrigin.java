package io.sluice.manifest;

import io.sluice.encoding.ByteReader;
import io.sluice.encoding.ByteWriter;
import io.sluice.objects.ObjectKey;
import java.util.Optional;

/// The origin of a manifest, and what of it its own commit decided: what is needed to tell, without the state item,
/// which of several manifests was committed, and which staged batches it does not know.
///
/// @param base            the manifest that it replaces; empty for the first
/// @param firstNewSegment segments from this number on were folded by this commit; 0: perhaps all of them
/// @param inherited       how many of the deliveries, the first ones, an earlier commit decided; this one decided the
///     others
/// @param watermark       every batch that was staged before is folded, or was never accepted; epoch milliseconds.
///        Batches that are forgotten were staged before it, each time that they were
public record ManifestOrigin(Optional<ObjectKey> base, long firstNewSegment, int inherited, long watermark) {
    /// Of the first manifest, and of those that do not say.
    public static final ManifestOrigin UNKNOWN = new ManifestOrigin(Optional.empty(), 0, 0, 0);

    public ManifestOrigin {
        if (firstNewSegment < 0 || inherited < 0 || watermark < 0) {
            throw new IllegalArgumentException("a manifest with segments from " + firstNewSegment + ", " + inherited
                    + " deliveries of earlier ones and the watermark " + watermark);
        }
    }

    ManifestOrigin replacing(Optional<ObjectKey> replaced) {
        return new ManifestOrigin(replaced, firstNewSegment, inherited, watermark);
    }

    void encode(ByteWriter out) {
        out.text(base.map(ObjectKey::value).orElse("")).varint(firstNewSegment).varint(inherited).varint(watermark);
    }

    static ManifestOrigin decode(ByteReader in) {
        String base = in.text();
        return new ManifestOrigin(base.isEmpty() ? Optional.empty() : Optional.of(new ObjectKey(base)), in.varint(),
                in.length(), in.varint());
    }
}
