package dev.thaw.samples.petstore;

import com.amazonaws.services.dynamodbv2.AmazonDynamoDB;
import com.amazonaws.services.dynamodbv2.AmazonDynamoDBClientBuilder;
import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Hello world that builds a DynamoDB client of AWS SDK v1 and never calls it. Teaches that loading
 * classes is the cost: Apache HttpClient, Jackson and the SDK come along for a client that is only
 * built, in the handler and therefore on throttled CPU.
 */
public final class SdkV1Client implements RequestStreamHandler {
  @Override
  public void handleRequest(InputStream event, OutputStream answer, Context context)
      throws IOException {
    AmazonDynamoDB dynamoDb = AmazonDynamoDBClientBuilder.defaultClient();
    String name = dynamoDb.getClass().getSimpleName();
    String body = "{\"statusCode\":200,\"body\":\"Hello, " + name + "\"}";
    answer.write(body.getBytes(StandardCharsets.UTF_8));
  }
}
