package dev.thaw.samples.orders;

import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import software.amazon.awssdk.auth.credentials.EnvironmentVariableCredentialsProvider;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;

/** The table of orders, named by {@code TABLE_NAME}, and a client with nothing left to find out. */
final class OrderTable {
  private static final String REGION = System.getenv("AWS_REGION");
  private static final DynamoDbClient DYNAMO_DB =
      DynamoDbClient.builder()
          .region(Region.of(REGION))
          .credentialsProvider(EnvironmentVariableCredentialsProvider.create())
          .endpointOverride(endpoint(System.getenv("AWS_ENDPOINT_URL_DYNAMODB")))
          .httpClient(UrlConnectionHttpClient.create())
          .build();

  private static URI endpoint(String given) {
    return URI.create(given != null ? given : "https://dynamodb." + REGION + ".amazonaws.com");
  }

  void put(Order order) {
    Map<String, AttributeValue> item = new HashMap<>();
    if (order.id() != null) {
      item.put("id", AttributeValue.fromS(order.id()));
      item.put("currency", AttributeValue.fromS(order.currency()));
    }
    item.put("customer", AttributeValue.fromS(order.customer()));
    item.put("product", AttributeValue.fromS(order.product()));
    item.put("quantity", AttributeValue.fromN(Integer.toString(order.quantity())));
    DYNAMO_DB.putItem(
        PutItemRequest.builder().tableName(System.getenv("TABLE_NAME")).item(item).build());
  }

  /** Sends an order without an id, the table's key. DynamoDB refuses it and writes nothing. */
  void prime(Order order) {
    try {
      put(order);
    } catch (SdkException refused) {
      // The refusal is the plan. If the table could not even be reached, the first order will tell.
    }
  }
}
