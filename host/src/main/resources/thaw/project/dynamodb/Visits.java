package {{package}};

import java.util.Map;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.ContainerCredentialsProvider;
import software.amazon.awssdk.auth.credentials.EnvironmentVariableCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** The table of visits, one item a page. */
final class Visits {
  private final DynamoDbClient dynamoDb;
  private final String table;

  Visits(DynamoDbClient dynamoDb, String table) {
    this.dynamoDb = dynamoDb;
    this.table = table;
  }

  /** What Lambda says in variables is given to the client, which would search for it otherwise. */
  static Visits ofEnvironment() {
    DynamoDbClient client =
        DynamoDbClient.builder()
            .region(Region.of(System.getenv("AWS_REGION")))
            .credentialsProvider(credentials())
            .httpClient(UrlConnectionHttpClient.create())
            .build();
    return new Visits(client, System.getenv("TABLE_NAME"));
  }

  /**
   * Returns the credentials. With SnapStart they come after the restore, so they are no variables.
   */
  private static AwsCredentialsProvider credentials() {
    return System.getenv("AWS_ACCESS_KEY_ID") == null
        ? ContainerCredentialsProvider.builder().build()
        : EnvironmentVariableCredentialsProvider.create();
  }

  /**
   * @return how many there have been, this one included
   */
  long count(String page) {
    return Long.parseLong(
        dynamoDb
            .updateItem(
                UpdateItemRequest.builder()
                    .tableName(table)
                    .key(Map.of("page", AttributeValue.fromS(page)))
                    .updateExpression("ADD visits :one")
                    .expressionAttributeValues(Map.of(":one", AttributeValue.fromN("1")))
                    .returnValues(ReturnValue.UPDATED_NEW)
                    .build())
            .attributes()
            .get("visits")
            .n());
  }
}
