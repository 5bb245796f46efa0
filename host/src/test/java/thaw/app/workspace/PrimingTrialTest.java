package thaw.app.workspace;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.attribution.evidence.PackageClasses;
import thaw.fixture.RealRuntime;
import thaw.fixture.SideBySide;
import thaw.fixture.Sources;
import thaw.remedy.priming.SafeCall;
import thaw.runtimeapi.log.Initialization;

/** With a real JVM, and a container of the form that AWS's has. */
@SideBySide
class PrimingTrialTest {
  private static final String CONTAINER =
      """
      package com.amazonaws.serverless.proxy.internal;
      import com.amazonaws.services.lambda.runtime.Context;
      import java.io.InputStream;
      import java.io.OutputStream;
      import java.util.function.Supplier;
      public class LambdaContainerHandler {
        private static int plain;
        private static int filtered;
        private final Supplier<String> filter;
        public LambdaContainerHandler(Supplier<String> filter) { this.filter = filter; }
        public void proxyStream(InputStream event, OutputStream answer, Context context)
            throws java.io.IOException {
          String path = new String(event.readAllBytes());
          String status = "404";
          if (path.contains("filtered")) {
            filtered++;
            status = filter.get();
          } else if (path.contains("plain")) {
            plain++;
          } else if (path.contains("counts")) {
            status = "\\"" + plain + " " + filtered + "\\"";
          } else if (path.contains("later")) {
            new Thread(() -> filter.get()).start();
          }
          answer.write(("{\\"statusCode\\":" + status + "}").getBytes());
        }
      }
      """;

  private static final String HANDLER =
      """
      package example;
      import com.amazonaws.serverless.proxy.internal.LambdaContainerHandler;
      import com.amazonaws.services.lambda.runtime.Context;
      import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
      import java.io.InputStream;
      import java.io.OutputStream;
      public class Handler implements RequestStreamHandler {
        private final LambdaContainerHandler container = new LambdaContainerHandler(Handler::filter);
        static String filter() {
          return new String(Runtime.version().feature() > 0 ? "404" : "403");
        }
        @Override
        public void handleRequest(InputStream event, OutputStream answer, Context context)
            throws java.io.IOException {
          container.proxyStream(event, answer, context);
        }
      }
      """;

  private static final int MOST_CODE_BYTES = 65535;
  private static final int INCREMENT_BYTES = 3;

  @TempDir Path folder;

  @Test
  void a_call_is_made_where_it_runs_nothing_of_the_functions_own() throws Exception {
    Path task = Sources.compile(folder.resolve("task"), CONTAINER, HANDLER);
    List<Optional<String>> verdicts =
        tried(
                task,
                "container 404 {\"path\":\"/none\"}",
                "container 404 {\"path\":\"/filtered\"}",
                "container 500 {\"path\":\"/none\"}",
                "request 404 {\"path\":\"/none\"}")
            .against();
    assertEquals(Optional.empty(), verdicts.get(0));
    assertEquals(Optional.of("example.Handler.filter runs for it"), verdicts.get(1));
    assertEquals(
        Optional.of(
            "it fails: container 500: java.lang.IllegalStateException: the answer is no 500"),
        verdicts.get(2));
    assertEquals(Optional.of("example.Handler.handleRequest runs for it"), verdicts.get(3));
  }

  @Test
  void a_call_that_runs_code_of_the_functions_own_is_made_once_and_others_as_often_as_by_a_hook()
      throws Exception {
    Path task = Sources.compile(folder.resolve("task"), CONTAINER, HANDLER);
    List<Optional<String>> verdicts =
        tried(
                task,
                "container 404 {\"path\":\"/plain\"}",
                "container 404 {\"path\":\"/filtered\"}",
                "container \"50.1\" {\"path\":\"/counts\"}")
            .against();
    assertEquals(
        List.of(
            Optional.empty(), Optional.of("example.Handler.filter runs for it"), Optional.empty()),
        verdicts);
  }

  @Test
  void code_of_the_functions_own_that_runs_after_the_answer_is_seen() throws Exception {
    Path task = Sources.compile(folder.resolve("task"), CONTAINER, HANDLER);
    assertEquals(
        List.of(Optional.of("example.Handler.filter runs for it")),
        tried(task, "container 404 {\"path\":\"/later\"}").against());
  }

  @Test
  void a_class_that_is_loaded_and_cannot_be_watched_is_against_all_calls() throws Exception {
    String vast = // as long as a method may be
        "package example; public class Vast { void run(int a) { "
            + "a++; ".repeat(MOST_CODE_BYTES / INCREMENT_BYTES - 1)
            + "} }";
    String handler =
        HANDLER.replace("static String", "private final Vast vast = new Vast(); static String");
    Path task = Sources.compile(folder.resolve("task"), CONTAINER, handler, vast);
    assertEquals(
        List.of(Optional.of("example.Vast is loaded and cannot be watched")),
        tried(task, "container 404 {\"path\":\"/none\"}").against());
  }

  private PrimingTrial.Verdicts tried(Path task, String... steps) throws Exception {
    List<SafeCall> calls = Stream.of(steps).map(step -> new SafeCall(step, "", "")).toList();
    try (RealRuntime runtime = RealRuntime.open(folder);
        PackageClasses code = PackageClasses.of(task, Optional.empty())) {
      return new PrimingTrial(
              runtime.instance(),
              Path.of(Sources.program(), "training-function"),
              Files.createDirectory(folder.resolve("trial")))
          .of(
              runtime
                  .spec(task, "example.Handler::handleRequest", 1024, 10)
                  .withInitialization(Initialization.SNAP_START),
              code,
              calls);
    }
  }

  @Test
  void a_call_of_which_nothing_is_told_is_not_made() {
    List<String> log =
        List.of(
            "thaw priming watched: 0 done",
            "thaw priming watched: 1 runs a.Filter.run",
            "thaw priming watched: 1 runs a.Filter.last",
            "thaw priming watched: 1 done");
    assertEquals(
        List.of(
            Optional.empty(),
            Optional.of("a.Filter.run runs for it"),
            Optional.of("it could not be tried: Runtime.ExitError: killed")),
        PrimingTrial.verdicts(log, 3, "Runtime.ExitError: killed").against());
  }
}
