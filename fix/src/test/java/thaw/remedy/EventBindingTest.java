package thaw.remedy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import thaw.attribution.Explanation;
import thaw.attribution.Finding;
import thaw.attribution.PhaseName;
import thaw.remedy.edit.JavaSources;

class EventBindingTest {
  private static final String RUNTIME = "com/amazonaws/services/lambda/runtime/";
  private static final String SERIALIZER =
      "com.amazonaws.services.lambda.runtime.serialization.factories"
          + ".JacksonFactory$InternalSerializer.";
  private static final String POST =
      """
      {"httpMethod": "POST", "path": "/orders", "body": "{}",
       "headers": {"Accept": "*/*", "Authorization": "secret"}}
      """;
  private static final String HANDLER =
      """
      package example;

      import com.amazonaws.services.lambda.runtime.Context;
      import com.amazonaws.services.lambda.runtime.RequestHandler;

      public class Handler implements RequestHandler<Order, Receipt> {
        public Receipt handleRequest(Order order, Context context) {
          throw new AssertionError("is not called in init");
        }
      }

      class Order {
        public void setPath(String path) {}
      }
      """;
  private static final String RECEIPT = "\nclass Receipt {\n  public Receipt() {}\n}\n";

  @TempDir Path folder;

  @BeforeEach
  void library() throws Exception {
    write(
        "library/" + RUNTIME + "RequestHandler.java",
        """
        package com.amazonaws.services.lambda.runtime;
        public interface RequestHandler<I, O> { O handleRequest(I in, Context context); }
        """);
    write(
        "library/" + RUNTIME + "RequestStreamHandler.java",
        """
        package com.amazonaws.services.lambda.runtime;
        public interface RequestStreamHandler {
          void handleRequest(java.io.InputStream in, java.io.OutputStream out, Context context);
        }
        """);
    write(
        "library/" + RUNTIME + "Context.java",
        "package com.amazonaws.services.lambda.runtime; public interface Context {}");
    write(
        "library/" + RUNTIME + "serialization/PojoSerializer.java",
        """
        package com.amazonaws.services.lambda.runtime.serialization;
        public interface PojoSerializer<T> {
          T fromJson(java.io.InputStream in);
          T fromJson(String text);
          void toJson(T value, java.io.OutputStream out);
        }
        """);
    write(
        "library/" + RUNTIME + "serialization/events/LambdaEventSerializers.java",
        """
        package com.amazonaws.services.lambda.runtime.serialization.events;
        import com.amazonaws.services.lambda.runtime.serialization.PojoSerializer;
        public class LambdaEventSerializers {
          public static final java.util.List<String> BOUND = new java.util.ArrayList<>();
          public static <T> PojoSerializer<T> serializerFor(Class<T> type, ClassLoader loader) {
            return new PojoSerializer<T>() {
              public T fromJson(java.io.InputStream in) {
                try {
                  byte[] text = new byte[10000];
                  BOUND.add("from " + type.getName() + " " + new String(text, 0, in.read(text)));
                } catch (java.io.IOException e) {
                  throw new IllegalStateException(e);
                }
                return null;
              }
              public T fromJson(String text) { return null; }
              public void toJson(T value, java.io.OutputStream out) {
                BOUND.add("to " + type.getName() + " " + value.getClass().getName());
              }
            };
          }
        }
        """);
    compile("library", "classes", "8");
  }

  private void write(String file, String text) throws Exception {
    new SourceFolder(folder).write(file, text);
  }

  private void compile(String from, String into, String release) throws Exception {
    new SourceFolder(folder).compileFor(release, from, into);
  }

  private static Explanation explanation(String... bindings) {
    return Explanations.EMPTY
        .withMethods(
            Stream.of(bindings)
                .map(each -> new Explanation.MethodTime(SERIALIZER + each, "runtime", 10, 0, 2))
                .toList())
        .withPhases(
            List.of(new Explanation.Phase(PhaseName.FIRST_INVOCATION, 300, 100, 1, List.of())))
        .withFindings(List.of(new Finding("pojo-handler", "", "", "", 100, 200, "")));
  }

  private Optional<Remedy> remedy(Explanation explanation, String handler, String event) {
    JavaSources sources =
        JavaSources.read(folder, folder.resolve("src"), List.of(folder.resolve("classes")));
    return EventBinding.of(explanation, event.getBytes(StandardCharsets.UTF_8), sources, handler);
  }

  private Optional<Remedy> remedy(String handler) {
    return remedy(explanation("fromJson", "toJson"), handler, POST);
  }

