package io.sluice.local.plan;

import java.time.Duration;

/// The requests of a run to AWS's services.
///
/// @param s3Put               PUT requests
/// @param s3Get               GET and HEAD requests
/// @param s3Delete            DELETE requests
/// @param s3List              LIST requests
/// @param dynamoDbWriteUnits  write request units
/// @param dynamoDbReadUnits   read request units; a half for each eventually consistent one
/// @param lambdaInvocations   invocations of both functions
/// @param transformTime       how long the transform function's took, all together
/// @param flushTime           how long the flusher function's took, all together
public record RunRequests(long s3Put, long s3Get, long s3Delete, long s3List, double dynamoDbWriteUnits,
        double dynamoDbReadUnits, long lambdaInvocations, Duration transformTime, Duration flushTime) {}
