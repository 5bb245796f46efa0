package thaw.attribution.finding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static thaw.attribution.PhaseName.BOOT;
import static thaw.attribution.PhaseName.FIRST_INVOCATION;
import static thaw.attribution.PhaseName.HANDLER_INIT;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.attribution.Cause;
import thaw.attribution.Finding;
import thaw.attribution.evidence.AgentModules;

/** Java agents, whose start is part of the function's. */
class JavaAgentTest {
  private static final String HANDLER =
      Stubs.handler("public String handleRequest(String e, Context c) { return e.trim(); }");
  private static final String PREMAIN = "io.opentelemetry.javaagent.OpenTelemetryAgent.premain";
  private static final String STARTED =
      "sun.instrument.InstrumentationImpl.loadClassAndCallPremain";
  private static final String TRANSFORM = "sun.instrument.InstrumentationImpl.transform";

  @TempDir private Path folder;

  /** 500 ms of itself, 300 of comparing, 60 of changing, 30 of sending, 10 of recording. */
  private Example withAgent() throws IOException {
    return Example.of(folder, HANDLER)
        .sampled(
            BOOT, Cause.CLASS_PARSE, 500, "java.lang.ClassLoader.defineClass", PREMAIN, STARTED)
        .sampled(
            HANDLER_INIT,
            Cause.LIBRARY,
            300,
            "net.bytebuddy.matcher.ElementMatcher.matches",
            TRANSFORM,
            "example.Handler.<init>")
        .sampled(
            BOOT,
            Cause.LIBRARY,
            60,
            "net.bytebuddy.dynamic.scaffold.TypeWriter$Default.make",
            TRANSFORM,
            PREMAIN,
            STARTED)
        .sampled(
            FIRST_INVOCATION,
            Cause.LOCK_WAIT,
            30,
            "java.lang.Object.wait",
            "io.opentelemetry.javaagent.instrumentation.OpenTelemetrySdkAccess.forceFlush")
        .sampled(
            FIRST_INVOCATION, Cause.LIBRARY, 10, "io.opentelemetry.javaagent.bootstrap.Call.depth")
        .sampled(FIRST_INVOCATION, Cause.USER_CODE, 100, "example.Handler.handleRequest");
  }

  private Example telling(AgentModules modules) throws IOException {
    return withAgent().with(settings -> settings.withAgent(Optional.of(modules)));
  }

  @Test
  void an_agent_is_told_by_what_it_does() throws IOException {
    Finding found = withAgent().finding("java-agent");

    assertEquals("OpenTelemetry's agent takes 90 % of the cold start", found.title());
    assertEquals(
        "it took 900 ms (900 samples): 500 ms to load and configure itself, 300 ms to compare classes"
            + " with what it instruments, 60 ms to change them, 30 ms to send what it has recorded,"
            + " 10 ms to record",
        found.evidence());
  }

  @Test
  void its_modules_in_use_are_told_with_the_variables_that_leave_out_the_others()
      throws IOException {
    Finding found =
        telling(AgentModules.of(List.of("aws-sdk", "jdbc", "spring-web"), List.of("aws-sdk")))
            .finding("java-agent");

    assertTrue(
        found
            .evidence()
            .endsWith("; of its 3 modules 1 changed a class (aws-sdk), 2 only compared them"),
        found.evidence());
    assertTrue(
        found
            .remedy()
            .contains(
                "OTEL_INSTRUMENTATION_AWS_SDK_ENABLED=true"
                    + " OTEL_INSTRUMENTATION_COMMON_DEFAULT_ENABLED=false, which saves"),
        found.remedy());
    assertTrue(
        found
            .remedy()
            .contains("thaw package --to image --snap-start), which saves 731 ms to 860 ms"),
        found.remedy());
    assertTrue(
        found
            .remedy()
            .contains(
                "in a package (thaw package) have an archive with it, which saves 86 ms to 172 ms"),
        found.remedy());
    assertTrue(found.lowMillis() > 0);
    assertTrue(found.highMillis() < 860, "the modules in use stay");
  }

  @Test
  void modules_that_are_off_already_save_nothing_more() throws IOException {
    Finding found =
        telling(AgentModules.of(List.of("aws-sdk", "jdbc"), List.of("aws-sdk")))
            .with(settings -> settings.withEnvironment(Set.of(AgentModules.DEFAULT)))
            .finding("java-agent");

    assertFalse(found.remedy().contains("OTEL_INSTRUMENTATION"), found.remedy());
    assertEquals(0, found.lowMillis());
  }

  @Test
  void an_agent_of_others_is_named_by_its_class() throws IOException {
    Finding found =
        Example.of(folder, HANDLER)
            .sampled(
                BOOT,
                Cause.LIBRARY,
                50,
                "org.agents.Small.load",
                "org.agents.Small.premain",
                STARTED)
            .sampled(FIRST_INVOCATION, Cause.LIBRARY, 5, "org.agents.Recorder.note")
            .finding("java-agent");

    assertEquals("the agent org.agents.Small takes 100 % of the cold start", found.title());
    assertEquals(50, found.highMillis(), 0.01);
  }

  @Test
  void without_an_agent_and_for_those_of_thaw_there_is_no_finding() throws IOException {
    assertEquals(
        0,
        Example.of(folder, HANDLER)
            .sampled(BOOT, Cause.LIBRARY, 50, "thaw.training.Log4ShellWatch.premain", STARTED)
            .sampled(HANDLER_INIT, Cause.LIBRARY, 50, "io.opentelemetry.api.trace.Span.current")
            .findings("java-agent")
            .size());
  }
}
