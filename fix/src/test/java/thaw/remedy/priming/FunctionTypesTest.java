package thaw.remedy.priming;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.attribution.evidence.PackageClasses;
import thaw.fixture.Sources;

class FunctionTypesTest {
  private static final String QUARKUS = "io.quarkus.amazon.lambda.runtime.QuarkusStreamHandler";

  @TempDir private Path folder;

  private static String empty(String type) {
    int dot = type.lastIndexOf('.');
    return "package %s; public class %s {}"
        .formatted(type.substring(0, dot), type.substring(dot + 1));
  }

  private Path task(String... types) throws IOException {
    return Sources.compile(
        folder.resolve("task"),
        List.of(types).stream().map(FunctionTypesTest::empty).toArray(String[]::new));
  }

  private void library(String type) throws IOException {
    Sources.jar(
        Sources.compile(folder.resolve("library"), empty(type)),
        folder.resolve("task/lib/library.jar"));
  }

  private static List<String> own(Path task, String handler) {
    try (PackageClasses code = PackageClasses.of(task, Optional.empty())) {
      FunctionTypes own = FunctionTypes.of(code, handler);
      return code.names().stream().filter(own::contains).sorted().toList();
    }
  }

  @Test
  void a_class_is_own_where_it_is_of_no_library_that_frameworks_consist_of() throws IOException {
    Path task =
        task(
            "example.Filter",
            "com.amazonaws.lambda.thirdparty.Filter",
            "org.springframework.web.filter.CharacterEncodingFilter");
    assertEquals(
        List.of("com.amazonaws.lambda.thirdparty.Filter", "example.Filter"),
        own(task, "example.Handler"));
  }

  @Test
  void samples_of_a_frameworks_makers_are_own() {
    assertFalse(FunctionTypes.isOfLibrary("org.springframework.samples.petclinic.Filter"));
    assertFalse(FunctionTypes.isOfLibrary("com.amazonaws.serverless.sample.Handler"));
    assertTrue(
        FunctionTypes.isOfLibrary(
            "com.amazonaws.serverless.proxy.spring.SpringDelegatingLambdaContainerHandler"));
  }

  @Test
  void what_lies_beside_the_handler_is_own_unless_the_handler_is_a_frameworks() throws IOException {
    Path task = task("io.quarkus.shop.Handler", "io.quarkus.shop.web.Filter", QUARKUS);
    assertEquals(
        List.of("io.quarkus.shop.Handler", "io.quarkus.shop.web.Filter"),
        own(task, "io.quarkus.shop.Handler::handle"));
    assertEquals(List.of(), own(task, QUARKUS));
  }

  @Test
  void what_lies_outside_a_librarys_jars_in_a_package_of_its_own_is_own() throws IOException {
    Path task = task("io.quarkus.shop.Filter", "io.quarkus.http.Changed", "io.vertx.http.Shaded");
    library("io.quarkus.http.Route");
    assertEquals(List.of("io.quarkus.shop.Filter"), own(task, QUARKUS));
  }
}
