package thaw.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Kinds of handlers, in JVMs of their own. */
@SuppressWarnings("try") // Functions run for as long as they are open.
class HandlersTest {
  private static final String RESPONSE = "/invocation/id-1/response";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          ValueHandlers$Greeting | "w" | "hello w"
          ValueHandlers$Same | {"a":1,"b":[1.5,null,{"c":null}],"d":12345678901} | {"a":1,"b":[1.5,null,{}],"d":12345678901}
          ValueHandlers$Longs | [1,2,3] | 6
          ValueHandlers$Nothing | {"x":1} | null
          ValueHandlers$Unasked | {"x":1} | "event null"
          ValueHandlers$Birthday | {"name":"Tom","age":3} | {"name":"Tom","age":4}
          ValueHandlers$Birthdays | [{"name":"Tom","age":3}] | {"Tom":{"name":"Tom","age":3}}
          ValueHandlers$Counting | "four" | 4
          ValueHandlers$Inherited | "17" | 17
          StreamHandlers$Echo | {"any": thing} | {"any": thing}
          Plain::text | "a" | "text a"
          Plain::fixed | "a" | "static a"
          Plain::withContext | "a" | "a id-1"
          Plain::contextOnly | "a" | "id-1"
          Plain::nothing | {} | 7
          Plain::sink | {"a":1} | null
          Plain::primitive | 41 | 42
          Plain::primitive | null | 1
          Plain::real | 3 | 1.5
          Plain::truth | true | false
          Plain::list | ["a",null] | ["a",null]
          Plain::streams | [1] | [1]
          Plain::streamsAndContext | [1] | "id-1"
          Plain::inputOnly | [1] | null
          Plain::inputAndContext | [1] | null
          Plain::outputOnly | [1] | 1
          Plain::outputAndContext | [1] | 2
          Plain::overloaded | "a" | "with context"
          Plain$Derived::generic | 3 | "number 4"
          """)
  void a_handler_is_served(String handler, String event, String response) throws Exception {
    try (FakeRuntimeApi api = new FakeRuntimeApi().event(event);
        Function function = Function.of("example." + handler).at(api)) {
      FakeRuntimeApi.Request answer = api.take();

      assertEquals(RESPONSE, answer.path(), answer.body());
      assertEquals(response, answer.body());
      assertEquals("application/json", answer.field("Content-Type"));
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          example.Missing | Class not found: example.Missing | java.lang.ClassNotFoundException
          ::text | Invalid handler: `::text' |
          example.Plain:: | Invalid handler: `example.Plain::' |
          example.Plain::absent | No public method named absent with appropriate method signature found on class example.Plain |
          example.Plain::hopeless | No public method named hopeless with appropriate method signature found on class example.Plain |
          example.Broken$NoHandler | Class does not implement an appropriate handler interface: example.Broken$NoHandler |
          example.ValueHandlers$Raw | Class example.ValueHandlers$Raw does not implement RequestHandler with concrete type parameters |
          example.ValueHandlers$Unbound | Class example.ValueHandlers$Unbound does not implement RequestHandler with concrete type parameters: parameter T has no upper bound. |
          example.Plain$Inner::text | Class example.Plain$Inner cannot be instantiated because it is a non-static inner class | java.lang.Exception
          example.Plain$NoConstructor::text | Class example.Plain$NoConstructor has no public zero-argument constructor | java.lang.Exception
          """)
  void what_is_no_handler_is_said_by_each_invocation(String handler, String message, String type)
      throws Exception {
    try (FakeRuntimeApi api = new FakeRuntimeApi().event("\"a\"").event("\"b\"");
        Function function = Function.of(handler).at(api)) {
      FakeRuntimeApi.Request first = api.take();
      FakeRuntimeApi.Request second = api.take();

      String expected =
          "{\"errorMessage\":\""
              + message
              + (type == null ? "\"}" : "\",\"errorType\":\"" + type + "\"}");
      assertEquals("/invocation/id-1/error", first.path());
      assertEquals(expected, first.body());
      assertEquals("Runtime.BadFunctionCode", first.field("Lambda-Runtime-Function-Error-Type"));
      assertEquals("/invocation/id-2/error", second.path());
      function.printed(message);
    }
  }

  @Test
  void the_environment_names_the_handler_when_no_argument_does() throws Exception {
    try (FakeRuntimeApi api = new FakeRuntimeApi().event("\"a\"");
        Function function = Function.of("").with("_HANDLER", "example.Plain::text").at(api)) {
      assertEquals("\"text a\"", api.take().body());
    }
  }

  @Test
  void types_without_a_description_are_the_official_serializers() throws Exception {
    try (FakeRuntimeApi api = new FakeRuntimeApi().event("{\"name\":\"bean\",\"colour\":null}");
        Function function =
            Function.of("example.ValueHandlers$Beans").withOfficialSerializer().at(api)) {
      assertEquals("{\"name\":\"the bean\"}", api.take().body());
    }
  }

  @Test
  void the_jar_that_such_types_need_is_named_when_it_is_missing() throws Exception {
    try (FakeRuntimeApi api = new FakeRuntimeApi();
        Function function = Function.of("example.ValueHandlers$Beans").at(api)) {
      FakeRuntimeApi.Request error = api.take();

      assertEquals("/init/error", error.path());
      assertTrue(
          error
              .body()
              .contains(
                  "com.amazonaws:aws-lambda-java-serialization is not on the class path, and"
                      + " example.ValueHandlers$Bean has no description of thaw-wire"),
          error.body());
      assertEquals(1, function.ended());
    }
  }

  @Test
  void plain_types_are_the_official_serializers_where_it_is_lenient() throws Exception {
    try (FakeRuntimeApi api = new FakeRuntimeApi().event("5").event("{'a':01}");
        Function function =
            Function.of("example.ValueHandlers$Greeting").withOfficialSerializer().at(api)) {
      assertEquals("\"hello 5\"", api.take().body());
    }
    try (FakeRuntimeApi api = new FakeRuntimeApi().event("{'a':01}");
        Function function =
            Function.of("example.ValueHandlers$Same").withOfficialSerializer().at(api)) {
      assertEquals("{\"a\":1}", api.take().body());
    }
  }

  @Test
  void an_event_that_is_none_is_an_error_of_the_invocation() throws Exception {
    try (FakeRuntimeApi api = new FakeRuntimeApi().event("{\"a\":").event("\"b\"");
        Function function = Function.of("example.ValueHandlers$Greeting").at(api)) {
      FakeRuntimeApi.Request error = api.take();

      assertEquals("/invocation/id-1/error", error.path());
      assertEquals(
          "{\"errorMessage\":\"An error occurred during JSON parsing\","
              + "\"errorType\":\"java.lang.RuntimeException\",\"stackTrace\":[]}",
          error.body());
      assertEquals("\"hello b\"", api.take().body());
      function.printed("aws-lambda-java-serialization is not on the class path");
    }
  }

  @Test
  void an_event_that_its_description_does_not_fit_is_an_error_with_the_place() throws Exception {
    try (FakeRuntimeApi api = new FakeRuntimeApi().event("{\"name\":\"Tom\",\"age\":\"old\"}");
        Function function = Function.of("example.ValueHandlers$Birthday").at(api)) {
      FakeRuntimeApi.Request error = api.take();

      assertEquals("/invocation/id-1/error", error.path());
      function.printed("thaw.wire.WireException");
      function.printed("age");
    }
  }

  @Test
  void a_serializer_of_the_function_is_used_when_it_is_named(@TempDir Path folder)
      throws Exception {
    Path services = folder.resolve(CustomCodec.SERVICE);
    Files.createDirectories(services.getParent());
    Files.writeString(services, "example.OwnSerializer\n");
    try (FakeRuntimeApi api = new FakeRuntimeApi().event("\"w\"");
        Function function =
            Function.of("example.ValueHandlers$Greeting").onClassPath(folder).at(api)) {
      assertEquals("own:hello own(\"w\")", api.take().body());
    }
  }

  @Test
  void two_serializers_of_the_function_are_an_error(@TempDir Path folder) throws Exception {
    Path services = folder.resolve(CustomCodec.SERVICE);
    Files.createDirectories(services.getParent());
    Files.writeString(services, "example.OwnSerializer\nexample.OtherSerializer\n");
    try (FakeRuntimeApi api = new FakeRuntimeApi().event("\"w\"");
        Function function =
            Function.of("example.ValueHandlers$Greeting").onClassPath(folder).at(api)) {
      FakeRuntimeApi.Request error = api.take();

      assertEquals("/invocation/id-1/error", error.path());
      assertTrue(error.body().contains("Too many serializers provided"), error.body());
    }
  }
}
