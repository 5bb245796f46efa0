package thaw.remedy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import thaw.attribution.Explanation;
import thaw.attribution.Finding;
import thaw.remedy.edit.JavaSources;

class RequestPrimingTest {
  private static final String AWS = "com/amazonaws/services/lambda/runtime/";
  private static final String GET =
      """
      {"httpMethod": "GET", "path": "/pets/\\\\7", "resource": "/{proxy+}", "body": null,
       "headers": {"Accept": "*/*", "Authorization": "secret"},
       "multiValueHeaders": {"Accept": ["*/*", "\\"a\\""], "Cookie": ["secret"]},
       "requestContext": {"httpMethod": "GET", "path": "/pets", "accountId": null}}
      """;
  private static final String STREAMING =
      """
      package example;

      import com.amazonaws.services.lambda.runtime.Context;
      import com.amazonaws.services.lambda.runtime.RequestStreamHandler;

      public final class Handler implements RequestStreamHandler {
          private int answers = 1;

          public void handleRequest(java.io.InputStream in, java.io.OutputStream out, Context context)
                  throws java.io.IOException {
              answers++;
          }
      }
      """;

  @TempDir Path folder;

  /** The interfaces of AWS's library, a bean of an event, and a framework's handlers. */
  @BeforeEach
  void library() throws Exception {
    write(
        "library/" + AWS + "Context.java",
        """
        package com.amazonaws.services.lambda.runtime;
        public interface Context {
          String getAwsRequestId();
          String getLogGroupName();
          String getLogStreamName();
          String getFunctionName();
          String getFunctionVersion();
          String getInvokedFunctionArn();
          CognitoIdentity getIdentity();
          ClientContext getClientContext();
          int getRemainingTimeInMillis();
          int getMemoryLimitInMB();
          LambdaLogger getLogger();
        }
        interface Hidden {}
        """);
    for (String type : Set.of("CognitoIdentity", "ClientContext", "LambdaLogger")) {
      write(
          "library/" + AWS + type + ".java",
          "package com.amazonaws.services.lambda.runtime; public interface " + type + " {}");
    }
    write(
        "library/" + AWS + "LambdaRuntime.java",
        """
        package com.amazonaws.services.lambda.runtime;
        public final class LambdaRuntime { public static LambdaLogger getLogger() { return null; } }
        """);
    write(
        "library/" + AWS + "RequestStreamHandler.java",
        """
        package com.amazonaws.services.lambda.runtime;
        public interface RequestStreamHandler {
          void handleRequest(java.io.InputStream in, java.io.OutputStream out, Context context)
              throws java.io.IOException;
        }
        """);
    write(
        "library/" + AWS + "RequestHandler.java",
        """
        package com.amazonaws.services.lambda.runtime;
        public interface RequestHandler<I, O> { O handleRequest(I in, Context context); }
        """);
    write(
        "library/events/Request.java",
        """
        package events;
        import java.util.List;
        import java.util.Map;
        public class Request {
          public static class Part { public void setHttpMethod(String method) {} }
          public void setHttpMethod(String method) {}
          public void setPath(String path) {}
          public void setHeaders(Map<String, String> headers) {}
          public void setMultiValueHeaders(Map<String, List<String>> headers) {}
          public void setRequestContext(Part context) {}
        }
        """);
    write(
        "library/framework/Streaming.java",
        """
        package framework;
        import com.amazonaws.services.lambda.runtime.Context;
        public class Streaming implements com.amazonaws.services.lambda.runtime.RequestStreamHandler {
          public Streaming() throws java.io.IOException {}
          public void handleRequest(java.io.InputStream in, java.io.OutputStream out, Context context) {}
        }
        """);
    write(
        "library/framework/Typed.java",
        """
        package framework;
        import com.amazonaws.services.lambda.runtime.Context;
        public class Typed extends Base<events.Request> {}
        abstract class Base<T> implements com.amazonaws.services.lambda.runtime.RequestHandler<T, String> {
          public String handleRequest(T in, Context context) { return ""; }
        }
        """);
    compile("library", "classes");
  }

  private Path write(String file, String text) throws Exception {
    return new SourceFolder(folder).write(file, text);
  }

  private void compile(String from, String into) throws Exception {
    compile(from, into, "17");
  }

