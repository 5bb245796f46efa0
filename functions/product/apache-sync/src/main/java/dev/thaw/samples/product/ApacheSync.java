package dev.thaw.samples.product;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyRequestEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyResponseEvent;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * Get a product through the synchronous client on Apache HttpClient 5, the one that the SDK takes
 * by itself. Teaches that a blocking client is not a light one by being blocking.
 */
public final class ApacheSync
    implements RequestHandler<APIGatewayProxyRequestEvent, APIGatewayProxyResponseEvent> {
  private static final GetProduct GET_PRODUCT = new GetProduct();
  private static final DynamoDbClient DYNAMO_DB =
      DynamoDbClient.builder().httpClientBuilder(Apache5HttpClient.builder()).build();

  @Override
  public APIGatewayProxyResponseEvent handleRequest(
      APIGatewayProxyRequestEvent event, Context context) {
    return GET_PRODUCT.answer(DYNAMO_DB.getItem(GET_PRODUCT.request(event)));
  }
}
