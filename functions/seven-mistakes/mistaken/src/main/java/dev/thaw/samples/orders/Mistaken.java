package dev.thaw.samples.orders;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.inject.Guice;
import com.google.inject.Injector;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClientBuilder;

/**
 * Puts an order into a table, with seven mistakes that cost time at its start. Six are marked here,
 * mistake 3 in {@code pom.xml}. {@code Clean} makes none of them.
 */
public final class Mistaken implements RequestStreamHandler {
  private static final String CURRENCY = RemoteConfig.currency(); // mistake 6: network in init

  private static final Metrics METRICS = new Metrics();

  static {
    METRICS.flushEach(100); // mistake 7: a background thread, which the freeze stops
  }

  @Override
  public void handleRequest(InputStream event, OutputStream answer, Context context)
      throws IOException {
    ObjectMapper json = new ObjectMapper();
    Order order = json.readValue(event, Order.class); // mistake 5: JSON by reflection
    order.setId(context.getAwsRequestId());
    order.setCurrency(CURRENCY);
    DynamoDbClientBuilder builder = DynamoDbClient.builder(); // mistake 2: is told nothing
    try (DynamoDbClient dynamoDb = builder.build()) { // mistake 1: a client for each invocation
      OrderModule module = new OrderModule(dynamoDb);
      Injector injector = Guice.createInjector(module); // mistake 4: injection at run time
      injector.getInstance(OrderTable.class).put(order);
    }
    METRICS.count();
    json.writeValue(answer, order);
  }
}
