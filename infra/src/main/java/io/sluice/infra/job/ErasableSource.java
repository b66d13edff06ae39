package io.sluice.infra.job;

import java.nio.file.Path;

/// Objects whose paths do not tell the key, and which an erasure reads and writes anew: the source of a repartition.
///
/// @param prefix of the objects
/// @param jar    with what reads Parquet, `parquet/target/sluice-parquet.jar`, built
public record ErasableSource(String prefix, Path jar) {}
