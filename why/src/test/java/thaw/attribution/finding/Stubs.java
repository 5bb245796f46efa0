package thaw.attribution.finding;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** Sources of classes that are named as those of libraries and do nothing. */
public final class Stubs {
  static final String CONTAINER =
      "package com.google.inject; public class Guice {"
          + " public static <T> T createInjector(Object module) { return null; } }";
  static final String DATABIND =
      "package com.fasterxml.jackson.databind; public class ObjectMapper {"
          + " public String writeValueAsString(Object o) { return null; } }";
  static final String STREAMING =
      "package com.fasterxml.jackson.core; public class JsonFactory {"
          + " public Object createGenerator(Object out) { return null; } }";
  static final String URL_CONNECTION = http("urlconnection.UrlConnectionHttpClient");
  static final String APACHE_5 = http("apache5.Apache5HttpClient");
  static final String NETTY = http("nio.netty.NettyNioAsyncHttpClient");
  static final String CRT = http("crt.AwsCrtHttpClient");

  private static final String SDK = "software.amazon.awssdk.";

  private Stubs() {}

  private static String http(String name) {
    int dot = name.lastIndexOf('.');
    return "package %shttp.%s; public class %s { public static Object builder() { return null; } }"
        .formatted("software.amazon.awssdk.", name.substring(0, dot), name.substring(dot + 1));
  }

  /** The SDK's DynamoDB client, and more. */
  static String[] sdk(String... more) {
    List<String> sources =
        List.of(
            "package "
                + SDK
                + "awscore.client.builder; public interface AwsClientBuilder<B, C> {"
                + " B region(Object region); B credentialsProvider(Object provider);"
                + " B endpointOverride(Object uri); B httpClientBuilder(Object builder); C build();"
                + " }",
            client("DynamoDbClient"),
            builder("DynamoDbClient"),
            client("DynamoDbAsyncClient"),
            builder("DynamoDbAsyncClient"),
            "package "
                + SDK
                + "auth.credentials; public class DefaultCredentialsProvider {"
                + " public static Object create() { return null; } }");
    return Stream.concat(sources.stream(), Arrays.stream(more)).toArray(String[]::new);
  }

  private static String client(String name) {
    return """
    package software.amazon.awssdk.services.dynamodb;
    public interface %s {
      static %sBuilder builder() { return null; }
      static %s create() { return null; }
      default Object putItem(Object request) { return null; }
      default Object getItem(Object request) { return null; }
    }
    """
        .formatted(name, name, name);
  }

  private static String builder(String client) {
    return """
    package software.amazon.awssdk.services.dynamodb;
    public interface %sBuilder extends
        software.amazon.awssdk.awscore.client.builder.AwsClientBuilder<%sBuilder, %s> {}
    """
        .formatted(client, client, client);
  }

  static final String DYNAMO_DB = SDK + "services.dynamodb.DynamoDbClient";
  static final String DEFAULT_DYNAMO_DB = SDK + "services.dynamodb.DefaultDynamoDbClient";
  static final String DEFAULT_BUILDER = SDK + "services.dynamodb.DefaultDynamoDbClientBuilder";

  /** A handler of the package example, in which the SDK's names are imported. */
  public static String handler(String body) {
    return """
    package example;
    import com.amazonaws.services.lambda.runtime.*;
    import java.util.*;
    import java.util.concurrent.*;
    import java.util.function.*;
    %s
    public class Handler implements RequestHandler<String, String> {
    %s
    }
    """
        .formatted(
            body.contains("DynamoDb") ? "import software.amazon.awssdk.services.dynamodb.*;" : "",
            body);
  }
}
