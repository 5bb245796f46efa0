package thaw.app.workspace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.attribution.evidence.PackageClasses;
import thaw.environment.launch.Initialization;
import thaw.fixture.RealRuntime;
import thaw.fixture.SideBySide;
import thaw.fixture.Sources;
import thaw.remedy.priming.SafeCall;

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
        private final Supplier<String> filter;
        public LambdaContainerHandler(Supplier<String> filter) { this.filter = filter; }
        public void proxyStream(InputStream event, OutputStream answer, Context context)
            throws java.io.IOException {
          boolean filtered = new String(event.readAllBytes()).contains("filtered");
          String status = filtered ? filter.get() : "404";
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
        static String filter() { return "404"; }
        @Override
        public void handleRequest(InputStream event, OutputStream answer, Context context)
            throws java.io.IOException {
          container.proxyStream(event, answer, context);
        }
      }
      """;

  @TempDir Path folder;

  @Test
  void a_call_is_made_where_it_runs_nothing_of_the_functions_own() throws Exception {
    Path task = Sources.compile(folder.resolve("task"), CONTAINER, HANDLER);
    List<SafeCall> calls =
        Stream.of(
                "container 404 {\"path\":\"/none\"}",
                "container 404 {\"path\":\"/filtered\"}",
                "container 500 {\"path\":\"/none\"}",
                "request 404 {\"path\":\"/none\"}")
            .map(step -> new SafeCall(step, "", ""))
            .toList();
    try (RealRuntime runtime = RealRuntime.open(folder);
        PackageClasses code = PackageClasses.of(task, Optional.empty())) {
      List<Optional<String>> verdicts =
          new PrimingTrial(
                  runtime.instance(),
                  Path.of(Sources.program(), "training-function"),
                  Files.createDirectory(folder.resolve("trial")))
              .of(
                  runtime
                      .spec(task, "example.Handler::handleRequest", 1024, 10)
                      .withInitialization(Initialization.SNAP_START),
                  code,
                  calls);
      assertEquals(Optional.empty(), verdicts.get(0));
      assertEquals(Optional.of("example.Handler.filter runs for it"), verdicts.get(1));
      assertTrue(verdicts.get(2).orElseThrow().startsWith("it fails: "), verdicts::toString);
      assertEquals(Optional.of("example.Handler.handleRequest runs for it"), verdicts.get(3));
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
            Optional.of("it could not be tried")),
        PrimingTrial.verdicts(log, 3));
  }
}
