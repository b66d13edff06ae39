package io.sluice.aws;

import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.s3.S3Client;

/// The clients that requests go to where they are not sent over a network: the adapters ask these as they ask the SDK's
/// own. Whoever made them closes what they ask.
public record ServiceClients(S3Client s3, DynamoDbClient dynamoDb) {}