  private void compile(String from, String into, String release) throws Exception {
    new SourceFolder(folder).compileFor(release, from, into);
  }

  private Optional<Remedy> remedy(String handler, String event, String... methods) {
    return remedy(handler, List.of(request(event, methods)));
  }

  private Optional<Remedy> remedy(String handler, List<RequestPriming.Request> requests) {
    JavaSources sources =
        JavaSources.read(folder, folder.resolve("src"), List.of(folder.resolve("classes")));
    return RequestPriming.of(requests.getFirst().seen(), requests, sources, handler);
  }

  private static RequestPriming.Request request(String event, String... methods) {
    return new RequestPriming.Request(
        Explanations.EMPTY
            .withMethods(
                Stream.of(methods)
                    .map(method -> new Explanation.MethodTime(method, "sdk", 100, 0, 0))
                    .toList())
            .withFindings(List.of(new Finding("unprimed-first-call", "", "", "", 100, 200, ""))),
        event.getBytes(StandardCharsets.UTF_8));
  }

  /** The only file that a remedy changes, as it then is; all sources compile with it. */
  private String made(Remedy remedy) throws Exception {
    Path file = remedy.change().files().getFirst();
    Path written = folder.resolve(file);
    String before = Files.exists(written) ? Files.readString(written) : "";
    String after = new Draft(List.of(remedy)).texts(_ -> before).get(file);
    write(file.toString(), after);
    compile("src", "made");
    return after;
  }

  /** The same with the quotes of JSON as they are outside of literals. */
  private static String unquoted(String made) {
    return made.replace("\\\"", "\"");
  }

  private static Change.Sources change(Remedy remedy) {
    return (Change.Sources) remedy.change();
  }

  private static final String POWERTOOLS = "software/amazon/lambda/powertools/";

  private List<String> notes(String annotation) throws Exception {
    write(
        "library/" + POWERTOOLS + "logging/Logging.java",
        """
        package software.amazon.lambda.powertools.logging;
        public @interface Logging { boolean logEvent() default false; }
        """);
    write(
        "library/" + POWERTOOLS + "metrics/FlushMetrics.java",
        "package software.amazon.lambda.powertools.metrics; public @interface FlushMetrics {}");
    compile("library", "classes");
    write(
        "src/example/Handler.java",
        STREAMING.replace(
            "    public void",
            "    @software.amazon.lambda.powertools." + annotation + "\n    public void"));
    JavaSources sources =
        JavaSources.read(folder, folder.resolve("src"), List.of(folder.resolve("classes")));
    List<RequestPriming.Request> requests = List.of(request(GET));
    Optional<Remedy> remedy =
        RequestPriming.of(requests.getFirst().seen(), requests, sources, "example.Handler");
    return remedy.isPresent() ? List.of(remedy.get().what()) : sources.takeNotes();
  }

  @Test
  void a_handler_around_which_powertools_writes_is_not_called() throws Exception {
    assertEquals(
        List.of(
            "src/example/Handler.java:9 has @FlushMetrics of Powertools, which would write of a"
                + " request that nobody has made"),
        notes("metrics.FlushMetrics"));
    assertTrue(
        notes("logging.Logging(logEvent = true)")
            .getFirst()
            .contains("has @Logging of Powertools"));
    assertTrue(
        notes("logging.Logging")
            .getFirst()
            .contains("and Powertools logs and traces no request as the cold one any more"));
  }

  @Test
  void the_handler_of_a_library_gets_a_subclass_that_the_template_names() throws Exception {
    write("src/example/web/Pets.java", "package example.web;\n\nclass Pets {\n    int one;\n}\n");
    write("src/example/Main.java", "package example;\n\nclass Main {\n    int one;\n}\n");
    Remedy remedy = remedy("framework.Streaming", GET).orElseThrow();

    assertEquals("first-request", remedy.id());
    assertEquals(RemedyKind.REVIEWED, remedy.kind());
    assertEquals(new Prediction(100, 200), remedy.predicted());
    assertEquals(Optional.of("example.PrimedHandler"), change(remedy).handler());
    assertEquals(
        "example.PrimedHandler::handleRequest",
        new Draft(List.of(remedy)).handler("framework.Streaming::handleRequest"));
    assertEquals(List.of(Path.of("src/example/PrimedHandler.java")), remedy.change().files());
    String made = made(remedy);
    assertTrue(made.contains("    public PrimedHandler() throws IOException {"), made);
    assertTrue(unquoted(made).contains("\"path\" : \"/pets/\\\\\\\\7\""), made);
    assertFalse(made.contains("secret"), made);
    assertFalse(made.contains("null,"), made);
  }

