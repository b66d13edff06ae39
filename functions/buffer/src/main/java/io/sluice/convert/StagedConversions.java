package io.sluice.convert;

import io.sluice.objects.Body;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.ObjectStore;
import io.sluice.objects.StoreException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// Conversions by their names, kept beside the staged records for as long as the bucket lives: whatever a stream's
/// configuration says by the time an object is made, its records are converted as they were meant to be when they were
/// buffered. Safe for concurrent use.
public final class StagedConversions implements Converters {
    private final String stream;
    private final ObjectStore staging;
    private final RowFormat format;
    private final Map<String, ObjectConverter> known = new ConcurrentHashMap<>();

    public StagedConversions(String stream, ObjectStore staging, RowFormat format) {
        this.stream = stream;
        this.staging = staging;
        this.format = format;
    }

    /// The key that a conversion is kept under.
    public static ObjectKey key(String stream, String id) {
        return new ObjectKey("conversions/" + stream + "/" + id);
    }

    /// Keeps a conversion: a blind put of the same bytes each time.
    public static void keep(String stream, FormatConversion conversion, ObjectStore staging) {
        staging.put(key(stream, conversion.id()), Body.of(ConversionText.write(conversion)));
    }

    @Override
    public ObjectConverter of(String specification) {
        return known.computeIfAbsent(specification, this::read);
    }

    private ObjectConverter read(String specification) {
        ObjectKey key = key(stream, specification);
        byte[] text;
        try {
            text = staging.get(key);
        } catch (StoreException e) {
            if (e.kind() == StoreException.Kind.MISSING) {
                throw new UnusableConversionException("its conversion " + key + " is not in the staging bucket; it was"
                        + " deleted: restore it from a copy, as the staging bucket keeps no versions by itself", e);
            }
            throw e;
        }
        if (!ConversionText.id(text).equals(specification)) {
            throw new UnusableConversionException(
                    "its conversion " + key + " is not what Sluice wrote there; restore it"
                            + " from a copy, as the staging bucket keeps no versions by itself");
        }
        return new RowConverter(ConversionText.read(text), format);
    }
}
