package thaw.app.workspace;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import thaw.attribution.evidence.AgentModules;

/** What OpenTelemetry's agent logs of its modules; the lines are those of version 2.31.1. */
class AgentWatchTest {
  private static final String HEAD = "[otel.javaagent 2026-11-29 07:48:24:423 +0000] [main] DEBUG ";
  private static final String LOADER =
      HEAD + "io.opentelemetry.javaagent.tooling.instrumentation.InstrumentationLoader - Loading";
  private static final String LISTENER =
      HEAD + "io.opentelemetry.javaagent.tooling.AgentInstaller$TransformLoggingListener - ";
  private static final String MUZZLE =
      HEAD + "io.opentelemetry.javaagent.tooling.instrumentation.MuzzleMatcher - ";

  @Test
  void modules_that_had_a_class_to_change_are_those_in_use() {
    AgentModules found =
        AgentWatch.read(
                List.of(
                    LOADER + " instrumentation internal-lambda [class io.A]\n",
                    LOADER
                        + " instrumentation aws-lambda [class io.B]\n"
                        + LOADER
                        + " instrumentation executors [class io.C]\n",
                    LOADER + " instrumentation spring-webmvc [class io.D]\n",
                    LOADER + " instrumentation http-url-connection [class io.E]\n",
                    LOADER + " instrumentation rmi [class io.F]\n",
                    MUZZLE + "Applying instrumentation: aws-lambda [class io.B] on app\n",
                    MUZZLE
                        + "Instrumentation skipped, mismatched references were found: spring-webmvc"
                        + " [class io.D] on app\n",
                    LISTENER + "Transformed sun.net.www.protocol.http.HttpURLConnection -- null\n",
                    "an own line - Applying instrumentation: other [class io.G] on app\n"))
            .orElseThrow();

    assertEquals(List.of("aws-lambda", "executors", "http-url-connection"), found.used());
    assertEquals(List.of("rmi", "spring-webmvc"), found.matched());
    assertEquals(
        Map.of(
            "OTEL_INSTRUMENTATION_COMMON_DEFAULT_ENABLED", "false",
            "OTEL_INSTRUMENTATION_AWS_LAMBDA_ENABLED", "true",
            "OTEL_INSTRUMENTATION_EXECUTORS_ENABLED", "true",
            "OTEL_INSTRUMENTATION_HTTP_URL_CONNECTION_ENABLED", "true"),
        found.variables());
  }

  @Test
  void an_agent_that_logs_nothing_of_the_kind_tells_nothing() {
    assertEquals(Optional.empty(), AgentWatch.read(List.of("hello\n", "")));
  }
}
