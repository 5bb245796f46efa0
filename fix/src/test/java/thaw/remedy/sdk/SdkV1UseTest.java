package thaw.remedy.sdk;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import thaw.remedy.edit.JavaSources;
import thaw.remedy.edit.SdkV1Classes;

class SdkV1UseTest {
  private static final String CLASS =
      """
      package example;
      import com.amazonaws.*;
      import com.amazonaws.services.dynamodbv2.*;
      import com.amazonaws.services.dynamodbv2.datamodeling.*;
      import com.amazonaws.services.dynamodbv2.model.*;
      import com.amazonaws.services.s3.*;
      import java.util.*;
      class Table {
        AmazonDynamoDB client = AmazonDynamoDBClientBuilder.defaultClient();
        Object use(Map<String, AttributeValue> map, AttributeValue value, String text) {
          %s
          return null;
        }
      }
      """;

  @TempDir static Path classes;
  @TempDir Path folder;

  @BeforeAll
  static void compile() throws Exception {
    SdkV1Classes.in(classes);
  }

  private SdkV1Use use(String source) throws Exception {
    Path file = folder.resolve("example/Table.java");
    Files.createDirectories(file.getParent());
    Files.writeString(file, source);
    return SdkV1Use.of(JavaSources.read(folder, folder, List.of(classes)), "example.Handler");
  }

