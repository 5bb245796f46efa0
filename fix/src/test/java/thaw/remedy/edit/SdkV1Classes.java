package thaw.remedy.edit;

import java.io.IOException;
import java.nio.file.Path;
import thaw.fixture.Sources;

/** A little of the AWS SDK 1, by the names and signatures that it has. */
public final class SdkV1Classes {
  private static final String MODEL = "package com.amazonaws.services.dynamodbv2.model;\n";

  private SdkV1Classes() {}

  public static Path in(Path folder) throws IOException {
    return Sources.compile(
        folder,
        "package com.amazonaws; public class ClientConfiguration {"
            + " public ClientConfiguration withMaxConnections(int n) { return this; } }",
        "package com.amazonaws; public class AmazonServiceException extends RuntimeException {"
            + " public String getErrorCode() { return null; }"
            + " @Override public String getMessage() { return null; } }",
        """
        package com.amazonaws.services.dynamodbv2;
        import com.amazonaws.services.dynamodbv2.model.*;
        import java.util.Map;
        public interface AmazonDynamoDB {
          PutItemResult putItem(PutItemRequest request);
          PutItemResult putItem(String table, Map<String, AttributeValue> item);
          GetItemResult getItem(GetItemRequest request);
          QueryResult query(QueryRequest request);
          TableDescription describe();
          void shutdown();
        }
        """,
        """
        package com.amazonaws.services.dynamodbv2;
        import com.amazonaws.ClientConfiguration;
        public class AmazonDynamoDBClientBuilder {
          public record EndpointConfiguration(String endpoint, String region) {}
          public static AmazonDynamoDB defaultClient() { return null; }
          public static AmazonDynamoDBClientBuilder standard() { return null; }
          public AmazonDynamoDBClientBuilder withRegion(String region) { return this; }
          public AmazonDynamoDBClientBuilder withClientConfiguration(ClientConfiguration c) {
            return this;
          }
          public AmazonDynamoDBClientBuilder withEndpointConfiguration(EndpointConfiguration c) {
            return this;
          }
          public AmazonDynamoDB build() { return null; }
        }
        """,
        """
        package com.amazonaws.services.dynamodbv2.datamodeling;
        public class DynamoDBMapper {
          public DynamoDBMapper(com.amazonaws.services.dynamodbv2.AmazonDynamoDB client) {}
          public void save(Object o) {}
        }
        """,
        """
        package com.amazonaws.services.s3;
        public interface AmazonS3 { boolean doesObjectExist(String bucket, String key); }
        """,
        MODEL
            + """
            import java.util.*;
            public class AttributeValue {
              public AttributeValue() {}
              public AttributeValue(String s) {}
              public AttributeValue withS(String s) { return this; }
              public void setS(String s) {}
              public String getS() { return null; }
              public Boolean isBOOL() { return null; }
              public Map<String, AttributeValue> getM() { return null; }
              public java.nio.ByteBuffer getB() { return null; }
              @Override public String toString() { return ""; }
            }
            """,
        MODEL
            + """
            public class PutItemRequest {
              public PutItemRequest withTableName(String name) { return this; }
              public PutItemRequest withItem(java.util.Map<String, AttributeValue> i) { return this; }
              public PutItemRequest withReturnValues(String values) { return this; }
              public PutItemRequest withReturnValues(ReturnValue values) { return this; }
              public void setTableName(String name) {}
            }
            """,
        MODEL
            + """
            public class GetItemRequest {
              public GetItemRequest withTableName(String name) { return this; }
              public GetItemRequest withKey(java.util.Map<String, AttributeValue> key) { return this; }
            }
            """,
        MODEL
            + """
            public class QueryRequest {
              public QueryRequest() {}
              public QueryRequest(String table) {}
              public QueryRequest addExpressionAttributeValuesEntry(String k, AttributeValue v) {
                return this;
              }
            }
            """,
        MODEL + "public class PutItemResult {}",
        MODEL
            + "public class QueryResult {"
            + " public java.util.List<java.util.Map<String, AttributeValue>> getItems() {"
            + " return null; } }",
        MODEL
            + "public class GetItemResult {"
            + " public java.util.Map<String, AttributeValue> getItem() { return null; } }",
        MODEL + "public enum ReturnValue { ALL_OLD }",
        MODEL + "public enum TableStatus { ACTIVE }",
        MODEL
            + "public class ResourceNotFoundException extends com.amazonaws.AmazonServiceException"
            + " {}",
        MODEL
            + """
            public class TableDescription {
              public String getTableStatus() { return null; }
              public TableDescription withTableStatus(String status) { return this; }
              public TableDescription withTableStatus(TableStatus status) { return this; }
            }
            """);
  }
}
