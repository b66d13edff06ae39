package io.sluice.local.plan;

/// The size of an object by the size of its records.
///
/// @param perByte bytes for each byte of records
/// @param fixed   bytes of an object of data beside these: a Parquet file's column chunks' headers and footer. Error
///                objects have none
public record ObjectSize(double perByte, double fixed) {
    /// Returns the bytes of an object of so many bytes of records.
    double of(double rawBytes, boolean errors) {
        return rawBytes * perByte + (errors ? 0 : fixed);
    }
}