  private List<String> gaps(String statement) throws Exception {
    return use(CLASS.formatted(statement)).gaps().stream().map(SdkV1Use.Gap::what).toList();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "client.putItem(new PutItemRequest().withTableName(\"t\").withItem(map));",
        "client.putItem(new PutItemRequest().withReturnValues(ReturnValue.ALL_OLD));",
        "client.putItem(\"t\", map);",
        "text = client.getItem(new GetItemRequest().withKey(map)).getItem().get(\"a\").getS();",
        "Map<String, AttributeValue> i = client.getItem(new GetItemRequest()).getItem();"
            + " i.get(text);",
        "for (Map<String, AttributeValue> i : client.query(new QueryRequest()).getItems())"
            + " i.size();",
        "PutItemRequest r = new PutItemRequest(); r.setTableName(\"t\"); client.putItem(r);",
        "try { client.putItem(\"t\", map); } catch (ResourceNotFoundException e) { text = \"\"; }",
        "try { client.putItem(\"t\", map); } catch (AmazonServiceException e) { e.getErrorCode();"
            + " }",
        "client = AmazonDynamoDBClientBuilder.standard().withRegion(\"eu-west-1\").build();",
      })
  void what_is_known_to_be_migrated_right_is_no_gap(String statement) throws Exception {
    assertEquals(List.of(), gaps(statement));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "client.query(new QueryRequest().addExpressionAttributeValuesEntry(\"a\", value));"
            + "|the call QueryRequest.addExpressionAttributeValuesEntry",
        "DynamoDBMapper m = null;|com.amazonaws.services.dynamodbv2.datamodeling.DynamoDBMapper",
        "AmazonS3 s3 = null;|com.amazonaws.services.s3.AmazonS3",
        "client.shutdown();|the call AmazonDynamoDB.shutdown",
        "value.isBOOL();|the call AttributeValue.isBOOL",
        "value.getB();|the call AttributeValue.getB, which has another type in version 2",
        "client.describe().getTableStatus();"
            + "|the call TableDescription.getTableStatus, which has another type in version 2",
        "text = value.toString();|the call AttributeValue.toString",
        "text = \"\" + value;|the text of its objects: \"\" + value",
        "System.out.println(value);|its objects as any object, for println",
        "return value;|its objects as any object",
        "value.setS(text);|the call AttributeValue.setS: in version 2 nobody can change an object",
        "value.withS(text);|the call AttributeValue.withS",
        "PutItemRequest r = new PutItemRequest(); client.putItem(r); r.setTableName(text);"
            + "|the call PutItemRequest.setTableName: in version 2 nobody can change an object",
        "java.util.function.Function<AttributeValue, String> f = AttributeValue::getS;"
            + "|the method reference AttributeValue::getS",
        "if (value.getM() == null) text = \"\";"
            + "|AttributeValue.getM() where null or a change may matter: version 2 has neither",
        "Map<String, AttributeValue> i = value.getM(); if (i == null) text = \"\";"
            + "|AttributeValue.getM() where null or a change may matter: version 2 has neither",
        "value.getM().put(\"a\", value);"
            + "|AttributeValue.getM() where null or a change may matter: version 2 has neither",
        "client = AmazonDynamoDBClientBuilder.standard().withRegion(text).build();"
            + "|the call AmazonDynamoDBClientBuilder.withRegion",
        "new AttributeValue(text) {};|a class of its own: AttributeValue",
        "new ResourceNotFoundException();"
            + "|new ResourceNotFoundException with arguments, or of a kind of its own",
        "text = \"com.amazonaws.services.dynamodbv2.AmazonDynamoDB\";"
            + "|a name in a text: com.amazonaws.services.dynamodbv2.AmazonDynamoDB",
      })
  void what_is_not_known_is_a_gap(String statement, String gap) throws Exception {
    assertEquals(List.of(gap), gaps(statement).stream().limit(1).toList());
  }

  @Test
  void a_gap_has_its_place() throws Exception {
    SdkV1Use use =
        use(
            CLASS.formatted(
                "client = AmazonDynamoDBClientBuilder.standard()\n"
                    + "        .withClientConfiguration(\n"
                    + "            new ClientConfiguration().withMaxConnections(5))\n"
                    + "        .build();"));
    assertEquals(
        List.of(
            "example/Table.java:11 the call AmazonDynamoDBClientBuilder.withClientConfiguration",
            "example/Table.java:13 the call ClientConfiguration.withMaxConnections",
            "example/Table.java:13 new ClientConfiguration with arguments, or of a kind of its own",
            "example/Table.java:13 com.amazonaws.ClientConfiguration"),
        use.gaps().stream().map(SdkV1Use.Gap::text).toList());
    assertEquals(Map.of("aws-java-sdk-dynamodb", "dynamodb"), use.artifacts());
  }

  @Test
  void what_the_handler_takes_or_returns_is_no_object_of_the_sdk() throws Exception {
    SdkV1Use use =
        use(
            """
            package example;
            import com.amazonaws.services.dynamodbv2.model.AttributeValue;
            public class Handler {
              public AttributeValue handle(String event) { return null; }
            }
            """);
    assertEquals(
        List.of("example/Table.java:4 its objects are the handler's event or response: handle"),
        use.gaps().stream().map(SdkV1Use.Gap::text).toList());
  }

  @Test
  void shorthand_is_written_out_and_its_request_imported() throws Exception {
    String source =
        """
        package example;

        import com.amazonaws.services.dynamodbv2.AmazonDynamoDB;
        import com.amazonaws.services.dynamodbv2.model.AttributeValue;
        import com.amazonaws.services.dynamodbv2.model.QueryRequest;
        import java.util.Map;

        class Table {
          void put(AmazonDynamoDB client) {
            client.putItem("t", Map.of("id", new AttributeValue("1"))); // both
            client.query(new QueryRequest("t"));
          }
        }
        """;
    SdkV1Use use = use(source);
    assertEquals(List.of(), use.gaps());
    assertEquals(
        source
            .replace(
                "putItem(\"t\", Map.of(\"id\", new AttributeValue(\"1\")))",
                "putItem(new PutItemRequest().withTableName(\"t\")"
                    + ".withItem(Map.of(\"id\", new AttributeValue().withS(\"1\"))))")
            .replace("QueryRequest(\"t\")", "QueryRequest().withTableName(\"t\")")
            .replace(
                "import com.amazonaws.services.dynamodbv2.model.QueryRequest;",
                "import com.amazonaws.services.dynamodbv2.model.PutItemRequest;\n"
                    + "import com.amazonaws.services.dynamodbv2.model.QueryRequest;"),
        use.files().values().iterator().next());
  }
}
