package thaw.environment.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import thaw.environment.Environment;
import thaw.fixture.RealRuntime;
import thaw.fixture.SideBySide;
import thaw.fixture.Sources;
import thaw.function.handler.HandlerCheck;
import thaw.problem.UserMistake;
import thaw.runtimeapi.Invocation;
import thaw.runtimeapi.InvocationOutcome;

/** Process test: what the check says of a handler, the official runtime client says as well. */
@SideBySide
class HandlerAgreementTest {
  private static final String SOURCE =
      """
      package pets;
      import com.amazonaws.services.lambda.runtime.*;
      import java.io.*;
      public class Pets extends Base implements Named {
        public String none() { return "ok"; }
        public String one(Object event) { return "ok"; }
        public String context(Context context) { return "ok"; }
        public String both(Object event, Context context) { return "ok"; }
        public void streams(InputStream in, OutputStream out) throws IOException { ok(out); }
        public void out(OutputStream out, Context context) throws IOException { ok(out); }
        public void full(InputStream in, OutputStream out, Context c) throws IOException { ok(out); }
        public void swapped(OutputStream out, InputStream in) throws IOException { ok(out); }
        public String two(Object a, Object b) { return "ok"; }
        public String twoContexts(Context a, Context b) { return "ok"; }
        public String three(Object a, Object b, Context c) { return "ok"; }
        public String four(Object a, Object b, Object c, Object d) { return "ok"; }
        public static String fixed() { return "ok"; }
        String hidden() { return "ok"; }
        static void ok(OutputStream out) throws IOException { out.write("\\"ok\\"".getBytes()); }
        public static class Nested implements RequestHandler<Object, String> {
          public String handleRequest(Object event, Context context) { return "ok"; }
        }
        private static class Unseen implements RequestHandler<Object, String> {
          public Unseen() {}
          public String handleRequest(Object event, Context context) { return "ok"; }
        }
        public class Inner implements RequestHandler<Object, String> {
          public String handleRequest(Object event, Context context) { return "ok"; }
        }
      }
      class Base { public String inherited() { return "ok"; } }
      interface Named { default String named() { return "ok"; } }
      class Hidden implements RequestHandler<Object, String> {
        public Hidden() {}
        public String handleRequest(Object event, Context context) { return "ok"; }
        public static String fixed() { return "ok"; }
      }
      class HiddenHeir extends Pets {}
      """;
  private static final String IN_JAR =
      "package lib; public class InJar { public String run() { return \"ok\"; } }";

  @TempDir static Path folder;
  private static RealRuntime real;
  private static Path task;

  @BeforeAll
  static void functions() throws Exception {
    task = Sources.compile(folder.resolve("task"), SOURCE);
    Sources.jar(Sources.compile(folder.resolve("jar"), IN_JAR), task.resolve("lib/in.jar"));
    Files.createDirectories(task.resolve("classes/pets"));
    Files.copy(task.resolve("pets/Pets.class"), task.resolve("classes/pets/Pets.class"));
    real = RealRuntime.open(folder);
  }

  @AfterAll
  static void nothing_is_left() {
    real.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "pets.Pets::none",
        "pets.Pets::one",
        "pets.Pets::context",
        "pets.Pets::both",
        "pets.Pets::streams",
        "pets.Pets::out",
        "pets.Pets::full",
        "pets.Pets::swapped",
        "pets.Pets::two",
        "pets.Pets::twoContexts",
        "pets.Pets::three",
        "pets.Pets::four",
        "pets.Pets::fixed",
        "pets.Pets::hidden",
        "pets.Pets::inherited",
        "pets.Pets::named",
        "pets.Pets",
        "pets.Pets$Nested",
        "pets.Pets$Nested::handleRequest",
        "pets.Pets$Unseen",
        "pets.Pets$Inner",
        "pets.Hidden",
        "pets.Hidden::handleRequest",
        "pets.Hidden::fixed",
        "pets.HiddenHeir::none",
        "pets.HiddenHeir::fixed",
        "pets.Base::inherited",
        "pets/Pets::none",
        "classes.pets.Pets::none",
        "pets.Missing::none",
        "lib.InJar::run",
      })
  void check_and_client_agree(String handler) throws Exception {
    EnvironmentSpec spec = real.spec(task, handler, 1769, 10);
    assertEquals(works(spec), accepts(spec), handler);
  }

  private static boolean accepts(EnvironmentSpec spec) {
    try {
      HandlerCheck.check(spec.function(), spec.code(), Optional.empty());
      return true;
    } catch (UserMistake e) {
      return false;
    }
  }

  private static boolean works(EnvironmentSpec spec) throws InterruptedException {
    try (Environment environment = Environment.prepareWithLog(real.instance(), spec, line -> {})) {
      environment.initialise();
      InvocationOutcome outcome =
          environment.invoke(Invocation.of("{}".getBytes(StandardCharsets.UTF_8))).outcome();
      return outcome instanceof InvocationOutcome.Success
          && new String(outcome.payload(), StandardCharsets.UTF_8).equals("\"ok\"");
    }
  }
}
