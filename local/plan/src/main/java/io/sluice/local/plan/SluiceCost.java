package io.sluice.local.plan;

import io.sluice.config.FunctionMemory;

/// The cost of requests and function time on AWS with Sluice's `buffer` delivery, in US dollars by service.
public record SluiceCost(double s3, double dynamoDb, double lambda) {
    public static SluiceCost of(RunRequests requests, FunctionMemory memory, Prices prices) {
        double s3 = requests.s3Put() * prices.of("s3.put.per1000") + requests.s3List() * prices.of("s3.list.per1000")
                + requests.s3Get() * prices.of("s3.get.per1000");
        double dynamoDb = requests.dynamoDbWriteUnits() * prices.of("dynamodb.write.per1000000")
                + requests.dynamoDbReadUnits() * prices.of("dynamodb.read.per1000000");
        double gigabyteSeconds = (requests.transformTime().toMillis() * memory.transformGigabytes()
                + requests.flushTime().toMillis() * memory.flushGigabytes()) / 1e3;
        double lambda = requests.lambdaInvocations() * prices.of("lambda.invocation.per1000000")
                + gigabyteSeconds * prices.of("lambda.gbSecond");
        return new SluiceCost(s3, dynamoDb, lambda);
    }

    public double total() {
        return s3 + dynamoDb + lambda;
    }
}
