package thaw.remedy.priming;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.attribution.evidence.PackageClasses;
import thaw.fixture.Sources;

class FrameworkRequestTest {
  private static final FrameworkRequest.Paths PATHS = new FrameworkRequest.Paths("{0}", "{1}");
  private static final String QUARKUS = "io.quarkus.amazon.lambda.runtime.QuarkusStreamHandler";
  private static final String CONTAINER =
      "com.amazonaws.serverless.proxy.internal.LambdaContainerHandler";

  @TempDir private Path folder;

  private static List<String> steps(String handler, String... loaded) {
    return FrameworkRequest.of(handler, Set.of(loaded), PATHS).stream()
        .map(SafeCall::step)
        .toList();
  }

  @Test
  void a_handler_of_a_framework_with_routes_is_called() {
    assertEquals(
        List.of("request 404 {0}"),
        steps("io.micronaut.function.aws.proxy.payload1.ApiGatewayProxyRequestEventFunction"));
    assertEquals(
        List.of("request 404 {0}"),
        steps(QUARKUS, "io.quarkus.amazon.lambda.http.LambdaHttpHandler"));
  }

  @Test
  void quarkus_without_routes_would_call_the_functions_own_handler() {
    assertEquals(List.of(), steps(QUARKUS));
  }

  @Test
  void a_handler_of_ones_own_is_not_called_but_the_container_in_it() {
    assertEquals(List.of(), steps("example.Handler"));
    assertEquals(List.of("container 404 {0}"), steps("example.Handler", CONTAINER));
  }

  @Test
  void spring_boot_has_a_route_of_its_own_and_converters() {
    assertEquals(
        List.of("container 404 {0}", "container 500 {1}", "converters"),
        steps(
            "example.Handler",
            CONTAINER,
            "com.amazonaws.serverless.proxy.spring.SpringBootLambdaContainerHandler",
            "org.springframework.boot.autoconfigure.web.servlet.error.BasicErrorController"));
  }

  @Test
  void springs_own_handler_has_converters_as_well() {
    assertEquals(
        List.of("request 404 {0}", "converters"),
        steps("com.amazonaws.serverless.proxy.spring.SpringDelegatingLambdaContainerHandler"));
  }

  @Test
  void a_subclass_that_adds_no_more_than_a_constructor_leaves_requests_to_the_class_above()
      throws Exception {
    Sources.compile(
        folder,
        "package a; public class Above { public void handleRequest() {} }",
        "package a; public class Below extends Above { public Below() {} }",
        "package a; public class Other extends Above { public void handle() {} }");
    try (PackageClasses code = PackageClasses.of(folder, Optional.empty())) {
      assertEquals("a.Above", FrameworkRequest.declaring(code, "a.Below::handleRequest"));
      assertEquals("a.Above", FrameworkRequest.declaring(code, "a.Below"));
      assertEquals("a.Other", FrameworkRequest.declaring(code, "a.Other::handle"));
    }
  }

  @Test
  void a_handler_that_takes_a_stream_is_known_also_by_the_class_above_it() throws Exception {
    Sources.compile(
        folder,
        "package a; public class Above { public void handleRequest(java.io.InputStream in) {} }",
        "package a; public class Below extends Above {}",
        "package a; public class Typed { public void handleRequest(String event) {} }");
    try (PackageClasses code = PackageClasses.of(folder, Optional.empty())) {
      assertTrue(FrameworkRequest.takesStream(code, "a.Below"));
      assertFalse(FrameworkRequest.takesStream(code, "a.Typed::handleRequest"));
      assertFalse(FrameworkRequest.takesStream(code, "a.Gone"));
    }
  }
}
