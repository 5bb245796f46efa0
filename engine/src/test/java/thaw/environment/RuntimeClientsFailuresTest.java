package thaw.environment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import thaw.fixture.FirstCases;
import thaw.fixture.SideBySide;
import thaw.fixture.Sources;

/** Process tests: what goes wrong in functions, with AWS's runtime client and with Thaw's. */
@SideBySide
class RuntimeClientsFailuresTest {
  private static final String HANDLERS =
      """
      package wrong;
      import com.amazonaws.services.lambda.runtime.*;
      import java.io.*;
      import java.util.*;
      public class Handlers {
        public static class NoMessage extends Exception {}
        public static class OddMessage extends RuntimeException {
          public String getMessage() { return "odd \\" \\n \\u0000 \\ud83d\\ude00 é \\\\ </script>"; }
        }
        public static class Bad {
          public String getFine() { return "fine"; }
          public String getBad() { throw new IllegalStateException("no such field"); }
        }

        public Object raise(String how) throws Throwable {
          switch (how) {
            case "plain": throw new IllegalStateException("no such pet");
            case "none": throw new NoMessage();
            case "odd": throw new OddMessage();
            case "cause": throw new RuntimeException("outer", new IOException("inner", new NoMessage()));
            case "own cause": throw new RuntimeException(new IOException("inner"));
            case "suppressed":
              Exception e = new Exception("main");
              e.addSuppressed(new IOException("suppressed"));
              throw e;
            case "error": throw new AssertionError("an error");
            case "linkage": throw new NoClassDefFoundError("some/Class");
            case "no trace":
              Exception bare = new Exception("bare");
              bare.setStackTrace(new StackTraceElement[0]);
              throw bare;
            case "deep": return deep(30);
            case "anonymous": throw new RuntimeException("of no name") {};
            case "lambda":
              Runnable run = () -> { throw new IllegalArgumentException("in a lambda"); };
              run.run();
              return "";
            case "interrupt": Thread.currentThread().interrupt(); return "interrupted";
            case "was interrupted": return Thread.currentThread().isInterrupted();
            case "bad result": return new Bad();
            case "large message": throw new RuntimeException("x".repeat(100_000));
            default: return "fine";
          }
        }
        private Object deep(int left) {
          if (left == 0) { throw new IllegalStateException("deep"); }
          return deep(left - 1);
        }
        public void stream(InputStream in, OutputStream out) throws IOException {
          out.write("half".getBytes());
          throw new IOException("the stream broke");
        }
        public static String exit3() { System.exit(3); return ""; }
        public static String exit0() { System.exit(0); return ""; }
        public static String halt() { Runtime.getRuntime().halt(9); return ""; }
        public static String overflow() { return overflow() + ""; }
        public static String exhaust() {
          return "" + new byte[Integer.MAX_VALUE - 8].length; // more than the heap
        }
        public static String ioError() { throw new IOError(new IOException("disk")); }
        public static String sleep() throws Exception {
          System.out.println("going to sleep");
          Thread.sleep(60_000);
          return "";
        }
        public static String large(int size) { return "x".repeat(size); }
        String hidden() { return ""; }
        public String twoEvents(String one, String two) { return ""; }
        public static class Abstract { }
        public static abstract class Unmade implements RequestHandler<String, String> {}
        public static class Private implements RequestHandler<String, String> {
          private Private() {}
          public String handleRequest(String event, Context context) { return ""; }
        }
        public static class Needs implements RequestHandler<String, String> {
          public Needs(String needed) {}
          public String handleRequest(String event, Context context) { return ""; }
        }
        public class Inner implements RequestHandler<String, String> {
          public String handleRequest(String event, Context context) { return ""; }
        }
        public static class Unbound<T> implements RequestHandler<T, String> {
          public String handleRequest(T event, Context context) { return ""; }
        }
      }
      """;

  private static final String INIT =
      """
      package wrong;
      public class %s {
        %s
        public %s() throws Exception { %s }
        public String run() { return "ran"; }
      }
      """;

  @TempDir static Path folder;
  private static BothClients clients;
  private static Path task;

