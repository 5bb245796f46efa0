package dev.thaw.samples.product;

import static java.util.concurrent.TimeUnit.SECONDS;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyRequestEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyResponseEvent;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import software.amazon.awssdk.http.nio.netty.NettyNioAsyncHttpClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;

/**
 * Get a product through the asynchronous client on Netty. Teaches what the usual asynchronous
 * client costs a cold start: an event loop and its pipelines for one call that is then waited for.
 */
public final class NettyAsync
    implements RequestHandler<APIGatewayProxyRequestEvent, APIGatewayProxyResponseEvent> {
  private static final GetProduct GET_PRODUCT = new GetProduct();
  private static final DynamoDbAsyncClient DYNAMO_DB =
      DynamoDbAsyncClient.builder().httpClientBuilder(NettyNioAsyncHttpClient.builder()).build();

  /** Shorter than the 29 s after which the gateway stops waiting. */
  private static final int PATIENCE_SECONDS = 20;

  @Override
  public APIGatewayProxyResponseEvent handleRequest(
      APIGatewayProxyRequestEvent event, Context context) {
    try {
      return GET_PRODUCT.answer(
          DYNAMO_DB.getItem(GET_PRODUCT.request(event)).get(PATIENCE_SECONDS, SECONDS));
    } catch (ExecutionException | TimeoutException e) {
      throw new IllegalStateException("could not get the product", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while getting the product", e);
    }
  }
}
