package dev.thaw.samples.races.safe;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestHandler;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Map;
import software.amazon.awssdk.auth.credentials.AnonymousCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** A client of the AWS SDK and a mapper of Jackson, which all requests share. */
public class SdkAndJackson implements RequestHandler<Map<String, String>, String> {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final DynamoDbClient CLIENT =
      DynamoDbClient.builder()
          .region(Region.US_EAST_1)
          .credentialsProvider(AnonymousCredentialsProvider.create())
          .httpClient(UrlConnectionHttpClient.create())
          .build();

  @Override
  public String handleRequest(Map<String, String> event, Context context) {
    try {
      return CLIENT.serviceName() + JSON.writeValueAsString(event);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}