  @Test
  void an_event_of_a_type_of_its_own_is_made_by_setters() throws Exception {
    write("src/example/Main.java", "package example;\n\nclass Main {\n  int one;\n}\n");
    String made = made(remedy("framework.Typed", GET).orElseThrow());

    assertTrue(made.contains("request.setPath(\"/pets/\\\\7\");"), made);
    assertTrue(made.contains(".put(\"Accept\", Arrays.asList(\"*/*\", \"\\\"a\\\"\"));"), made);
    assertTrue(made.contains("Request.Part part3 = new Request.Part();"), made);
    assertTrue(made.contains("request.setRequestContext(part3);"), made);
    assertFalse(made.contains("secret"), made);
  }

  /** A record has no setters, a map no type of its own. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "Order | record Order(String path) {}",
        "java.util.Map<String, Object> | ",
        "Order.Line | interface Order { record Line(String path) {} }"
      })
  void an_event_without_setters_is_bound_by_the_runtimes_own_serializer(String given)
      throws Exception {
    String[] parts = given.split(" [|] ?", -1);
    write(
        "src/example/Handler.java",
        """
        package example;

        import com.amazonaws.services.lambda.runtime.Context;
        import com.amazonaws.services.lambda.runtime.RequestHandler;

        public class Handler implements RequestHandler<%s, String> {
          static String seen;

          public String handleRequest(%s in, Context context) {
            seen = "" + in;
            return seen;
          }
        }

        %s
        """
            .formatted(parts[0], parts[0], parts[1]));
    String serialization = "library/com/amazonaws/services/lambda/runtime/serialization/";
    write(
        serialization + "PojoSerializer.java",
        """
        package com.amazonaws.services.lambda.runtime.serialization;
        public interface PojoSerializer<T> { T fromJson(String text); }
        """);
    write(
        serialization + "factories/JacksonFactory.java",
        """
        package com.amazonaws.services.lambda.runtime.serialization.factories;
        import com.amazonaws.services.lambda.runtime.serialization.PojoSerializer;
        public class JacksonFactory {
          public static JacksonFactory getInstance() { return new JacksonFactory(); }
          public <T> PojoSerializer<T> getSerializer(Class<T> type) {
            return text -> {
              if (!text.contains("pets")) { throw new IllegalArgumentException(text); }
              try {
                if (type.isInterface()) { return type.cast(java.util.Map.of("path", "/pets")); }
                var made = type.getDeclaredConstructor(String.class);
                made.setAccessible(true);
                return made.newInstance("/pets");
              } catch (ReflectiveOperationException e) { throw new IllegalStateException(e); }
            };
          }
        }
        """);
    compile("library", "classes");
    String made = made(remedy("example.Handler", GET).orElseThrow());

    assertTrue(made.contains("handleRequest(firstRequest(), new FirstContext());"), made);
    assertFalse(made.contains("secret"), made);
    try (URLClassLoader loader =
        new URLClassLoader(
            new URL[] {
              folder.resolve("made").toUri().toURL(), folder.resolve("classes").toUri().toURL()
            },
            null)) {
      Class<?> handler = loader.loadClass("example.Handler");
      var binding = handler.getDeclaredMethod("firstRequest");
      binding.setAccessible(true);
      assertTrue(binding.invoke(null).toString().contains("/pets"), made);
    }
  }

  @Test
  void the_projects_own_handler_is_changed_itself() throws Exception {
    write("src/example/Handler.java", STREAMING);
    Remedy remedy = remedy("example.Handler", GET).orElseThrow();

    assertEquals(Optional.empty(), change(remedy).handler());
    String made = made(remedy);
    assertTrue(
        made.contains("    public Handler() {\n        answerFirstRequest();\n    }\n"), made);
    assertTrue(made.startsWith("package example;\n\nimport com.amazonaws"), made);
    compile("src", "made", "11");
  }

  /** The library is as old as the project may be. */
  @ParameterizedTest
  @ValueSource(strings = {"8", "11", "17"})
  void what_is_added_compiles_with_each_version_of_java(String release) throws Exception {
    compile("library", "classes", release);
    String typed = "package example;\n\npublic class Typed extends framework.Typed {\n}\n";
    String bound =
        """
        package example;

        import com.amazonaws.services.lambda.runtime.Context;
        import com.amazonaws.services.lambda.runtime.RequestHandler;

        public class Bound implements RequestHandler<java.util.Map<String, Object>, String> {
          public String handleRequest(java.util.Map<String, Object> in, Context context) {
            return "";
          }
        }
        """;
    write("src/example/Handler.java", STREAMING);
    write("src/example/Typed.java", typed);
    write("src/example/Bound.java", bound);
    for (String handler :
        List.of("example.Handler", "example.Typed", "example.Bound", "framework.Typed")) {
      Remedy remedy = remedy(handler, GET).orElseThrow();
      Path file = remedy.change().files().getFirst();
      Path written = folder.resolve(file);
      String before = Files.exists(written) ? Files.readString(written) : "";
      write(file.toString(), new Draft(List.of(remedy)).texts(_ -> before).get(file));
    }
    compile("src", "made", release);
  }

