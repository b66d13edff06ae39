package io.sluice.firehose;

/// The position of a record in its Kinesis data stream.
///
/// @param shardId           such as `shardId-000000000000`
/// @param sequenceNumber    decimal, unique in its shard
/// @param subsequenceNumber the record's place in a Kinesis Producer Library aggregate; 0 when Firehose does not say
/// @param partitionKey      the producer's, up to 256 characters
public record KinesisPosition(String shardId, String sequenceNumber, long subsequenceNumber, String partitionKey) {}
