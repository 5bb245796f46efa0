package dev.thaw.samples.traced;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.xray.AWSXRay;
import com.amazonaws.xray.entities.Subsegment;
import java.util.Map;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Puts an order; the X-Ray SDK records what that took and, as its instrumentor is on the class
 * path, each request to DynamoDB.
 */
public final class XRayOrders implements RequestHandler<Map<String, String>, String> {
  private static final DynamoDbClient DYNAMO_DB =
      DynamoDbClient.builder().httpClient(UrlConnectionHttpClient.create()).build();

  @Override
  public String handleRequest(Map<String, String> order, Context context) {
    String id = order.getOrDefault("id", context.getAwsRequestId());
    Subsegment validate = AWSXRay.beginSubsegment("validate");
    try {
      validate.putAnnotation("order", id);
      validate.putMetadata("items", order.getOrDefault("items", "0"));
      if (order.containsKey("fail")) {
        throw new IllegalArgumentException("no such item: " + order.get("fail"));
      }
    } catch (IllegalArgumentException e) {
      validate.addException(e);
      throw e;
    } finally {
      AWSXRay.endSubsegment();
    }
    DYNAMO_DB.putItem(request ->
        request
            .tableName(System.getenv("TABLE_NAME"))
            .item(Map.of("id", AttributeValue.fromS(id))));
    return id;
  }
}
