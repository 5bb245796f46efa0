package dev.thaw.samples.petstore;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * The code of {@code SdkV2Client}, unchanged; its {@code pom.xml} excludes Apache and Netty and
 * names the URLConnection client, which the SDK then finds by itself. Teaches that a dependency
 * that is not needed still costs: the SDK takes the client that is there.
 */
public final class SdkV2UrlConnection implements RequestStreamHandler {
  @Override
  public void handleRequest(InputStream event, OutputStream answer, Context context)
      throws IOException {
    DynamoDbClient dynamoDb = DynamoDbClient.create();
    String name = dynamoDb.getClass().getSimpleName();
    String body = "{\"statusCode\":200,\"body\":\"Hello, " + name + "\"}";
    answer.write(body.getBytes(StandardCharsets.UTF_8));
  }
}