  /** Lambda calls them by reflection; they need no interface of AWS's. */
  @Test
  void the_method_that_the_handler_names_gets_the_request() throws Exception {
    write(
        "src/example/Framework.java",
        """
        package example;

        public abstract class Framework<I> {
          public abstract String execute(I in);
        }
        """);
    String named =
        """
        package example;

        public class Named extends Framework<events.Request> {
          @Override
          public String execute(events.Request in) {
            return "";
          }

          public String both(events.Request in, com.amazonaws.services.lambda.runtime.Context context) {
            return "";
          }

          public void streams(java.io.InputStream in, java.io.OutputStream out) {}

          public String several(String in) {
            return "";
          }

          public String several(events.Request in) {
            return "";
          }

          public String none() {
            return "";
          }

          String hidden(events.Request in) {
            return "";
          }
        }
        """;
    write("src/example/Named.java", named);
    for (String each : List.of("several", "none", "hidden", "absent", "handleRequest")) {
      assertEquals(Optional.empty(), remedy("example.Named::" + each, GET), each);
    }

    String plain = made(remedy("example.Named::execute", GET).orElseThrow());
    assertTrue(plain.contains("      execute(firstRequest());\n"), plain);
    assertFalse(plain.contains("FirstContext"), plain);
    write("src/example/Named.java", named);
    String both = made(remedy("example.Named::both", GET).orElseThrow());
    assertTrue(both.contains("both(firstRequest(), new FirstContext());"), both);
    write("src/example/Named.java", named);
    String streams = made(remedy("example.Named::streams", GET).orElseThrow());
    assertTrue(streams.contains("          new ByteArrayOutputStream());\n"), streams);
    assertFalse(streams.contains("FirstContext"), streams);
  }

  @Test
  void of_several_constructors_the_one_that_lambda_calls_gets_the_call() throws Exception {
    write(
        "src/example/Handler.java",
        STREAMING.replace(
            "    public void handleRequest",
            "    public Handler() {\n        this(1);\n    }\n\n"
                + "    Handler(int answers) {\n        this.answers = answers;\n    }\n\n"
                + "    public void handleRequest"));
    String made = made(remedy("example.Handler", GET).orElseThrow());

    assertTrue(made.contains("        this(1);\n        answerFirstRequest();\n    }\n"), made);
    assertTrue(made.contains("        this.answers = answers;\n    }\n"), made);
  }

  @Test
  void what_clients_of_the_sdk_1_do_for_themselves_is_no_operation_that_writes() throws Exception {
    write("src/example/Handler.java", STREAMING);
    String table = "com.amazonaws.services.dynamodbv2.AmazonDynamoDBClient.";
    String lambda = "com.amazonaws.services.lambda.AWSLambdaClient.";
    String[] reads = {table + "scan", table + "executeScan", table + "invoke", table + "doInvoke"};

    assertTrue(remedy("example.Handler", GET, reads).isPresent());
    assertEquals(Optional.empty(), remedy("example.Handler", GET, table + "executePutItem"));
    assertEquals(Optional.empty(), remedy("example.Handler", GET, lambda + "invoke"));
    assertEquals(Optional.empty(), remedy("example.Handler", GET, lambda + "executeInvoke"));
    String graph = "software.amazon.awssdk.services.neptunegraph.DefaultNeptuneGraphClient.";
    assertEquals(Optional.empty(), remedy("example.Handler", GET, graph + "executeQuery"));
  }

