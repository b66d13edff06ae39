package io.sluice.local.server;

import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.CreateTableResponse;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;

/// The SDK's client of DynamoDB for tables of this process: it asks the database that [EmbeddedDynamoDb] serves,
/// without a server and its protocol between the two. Safe for concurrent use.
///
/// It answers what Sluice's adapters ask, and nothing else.
final class LocalDynamoDbClient implements DynamoDbClient {
    private final DynamoDbLocal.Database database;

    /// @param database whoever opened it shuts it down
    LocalDynamoDbClient(DynamoDbLocal.Database database) {
        this.database = database;
    }

    @Override
    public String serviceName() {
        return SERVICE_NAME;
    }

    @Override
    public CreateTableResponse createTable(CreateTableRequest request) {
        return database.ask("createTable", CreateTableRequest.class, request, CreateTableResponse.class);
    }

    @Override
    public PutItemResponse putItem(PutItemRequest request) {
        return database.ask("putItem", PutItemRequest.class, request, PutItemResponse.class);
    }

    @Override
    public GetItemResponse getItem(GetItemRequest request) {
        return database.ask("getItem", GetItemRequest.class, request, GetItemResponse.class);
    }

    @Override
    public DeleteItemResponse deleteItem(DeleteItemRequest request) {
        return database.ask("deleteItem", DeleteItemRequest.class, request, DeleteItemResponse.class);
    }

    @Override
    public BatchGetItemResponse batchGetItem(BatchGetItemRequest request) {
        return database.ask("batchGetItem", BatchGetItemRequest.class, request, BatchGetItemResponse.class);
    }

    @Override
    public BatchWriteItemResponse batchWriteItem(BatchWriteItemRequest request) {
        return database.ask("batchWriteItem", BatchWriteItemRequest.class, request, BatchWriteItemResponse.class);
    }

    @Override
    public TransactWriteItemsResponse transactWriteItems(TransactWriteItemsRequest request) {
        return database.ask("transactWriteItems", TransactWriteItemsRequest.class, request,
                TransactWriteItemsResponse.class);
    }

    @Override
    public QueryResponse query(QueryRequest request) {
        return database.ask("query", QueryRequest.class, request, QueryResponse.class);
    }

    @Override
    public ScanResponse scan(ScanRequest request) {
        return database.ask("scan", ScanRequest.class, request, ScanResponse.class);
    }

    /// The database stays open.
    @Override
    public void close() {}
}
