package dev.thaw.samples.petstore;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * Hello world that builds a DynamoDB client of AWS SDK v2, with the HTTP clients that the SDK's
 * artifact brings along: Apache, which it takes, and Netty. Teaches that the newer SDK loads less
 * to do the same.
 */
public final class SdkV2Client implements RequestStreamHandler {
  @Override
  public void handleRequest(InputStream event, OutputStream answer, Context context)
      throws IOException {
    DynamoDbClient dynamoDb = DynamoDbClient.create();
    String name = dynamoDb.getClass().getSimpleName();
    String body = "{\"statusCode\":200,\"body\":\"Hello, " + name + "\"}";
    answer.write(body.getBytes(StandardCharsets.UTF_8));
  }
}
