package dev.thaw.samples.product;

import static java.util.concurrent.TimeUnit.SECONDS;

import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyRequestEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayProxyResponseEvent;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.crac.Context;
import org.crac.Core;
import org.crac.Resource;
import software.amazon.awssdk.http.nio.netty.NettyNioAsyncHttpClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;

/**
 * {@code NettyAsync} for SnapStart, primed: a product is asked for before the snapshot is taken.
 * Teaches what a cold start is when all of the client's classes and connections were needed once
 * already. The connection of the snapshot is dead after a restore; the SDK makes another.
 */
public final class NettyAsyncPrimed
    implements RequestHandler<APIGatewayProxyRequestEvent, APIGatewayProxyResponseEvent>, Resource {
  private static final GetProduct GET_PRODUCT = new GetProduct();
  private static final DynamoDbAsyncClient DYNAMO_DB =
      DynamoDbAsyncClient.builder().httpClientBuilder(NettyNioAsyncHttpClient.builder()).build();

  /** Shorter than the 29 s after which the gateway stops waiting. */
  private static final int PATIENCE_SECONDS = 20;

  public NettyAsyncPrimed() {
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
