package io.sluice.convert;

/// Finds the converter that a delivery's format names. Safe for concurrent use.
@FunctionalInterface
public interface Converters {
    /// For a stream that converts nothing.
    Converters NONE = specification -> {
        throw new UnusableConversionException(
                "its records were buffered to be converted as " + specification
                        + ", and this function has no converter;"
                        + " deploy it with the jar of a stream that converts");
    };

    /// @param specification as in [io.sluice.codec.ObjectFormat.Parquet]
    /// @throws UnusableConversionException       when this function cannot convert so
    /// @throws io.sluice.objects.StoreException when what the specification says cannot be read
    ObjectConverter of(String specification);
}
