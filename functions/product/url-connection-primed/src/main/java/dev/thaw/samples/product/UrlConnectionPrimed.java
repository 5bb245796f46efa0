package dev.thaw.samples.product;

import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyRequestEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyResponseEvent;
import java.util.Map;
import org.crac.Context;
import org.crac.Core;
import org.crac.Resource;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * {@code UrlConnection} for SnapStart, primed: a product is asked for before the snapshot is taken.
 * Teaches that the lightest client gains as much from a snapshot as the heavy ones.
 */
public final class UrlConnectionPrimed
    implements RequestHandler<APIGatewayProxyRequestEvent, APIGatewayProxyResponseEvent>, Resource {
  private static final GetProduct GET_PRODUCT = new GetProduct();
  private static final DynamoDbClient DYNAMO_DB =
      DynamoDbClient.builder().httpClientBuilder(UrlConnectionHttpClient.builder()).build();

  public UrlConnectionPrimed() {
    Core.getGlobalContext().register(this);
  }

  @Override
  public APIGatewayProxyResponseEvent handleRequest(
      APIGatewayProxyRequestEvent event, com.amazonaws.services.lambda.runtime.Context context) {
    return answer(event);
  }

  /** Priming: asks for a product that need not exist. */
  @Override
  public void beforeCheckpoint(Context<? extends Resource> context) {
    answer(new APIGatewayProxyRequestEvent().withPathParameters(Map.of("id", "0")));
  }

  @Override
  public void afterRestore(Context<? extends Resource> context) {}

  private static APIGatewayProxyResponseEvent answer(APIGatewayProxyRequestEvent event) {
    return GET_PRODUCT.answer(DYNAMO_DB.getItem(GET_PRODUCT.request(event)));
  }
}
