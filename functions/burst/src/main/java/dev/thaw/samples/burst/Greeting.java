package dev.thaw.samples.burst;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * Greets. Its init phase makes a client of AWS SDK v2, as that of many functions does; the handler
 * calls nobody, so that a burst measures starts and no database.
 */
public final class Greeting implements RequestStreamHandler {
  private static final DynamoDbClient CLIENT = DynamoDbClient.create();

  @Override
  public void handleRequest(InputStream event, OutputStream answer, Context context)
      throws IOException {
    event.readAllBytes();
    String body = "{\"greeting\":\"Hello\",\"client\":\"" + CLIENT.serviceName() + "\"}";
    answer.write(body.getBytes(StandardCharsets.UTF_8));
  }
}
