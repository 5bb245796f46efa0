package dev.thaw.samples.orders;

import com.google.inject.Inject;
import java.util.HashMap;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The table of orders, named by the environment variable {@code TABLE_NAME}. */
final class OrderTable {
  private final DynamoDbClient dynamoDb;

  @Inject
  OrderTable(DynamoDbClient dynamoDb) {
    this.dynamoDb = dynamoDb;
  }

  void put(Order order) {
    Map<String, AttributeValue> item = new HashMap<>();
    item.put("id", AttributeValue.fromS(order.getId()));
    item.put("customer", AttributeValue.fromS(order.getCustomer()));
    item.put("product", AttributeValue.fromS(order.getProduct()));
    item.put("quantity", AttributeValue.fromN(Integer.toString(order.getQuantity())));
    item.put("currency", AttributeValue.fromS(order.getCurrency()));
    dynamoDb.putItem(request -> request.tableName(System.getenv("TABLE_NAME")).item(item));
  }
}
