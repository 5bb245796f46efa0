package dev.thaw.samples.product;

import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyRequestEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyResponseEvent;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;

/**
 * What {@code GET /products/{id}} asks DynamoDB and answers, whichever client carries the question.
 * The table is named by the environment variable {@code TABLE_NAME}.
 */
public final class GetProduct {
  private final ObjectMapper json = new ObjectMapper();

  /** The product that the path names. */
  public GetItemRequest request(APIGatewayProxyRequestEvent event) {
    return GetItemRequest.builder()
        .tableName(System.getenv("TABLE_NAME"))
        .key(Map.of("id", AttributeValue.fromS(event.getPathParameters().get("id"))))
        .build();
  }

  /** 200 and the product, or 404: an unknown product takes the same one call to DynamoDB. */
  public APIGatewayProxyResponseEvent answer(GetItemResponse found) {
    return found.hasItem()
        ? answer(200, Product.of(found.item()))
        : answer(404, Map.of("message", "no such product"));
  }

  private APIGatewayProxyResponseEvent answer(int status, Object body) {
    try {
      return new APIGatewayProxyResponseEvent()
          .withStatusCode(status)
          .withHeaders(Map.of("Content-Type", "application/json"))
          .withBody(json.writeValueAsString(body));
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException("could not write as JSON: " + body, impossible);
    }
  }
}
