package io.sluice.local.run;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;

/// The sums of a run over all its parts, when it was cut short and taken up again.
///
/// @param objects           objects written, error objects included
/// @param errorObjects      error objects among them
/// @param partitionsPeak    the most partitions that were active at once
/// @param s3Puts            S3 requests by kind, and so on
/// @param lambdaInvocations invocations of both functions
/// @param transformMillis   how long the transform function's took
/// @param flushMillis       how long the flusher function's took
record Totals(long objects, long errorObjects, long partitionsPeak, long s3Puts, long s3Gets, long s3Deletes,
        long s3Lists, double writeUnits, double readUnits, long lambdaInvocations, long transformMillis,
        long flushMillis) {
    static final Totals ZERO = new Totals(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    private static final ObjectMapper JSON = new ObjectMapper();

    Totals plus(Totals more) {
        return new Totals(objects + more.objects, errorObjects + more.errorObjects,
                Math.max(partitionsPeak, more.partitionsPeak), s3Puts + more.s3Puts, s3Gets + more.s3Gets,
                s3Deletes + more.s3Deletes, s3Lists + more.s3Lists, writeUnits + more.writeUnits,
                readUnits + more.readUnits,
                lambdaInvocations + more.lambdaInvocations, transformMillis + more.transformMillis,
                flushMillis + more.flushMillis);
    }

    ObjectNode toJson() {
        return JSON.valueToTree(this);
    }

    static Totals of(JsonNode json) {
        return JSON.convertValue(json, Totals.class);
    }
}