  /** Whatever a client has beside its operations, which take a request and answer it. */
  @Test
  void no_client_of_the_sdk_2_has_methods_of_its_own_that_count_as_writes() throws Exception {
    write("src/example/Handler.java", STREAMING);
    String services = "software.amazon.awssdk.services.";
    List<String> own = new ArrayList<>();
    for (String client : List.of("lambda.Lambda", "sns.Sns", "kinesis.Kinesis", "ssm.Ssm")) {
      for (String part : List.of("", "Default")) {
        String name =
            services + client.replace(".", "." + part) + "Client"; // Client and DefaultClient
        Class<?> type = Class.forName(name);
        Set<String> operations = new HashSet<>();
        for (Method method : type.getMethods()) {
          if (method.getReturnType().getSimpleName().endsWith("Response")
              || method.getReturnType().getSimpleName().endsWith("Iterable")) {
            operations.add(method.getName());
          }
        }
        Stream.of(type.getDeclaredMethods())
            .map(Method::getName)
            .filter(each -> !operations.contains(each) && each.matches("\\w+"))
            .forEach(each -> own.add(name + "." + each));
      }
    }
    assertTrue(own.size() > 20, own::toString);
    assertTrue(
        remedy("example.Handler", GET, own.toArray(String[]::new)).isPresent(), own::toString);
  }

  @Test
  void the_only_constructor_gets_the_call_at_its_end() throws Exception {
    String constructor =
        "    Handler() {\n        answers = 2;\n    }\n\n    public void handleRequest";
    write(
        "src/example/Handler.java",
        STREAMING.replace("    public void handleRequest", constructor));
    String made = made(remedy("example.Handler", GET).orElseThrow());

    assertTrue(made.contains("        answers = 2;\n        answerFirstRequest();\n    }\n"), made);
    assertFalse(made.contains("public Handler()"), made);

    write(
        "src/example/Handler.java",
        STREAMING.replace(
            "    public void handleRequest", constructor.replace("Handler()", "Handler(int one)")));
    assertEquals(Optional.empty(), remedy("example.Handler", GET));
  }

  @Test
  void where_the_measured_request_may_change_something_another_one_that_reads_is_made()
      throws Exception {
    write("src/example/Handler.java", STREAMING);
    RequestPriming.Request post =
        request(
            GET.replace("GET", "POST"),
            "software.amazon.awssdk.services.dynamodb.DefaultDynamoDbClient.putItem");
    RequestPriming.Request get =
        request(GET, "software.amazon.awssdk.services.dynamodb.DefaultDynamoDbClient.getItem");
    String made = made(remedy("example.Handler", List.of(post, get)).orElseThrow());
    assertTrue(unquoted(made).contains("\"httpMethod\" : \"GET\""), made);
    assertTrue(made.contains("/pets/"), made);
    assertFalse(made.contains("POST"), made);
  }

  @Test
  void another_request_that_was_seen_to_write_is_not_made() throws Exception {
    write("src/example/Handler.java", STREAMING);
    RequestPriming.Request get =
        request(GET, "software.amazon.awssdk.services.dynamodb.DefaultDynamoDbClient.putItem");
    assertEquals(
        Optional.empty(),
        remedy("example.Handler", List.of(request(GET.replace("GET", "POST")), get)));
  }