  /** Compiles all sources with the change, and makes the handler as on Lambda. */
  private List<?> boundBy(Remedy remedy, String handler, String release) throws Exception {
    Path file = remedy.change().files().getFirst();
    Path written = folder.resolve(file);
    String before = Files.exists(written) ? Files.readString(written) : "";
    String after = new Draft(List.of(remedy)).texts(_ -> before).get(file);
    write(
        file.toString(),
        after.replace("System.getenv(\"AWS_LAMBDA_FUNCTION_NAME\") != null", "true"));
    compile("src", "made", release);
    try (URLClassLoader loader =
        new URLClassLoader(
            new URL[] {
              folder.resolve("made").toUri().toURL(), folder.resolve("classes").toUri().toURL()
            },
            null)) {
      loader.loadClass(handler).getConstructor().newInstance();
      Class<?> serializers =
          loader.loadClass(
              "com.amazonaws.services.lambda.runtime.serialization.events.LambdaEventSerializers");
      return (List<?>) serializers.getField("BOUND").get(null);
    }
  }

  @Test
  void a_serializer_within_another_counts_once() throws Exception {
    write("src/example/Handler.java", HANDLER + RECEIPT);
    Explanation nested =
        explanation("fromJson", "toJson")
            .withMethods(
                Stream.of(SERIALIZER, SERIALIZER.replace("Internal", "Class"))
                    .flatMap(type -> Stream.of(type + "fromJson", type + "toJson"))
                    .map(each -> new Explanation.MethodTime(each, "runtime", 10, 0, 2))
                    .toList());
    assertEquals(
        new Prediction(16, 32),
        remedy(nested, "example.Handler::handleRequest", POST).orElseThrow().predicted());
  }

  @Test
  void an_event_that_is_too_long_for_a_constant_is_not_bound() throws Exception {
    write("src/example/Handler.java", HANDLER + RECEIPT);
    JavaSources sources =
        JavaSources.read(folder, folder.resolve("src"), List.of(folder.resolve("classes")));
    String event = "{\"path\": \"" + "a".repeat(50_000) + "\"}";
    assertEquals(
        Optional.empty(),
        EventBinding.of(
            explanation("fromJson"),
            event.getBytes(StandardCharsets.UTF_8),
            sources,
            "example.Handler::handleRequest"));
    assertEquals(
        List.of("the event has 50,012 bytes, more than a constant of a class can have"),
        sources.takeNotes());
  }

  @ParameterizedTest
  @ValueSource(strings = {"8", "11", "17"})
  void an_event_and_an_answer_are_bound_in_init_and_the_method_is_not_called(String release)
      throws Exception {
    write("src/example/Handler.java", HANDLER + RECEIPT);
    Remedy remedy = remedy("example.Handler::handleRequest").orElseThrow();

    assertEquals("first-binding", remedy.id());
    assertEquals(RemedyKind.REVIEWED, remedy.kind());
    assertEquals(Optional.of("pojo-handler"), remedy.finding());
    // Two calls of 8 ms of CPU time, each of which takes three times as long at this quota.
    assertEquals(new Prediction(16, 32), remedy.predicted());
    List<?> bound = boundBy(remedy, "example.Handler", release);
    assertEquals(2, bound.size(), bound::toString);
    assertTrue(bound.getFirst().toString().startsWith("from example.Order {"), bound::toString);
    assertTrue(bound.getFirst().toString().contains("/orders"), bound::toString);
    assertFalse(bound.getFirst().toString().contains("secret"), bound::toString);
    assertEquals("to example.Receipt example.Receipt", bound.get(1));
  }

  /** A method by another name, a type of a library, an answer that cannot be made. */
  @Test
  void what_the_handlers_own_method_takes_is_bound() throws Exception {
    write(
        "src/example/Handler.java",
        """
        package example;

        import java.util.Map;

        public class Handler {
          private final int one;

          public Handler() {
            one = 1;
          }

          public int execute(Map<String, Object> in) {
            return one;
          }
        }
        """);
    List<?> bound =
        boundBy(remedy("example.Handler::execute").orElseThrow(), "example.Handler", "8");
    assertEquals(1, bound.size(), bound::toString);
    assertTrue(bound.getFirst().toString().startsWith("from java.util.Map {"), bound::toString);
  }

  @Test
  void streams_texts_and_what_init_binds_already_are_left_alone() throws Exception {
    write("src/example/Handler.java", HANDLER + RECEIPT);
    write(
        "src/example/Streaming.java",
        """
        package example;

        import com.amazonaws.services.lambda.runtime.Context;

        public class Streaming implements com.amazonaws.services.lambda.runtime.RequestStreamHandler {
          public void handleRequest(java.io.InputStream in, java.io.OutputStream out, Context c) {}

          public String text(String in) {
            return in;
          }

          public String hidden(Hidden in) {
            return "";
          }

          private static class Hidden {
          }
        }
        """);
    assertTrue(remedy("example.Handler").isPresent());
    assertEquals(Optional.empty(), remedy("example.Streaming"));
    assertEquals(Optional.empty(), remedy("example.Streaming::text"));
    assertEquals(Optional.empty(), remedy("example.Streaming::hidden"));
    assertEquals(Optional.empty(), remedy(explanation(), "example.Handler", POST));
    assertEquals(Optional.empty(), remedy(explanation("fromJson"), "example.Handler", "no JSON"));
    assertEquals(
        Optional.empty(),
        remedy(explanation("fromJson").withFindings(List.of()), "example.Handler", POST));
  }
}