  @BeforeAll
  static void functions() throws Exception {
    task =
        Sources.compile(
            folder.resolve("task"),
            HANDLERS,
            init(
                "StaticFails",
                "static { if (true) throw new IllegalStateException(\"static\"); }",
                ""),
            init("FieldFails", "static final int N = Integer.parseInt(\"x\");", ""),
            init("ConstructorFails", "", "throw new java.io.IOException(\"constructor\");"),
            init("ConstructorCause", "", "throw new RuntimeException(new Exception(\"root\"));"),
            init("Exits", "static { System.out.println(\"leaving\"); System.exit(5); }", ""),
            init("LinkageFails", "static { Missing.call(); }", ""),
            "package wrong; public class Missing { public static void call() {} }");
    task.resolve("wrong/Missing.class").toFile().delete();
    clients = BothClients.open(folder);
  }

  private static String init(String name, String members, String constructor) {
    return INIT.formatted(name, members, name, constructor);
  }

  @AfterAll
  static void nothing_is_left() {
    clients.close();
  }

  @Test
  void what_a_handler_throws_is_told_and_logged_the_same() throws Exception {
    BothClients.Seen seen =
        clients.same(
            asked(
                "Handlers::raise",
                "\"plain\"",
                "\"none\"",
                "\"odd\"",
                "\"cause\"",
                "\"own cause\"",
                "\"suppressed\"",
                "\"error\"",
                "\"linkage\"",
                "\"no trace\"",
                "\"deep\"",
                "\"anonymous\"",
                "\"lambda\"",
                "\"interrupt\"",
                "\"was interrupted\"",
                "\"bad result\"",
                "\"large message\"",
                "5",
                "\"fine\""));
    assertEquals("ok \"fine\"", seen.answers().getLast());
    assertTrue(
        seen.answer()
            .startsWith(
                "failed java.lang.IllegalStateException {\"errorMessage\":\"no such pet\","
                    + "\"errorType\":\"java.lang.IllegalStateException\",\"stackTrace\":"
                    + "[\"wrong.Handlers.raise(Handlers.java:"),
        seen.answer());
  }

  @FirstCases(
      value = 2,
      rest = "one throws, one is not found; each of the rest fails in its own way")
  @ParameterizedTest
  @ValueSource(
      strings = {
        "ConstructorFails::run",
        "NoSuchClass::run",
        "StaticFails::run",
        "FieldFails::run",
        "ConstructorCause::run",
        "Exits::run",
        "LinkageFails::run",
        "NoSuchClass",
        "Handlers::noSuchMethod",
        "Handlers::hidden",
        "Handlers::twoEvents",
        "Handlers$Abstract",
        "Handlers$Unmade",
        "Handlers$Private",
        "Handlers$Needs",
        "Handlers$Unbound",
        "Handlers::",
        "Handlers::raise::more"
      })
  void what_cannot_be_loaded_is_told_the_same(String handler) throws Exception {
    clients.same(asked(handler, "\"x\"", "\"again\""));
  }

  @FirstCases(
      value = 2,
      rest = "one ends its process, one breaks; each of the rest does so in its own way")
  @ParameterizedTest
  @ValueSource(
      strings = {
        "Handlers::exit3",
        "Handlers::overflow",
        "Handlers::exit0",
        "Handlers::halt",
        "Handlers::exhaust",
        "Handlers::ioError",
        "Handlers::stream"
      })
  void a_process_that_ends_or_breaks_does_so_the_same(String handler) throws Exception {
    clients.same(asked(handler, "{}", "{}"));
  }

  /** Each logs the exception that told it so, or does not. */
  @Test
  void an_inner_class_is_refused_the_same() throws Exception {
    clients.sameAnswers(asked("Handlers$Inner", "\"x\""));
  }

  @Test
  void a_timeout_is_the_same() throws Exception {
    BothClients.Seen seen = clients.same(asked("Handlers::sleep", "{}").within(1));
    assertTrue(seen.answer().contains("Task timed out after 1.00 seconds"), seen.answer());
  }

  @Test
  void a_response_may_have_6_mib_and_100_bytes() throws Exception {
    int most = 6 * 1024 * 1024 + 100 - 2;
    BothClients.Seen seen =
        clients.sameAnswers(asked("Handlers::large", "" + most, "" + (most + 1), "3"));
    assertTrue(seen.answer().startsWith("6291559 characters"), seen.answer());
    assertTrue(
        seen.answers().get(1).startsWith("failed Function.ResponseSizeTooLarge"),
        seen.answers().get(1));
    assertEquals("ok \"xxx\"", seen.answers().getLast());
  }

  private static BothClients.Asked asked(String handler, String... events) {
    return BothClients.Asked.of(task, "wrong." + handler, events);
  }
}