  @Test
  void a_request_that_may_change_something_is_not_repeated() throws Exception {
    write("src/example/Handler.java", STREAMING);
    String post = GET.replace("GET", "POST").replace("\"body\": null", "\"body\": \"{}\"");
    String writing = "software.amazon.awssdk.services.sqs.DefaultSqsClient.sendMessage";
    String reading = "software.amazon.awssdk.services.sqs.DefaultSqsClient.listQueues";

    assertEquals(Optional.empty(), remedy("example.Handler", post));
    assertEquals(Optional.empty(), remedy("example.Handler", GET, reading, writing));
    String update = "com.zaxxer.hikari.pool.HikariProxyPreparedStatement.executeUpdate";
    assertEquals(Optional.empty(), remedy("example.Handler", GET, update));
    String helping = "software.amazon.awssdk.services.sqs.DefaultSqsClient.resolveEndpoint";
    assertTrue(remedy("example.Handler", GET, reading).isPresent());
    String runtime =
        "com.amazonaws.services.lambda.runtime.api.client.runtimeapi.NativeClient.next";
    assertTrue(remedy("example.Handler", GET, reading, helping, runtime).isPresent());

    for (Remedy nowhere :
        List.of(
            remedy("framework.Streaming", post).orElseThrow(),
            remedy("framework.Streaming", GET, writing).orElseThrow())) {
      String made = made(nowhere);
      assertTrue(unquoted(made).contains("\"path\" : \"/thaw-first-request\""), made);
      assertFalse(made.contains("POST"), made);
      assertFalse(made.contains("pets"), made);
      assertFalse(unquoted(made).contains("\"body\""), made);
      Files.delete(folder.resolve("src/example/PrimedHandler.java"));
    }
  }

  @Test
  void events_of_http_apis_are_known_and_others_are_left_alone() throws Exception {
    write("src/example/Main.java", "package example;\n\nclass Main {\n  int one;\n}\n");
    String second =
        """
        {"version": "2.0", "rawPath": "/pets", "cookies": ["secret"],
         "requestContext": {"http": {"method": "DELETE", "path": "/pets"}}}
        """;

    String made = made(remedy("framework.Streaming", second).orElseThrow());
    assertTrue(unquoted(made).contains("\"rawPath\" : \"/thaw-first-request\""), made);
    assertFalse(made.contains("secret"), made);
    assertFalse(made.contains("DELETE"), made);
    Files.delete(folder.resolve("src/example/PrimedHandler.java"));
    for (String other : List.of("{\"Records\": []}", "41", "no JSON", "")) {
      assertEquals(Optional.empty(), remedy("framework.Streaming", other), other);
    }
  }

  @Test
  void classes_that_have_the_names_already_are_left_alone() throws Exception {
    write("src/example/Main.java", "package example;\n\nclass Main {\n  int one;\n}\n");
    write("src/example/PrimedHandler.java", "package example;\n\nclass PrimedHandler {}\n");
    write(
        "src/example/Handler.java",
        STREAMING.replace(
            "int answers = 1;", "int answers = 1;\n    void answerFirstRequest() {}"));

    assertEquals(Optional.empty(), remedy("framework.Streaming", GET));
    assertEquals(Optional.empty(), remedy("example.Handler", GET));
  }

  @Test
  void only_what_changes_nothing_is_given_to_be_sent_again() {
    assertEquals(Optional.of("{}"), harmless("{}"));
    assertEquals(
        Optional.of(
            """
            {
              "httpMethod": "GET",
              "path": "/pets/1",
              "headers": {"a":"b"}
            }\
            """),
        harmless(
            "{'httpMethod': 'GET', 'path': '/pets/1', 'body': null,"
                + " 'headers': {'a': 'b', 'Authorization': 'Bearer x'}}"));
    assertEquals(Optional.empty(), harmless("{'httpMethod': 'POST', 'path': '/pets'}"));
    assertEquals(Optional.empty(), harmless("{'Records': []}"));
    assertEquals(Optional.empty(), harmless("no JSON"));
  }

  private static Optional<String> harmless(String event) {
    return RequestPriming.harmless(event.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void an_event_is_led_to_another_path_without_its_credentials() {
    String event =
        """
        {"rawPath": "/pets", "cookies": ["secret"], "body": "{}",
         "requestContext": {"http": {"method": "POST", "path": "/pets"}}}
        """;
    String led =
        RequestPriming.elsewhere(event.getBytes(StandardCharsets.UTF_8), "/a/b").orElseThrow();
    assertTrue(led.contains("\"rawPath\":\"/a/b\""), led);
    assertTrue(led.contains("\"method\":\"GET\""), led);
    assertFalse(led.contains("secret") || led.contains("body") || led.contains("pets"), led);
    assertEquals(
        Optional.empty(),
        RequestPriming.elsewhere("{\"Records\":[]}".getBytes(StandardCharsets.UTF_8), "/a/b"));
  }
}
