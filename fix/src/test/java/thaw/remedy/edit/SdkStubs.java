package thaw.remedy.edit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/** As much of the AWS SDK as sources need that name it. */
public final class SdkStubs {
  private static final Map<String, String> FILES =
      Map.of(
          "services/dynamodb/DynamoDbClient",
          """
          package software.amazon.awssdk.services.dynamodb;
          import java.util.function.Consumer;
          import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
          public interface DynamoDbClient extends AutoCloseable {
            static DynamoDbClient create() { return new DynamoDbClientBuilder().build(); }
            static DynamoDbClientBuilder builder() { return new DynamoDbClientBuilder(); }
            default void putItem(PutItemRequest request) {}
            default void putItem(Consumer<PutItemRequest.Builder> request) {}
            default void close() {}
          }
          """,
          "services/dynamodb/DynamoDbClientBuilder",
          """
          package software.amazon.awssdk.services.dynamodb;
          import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
          import software.amazon.awssdk.regions.Region;
          public final class DynamoDbClientBuilder {
            public DynamoDbClientBuilder region(Region region) { return this; }
            public DynamoDbClientBuilder credentialsProvider(Object provider) { return this; }
            public DynamoDbClientBuilder httpClient(Object client) { return this; }
            public DynamoDbClientBuilder httpClientBuilder(Object client) { return this; }
            public DynamoDbClientBuilder overrideConfiguration(java.util.function.Consumer<Object> o) { return this; }
            public DynamoDbClientBuilder endpointOverride(Object uri) { return this; }
            public DynamoDbClientBuilder defaultsMode(Object mode) { return this; }
            public DynamoDbClient build() { return new DynamoDbClient() {}; }
          }
          """,
          "services/dynamodb/DynamoDbAsyncClient",
          """
          package software.amazon.awssdk.services.dynamodb;
          import java.util.concurrent.CompletableFuture;
          import java.util.function.Consumer;
          import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
          public interface DynamoDbAsyncClient {
            static DynamoDbAsyncClient create() { return new DynamoDbAsyncClient() {}; }
            default CompletableFuture<Void> putItem(Consumer<PutItemRequest.Builder> request) { return null; }
          }
          """,
          "services/dynamodb/model/PutItemRequest",
"""
          package software.amazon.awssdk.services.dynamodb.model;
          import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
          public final class PutItemRequest {
            public interface Builder { Builder item(Map<String, AttributeValue> item); }
          }
""",
          "services/dynamodb/model/AttributeValue",
          """
          package software.amazon.awssdk.services.dynamodb.model;
          public final class AttributeValue {
            public static AttributeValue fromS(String s) { return null; }
          }
          """,
          "regions/Region",
          """
          package software.amazon.awssdk.regions;
          public final class Region { public static Region of(String name) { return null; } }
          """,
          "auth/credentials/DefaultCredentialsProvider",
          """
          package software.amazon.awssdk.auth.credentials;
          public final class DefaultCredentialsProvider {
            public static DefaultCredentialsProvider create() { return null; }
          }
          """,
          "auth/credentials/EnvironmentVariableCredentialsProvider",
          """
          package software.amazon.awssdk.auth.credentials;
          public final class EnvironmentVariableCredentialsProvider {
            public static EnvironmentVariableCredentialsProvider create() { return null; }
          }
          """,
          "http/urlconnection/UrlConnectionHttpClient",
          """
          package software.amazon.awssdk.http.urlconnection;
          public final class UrlConnectionHttpClient { public static Object builder() { return null; } }
          """,
          "http/apache/ApacheHttpClient",
          """
          package software.amazon.awssdk.http.apache;
          public final class ApacheHttpClient {
            public static Object create() { return null; }
            public static Builder builder() { return null; }
            public interface Builder {
              Builder maxConnections(int most);
              Builder socketTimeout(java.time.Duration timeout);
              Object build();
            }
          }
          """);

  private SdkStubs() {}

  /**
   * @param sources folder of the packages
   */
  public static void write(Path sources) throws IOException {
    for (Map.Entry<String, String> each : FILES.entrySet()) {
      write(sources, "software/amazon/awssdk/" + each.getKey(), each.getValue());
    }
  }

  static void write(Path sources, String type, String text) throws IOException {
    Path file = sources.resolve(type + ".java");
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  /** Of a folder of sources. */
  public static Path compiled(Path sources, Path classes) throws IOException {
    List<String> command = new ArrayList<>(List.of("-d", classes.toString()));
    try (Stream<Path> files = Files.walk(sources)) {
      files.filter(Files::isRegularFile).map(Path::toString).forEach(command::add);
    }
    JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
    if (javac.run(null, null, null, command.toArray(String[]::new)) != 0) {
      throw new IllegalStateException("the stubs do not compile");
    }
    return classes;
  }
}
