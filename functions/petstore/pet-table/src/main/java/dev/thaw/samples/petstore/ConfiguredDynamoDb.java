package dev.thaw.samples.petstore;

import java.net.URI;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.ContainerCredentialsProvider;
import software.amazon.awssdk.auth.credentials.EnvironmentVariableCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * A DynamoDB client that has nothing left to find out. A builder that is given nothing asks chains
 * of providers for region, endpoint and credentials, which look at system properties, variables and
 * profile files, and it searches the class path for an HTTP client.
 */
public final class ConfiguredDynamoDb {
  private ConfiguredDynamoDb() {}

  public static DynamoDbClient client() {
    String region = System.getenv("AWS_REGION");
    return DynamoDbClient.builder()
        .region(Region.of(region))
        .endpointOverride(endpoint(System.getenv("AWS_ENDPOINT_URL_DYNAMODB"), region))
        .credentialsProvider(credentials())
        .httpClientBuilder(UrlConnectionHttpClient.builder())
        .build();
  }

  /** Lambda sets the keys as variables, but for SnapStart, whose snapshot must outlive them. */
  private static AwsCredentialsProvider credentials() {
    return System.getenv("AWS_CONTAINER_CREDENTIALS_FULL_URI") == null
        ? EnvironmentVariableCredentialsProvider.create()
        : ContainerCredentialsProvider.create();
  }

  static URI endpoint(String given, String region) {
    return URI.create(given != null ? given : "https://dynamodb." + region + ".amazonaws.com");
  }
}
