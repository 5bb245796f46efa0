package dev.thaw.samples.product;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyRequestEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyResponseEvent;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * Get a product through the synchronous client on the JDK's {@code HttpURLConnection}. Teaches that
 * the lightest client is the one that is there already: the JDK's own classes load from its
 * archive.
 */
public final class UrlConnection
    implements RequestHandler<APIGatewayProxyRequestEvent, APIGatewayProxyResponseEvent> {
  private static final GetProduct GET_PRODUCT = new GetProduct();
  private static final DynamoDbClient DYNAMO_DB =
      DynamoDbClient.builder().httpClientBuilder(UrlConnectionHttpClient.builder()).build();

  @Override
  public APIGatewayProxyResponseEvent handleRequest(
      APIGatewayProxyRequestEvent event, Context context) {
    return GET_PRODUCT.answer(DYNAMO_DB.getItem(GET_PRODUCT.request(event)));
  }
}
