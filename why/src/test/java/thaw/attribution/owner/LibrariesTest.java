package thaw.attribution.owner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import thaw.attribution.JarFiles;
import thaw.recording.ClassLoad;

class LibrariesTest {
  private static final Library GUAVA =
      new Library("com.google.guava:guava:33.4.0-jre", Library.Kind.LIBRARY);
  private static final Library CLIENT =
      new Library(
          "com.amazonaws:aws-lambda-java-runtime-interface-client:2.9.0",
          Library.Kind.RUNTIME_CLIENT);

  @TempDir Path host;

  private List<CodeFolder> folders;

  @BeforeEach
  void layOut() throws IOException {
    JarFiles.folder(host.resolve("task"), "com.acme.shop.Handler", "com.acme.money.Price");
    JarFiles.jar(
        host.resolve("task/lib/guava-33.4.0-jre.jar"),
        "com.google.common.collect.ImmutableMap",
        "com.google.guava:guava:33.4.0-jre");
    JarFiles.jar(
        host.resolve("task/lib/shop-tables-1.0.jar"),
        "com.acme.shop.table.Table",
        "com.acme:shop-tables:1.0");
    JarFiles.jar(
        host.resolve("client/lib/aws-lambda-java-runtime-interface-client.jar"),
        "com.amazonaws.services.lambda.runtime.api.client.AWSLambda",
        "com.amazonaws:aws-lambda-java-runtime-interface-client:2.9.0");
    JarFiles.jar(
        host.resolve("layers/java/lib/tracing-3.jar"), "org.tracing.Span", "org.tracing:tracing:3");
    folders =
        List.of(
            new CodeFolder(Path.of("/var/task"), host.resolve("task"), CodeFolder.Role.TASK),
            new CodeFolder(
                Path.of("/var/runtime"), host.resolve("client"), CodeFolder.Role.RUNTIME_CLIENT),
            new CodeFolder(Path.of("/opt"), host.resolve("layers"), CodeFolder.Role.LAYERS));
  }

  @Test
  void a_source_leads_to_the_library() {
    assertEquals(Library.JDK, of("java.util.List", "jrt:/java.base"));
    assertEquals(
        GUAVA,
        of("com.google.common.collect.ImmutableMap", "file:/var/task/lib/guava-33.4.0-jre.jar"));
    assertEquals(
        CLIENT,
        of(
            "com.amazonaws.services.lambda.runtime.api.client.AWSLambda",
            "file:/var/runtime/lib/aws-lambda-java-runtime-interface-client.jar"));
    assertEquals(
        new Library("org.tracing:tracing:3", Library.Kind.LIBRARY),
        of("org.tracing.Span", "file:/opt/java/lib/tracing-3.jar"));
    assertEquals(Library.FUNCTION, of("com.acme.money.Price", "file:/var/task/"));
  }

  @ParameterizedTest
  @CsvSource({"shared objects file", "shared objects file (top)", "file:/var/archive/classes.jar"})
  void classes_of_an_archive_are_found_by_their_names(String source) {
    assertEquals(Library.JDK, of("java.util.List", "shared objects file"));
    assertEquals(GUAVA, of("com.google.common.collect.ImmutableMap", source));
    assertEquals(CLIENT, of("com.amazonaws.services.lambda.runtime.api.client.AWSLambda", source));
    assertEquals(Library.FUNCTION, of("com.acme.money.Price", source));
    assertEquals("org.tracing:tracing:3", of("org.tracing.Span", source).name());
  }

  @Test
  void the_handlers_package_is_the_functions_own_in_every_jar_of_it() {
    assertEquals(
        Library.FUNCTION,
        of("com.acme.shop.table.Table", "file:/var/task/lib/shop-tables-1.0.jar"));
  }

  @Test
  void own_code_is_what_the_projects_build_made_whatever_the_handler_is_called()
      throws IOException {
    Path merged = host.resolve("merged");
    JarFiles.folder(
        merged,
        "org.springframework.cloud.function.adapter.aws.FunctionInvoker",
        "org.springframework.cloud.function.Catalog",
        "shop.Orders",
        "com.acme.shop.Handler");
    List<CodeFolder> task =
        List.of(new CodeFolder(Path.of("/var/task"), merged, CodeFolder.Role.TASK));
    Libraries libraries =
        Libraries.of(
            task,
            "org.springframework.cloud.function.adapter.aws.FunctionInvoker",
            List.of(),
            Set.of("shop.Orders", "shop.Unused"));

    assertEquals(Library.FUNCTION, libraries.ofFrame("shop.Orders"));
    assertNotEquals(
        Library.FUNCTION, libraries.ofFrame("org.springframework.cloud.function.Catalog"));
    assertNotEquals(Library.FUNCTION, libraries.ofFrame("com.acme.shop.Handler"));
  }

  @Test
  void what_some_other_project_was_built_to_says_nothing() {
    Libraries libraries =
        Libraries.of(folders, "com.acme.shop.Handler", List.of(), Set.of("org.other.Thing"));

    assertEquals(Library.FUNCTION, libraries.ofFrame("com.acme.money.Price"));
  }

  @Test
  void classes_made_at_run_time_are_of_those_that_they_were_made_for() {
    assertEquals(GUAVA, of("com.google.common.collect.ImmutableMap$$Lambda", "com.google.common"));
    assertEquals(Library.FUNCTION, of("com.acme.shop.Handler$$Lambda", "com.acme.shop.Handler"));
    assertEquals(Library.JDK, of("java.lang.invoke.LambdaForm$MH", "__JVM_LookupDefineClass__"));
    assertEquals(Library.JDK, of("jdk.proxy2.$Proxy12", "__dynamic_proxy__"));
    assertEquals(Library.JDK, of("com.sun.proxy.$Proxy12", "__dynamic_proxy__"));
    assertEquals(Library.FUNCTION, of("com.acme.shop.$Proxy13", "__dynamic_proxy__"));
  }

  @Test
  void a_proxy_in_a_librarys_package_is_the_librarys() {
    assertEquals(
        GUAVA,
        libraries(
                "com.acme.shop.Handler",
                new ClassLoad(
                    1, 1, "com.google.common.collect.ImmutableMap", "shared objects file (top)"),
                new ClassLoad(2, 1, "com.google.common.collect.$Proxy4", "__dynamic_proxy__"))
            .ofFrame("com.google.common.collect.$Proxy4"));
  }

  @Test
  void frames_are_known_by_the_loads_of_their_classes() {
    Libraries libraries =
        libraries(
            "com.acme.shop.Handler",
            new ClassLoad(
                1, 1, "com.google.common.base.Joiner", "file:/var/task/lib/guava-33.4.0-jre.jar"),
            new ClassLoad(2, 1, "javax.xml.bind.Binder", "file:/var/task/lib/jaxb-2.jar"),
            new ClassLoad(3, 1, "com.sun.gone.Thing", "jrt:/jdk.unsupported"));
    assertEquals(GUAVA, libraries.ofFrame("com.google.common.base.Joiner"));
    assertEquals(GUAVA, libraries.ofFrame("com.google.common.base.Splitter"), "a neighbour");
    assertEquals("jaxb:2", libraries.ofFrame("javax.xml.bind.Binder").name());
    assertEquals(Library.JDK, libraries.ofFrame("com.sun.gone.Thing"));
    assertEquals(Library.JDK, libraries.ofFrame("javax.net.ssl.SSLContext"));
    assertEquals(Library.FUNCTION, libraries.ofFrame("com.acme.shop.Generated"));
    assertEquals(Library.UNKNOWN, libraries.ofFrame("javax.inject.Inject"), "is not the JDK's");
    assertEquals(Library.UNKNOWN, libraries.ofFrame("org.nowhere.Thing"));
  }

  @Test
  void a_jar_inside_a_jar_is_known_by_its_name() {
    assertEquals(
        "gson:2.1", of("a.B", "jar:nested:/var/task/app.jar/!BOOT-INF/lib/gson-2.1.jar!/").name());
  }

  @Test
  void a_jar_from_elsewhere_is_known_by_its_name() {
    assertEquals("agent:1.0", of("a.B", "file:/somewhere/agent-1.0.jar").name());
  }

  @Test
  void of_an_uber_folder_the_handlers_artifact_is_the_function() throws IOException {
    JarFiles.folder(
        host.resolve("task"),
        "com.acme:shop:1.0",
        "com.acme:audit-log:2.0",
        "org.rare:rare:0.1",
        "org.rare.Thing");
    assertEquals(Library.FUNCTION, of("com.acme.shop.Handler", "file:/var/task/"));
    assertEquals(Library.FUNCTION, of("com.acme.money.Price", "file:/var/task/"));
    assertEquals("com.acme:audit-log:2.0", of("com.acme.audit.Log", "file:/var/task/").name());
    assertEquals("org.rare:rare:0.1", of("org.rare.Thing", "file:/var/task/").name());
    assertEquals(
        new Library("org.untold.*", Library.Kind.LIBRARY),
        of("org.untold.deep.Thing", "file:/var/task/"));
  }

  @Test
  void a_package_has_the_classes_of_its_root_in_a_jar() throws IOException {
    Path packaged = host.resolve("packaged");
    JarFiles.folder(packaged, "com.acme:shop:1.0", "org.rare:rare:0.1");
    JarFiles.jar(packaged.resolve("lib/0-classes.jar"), "com.acme.shop.Handler", "org.rare.Thing");
    Libraries libraries =
        Libraries.of(
            List.of(new CodeFolder(Path.of("/var/task"), packaged, CodeFolder.Role.TASK)),
            "com.acme.shop.Handler",
            List.of());
    assertEquals(Library.FUNCTION, libraries.ofFrame("com.acme.shop.Handler"));
    assertEquals("org.rare:rare:0.1", libraries.ofFrame("org.rare.Thing").name());
    ClassLoad load = new ClassLoad(1, 1, "org.rare.Thing", "file:/var/task/lib/0-classes.jar");
    assertEquals("org.rare:rare:0.1", libraries.of(load).name());
  }

  @Test
  void a_function_whose_folder_has_its_own_pom_only_is_a_function() throws IOException {
    JarFiles.folder(host.resolve("task"), "com.acme:shop:1.0");
    assertEquals(Library.FUNCTION, of("com.acme.money.Price", "file:/var/task/"));
    assertEquals(Library.FUNCTION, of("data.Row", "file:/var/task/"));
  }

  @Test
  void a_frameworks_handler_makes_not_the_framework_the_function() throws IOException {
    JarFiles.jar(
        host.resolve("task/lib/adapter-4.jar"),
        "org.springframework.cloud.function.adapter.aws.FunctionInvoker",
        "org.springframework.cloud:spring-cloud-function-adapter-aws:4.3.0");
    Libraries libraries =
        libraries(
            "org.springframework.cloud.function.adapter.aws.FunctionInvoker",
            new ClassLoad(
                1,
                1,
                "org.springframework.cloud.function.adapter.aws.FunctionInvoker",
                "file:/var/task/lib/adapter-4.jar"));
    assertEquals(
        "org.springframework.cloud:spring-cloud-function-adapter-aws:4.3.0",
        libraries.ofFrame("org.springframework.cloud.function.adapter.aws.FunctionInvoker").name());
    assertEquals(Library.FUNCTION, libraries.ofFrame("com.acme.money.Price"));
  }

  @Test
  void what_a_framework_generates_into_the_functions_folder_counts_with_the_framework()
      throws IOException {
    JarFiles.jar(
        host.resolve("task/lib/io.quarkus.quarkus-core-3.34.1.jar"),
        "io.quarkus.runtime.Application",
        "io.quarkus:quarkus-core:3.34.1");
    ClassLoad generated = new ClassLoad(1, 1, "io.quarkus.runtime.Made", "file:/var/task/");
    assertEquals(
        "io.quarkus:quarkus-core:3.34.1",
        libraries("io.quarkus.amazon.lambda.runtime.QuarkusStreamHandler", generated)
            .of(generated)
            .name());
  }

  @Test
  void compilers_give_classes_names_like_those_made_at_run_time() throws IOException {
    JarFiles.jar(
        host.resolve("task/lib/beans-6.jar"), "org.beans.BeansKt$get$$inlined$1", "org:beans:6");
    assertEquals(
        "org:beans:6", of("org.beans.BeansKt$get$$inlined$1", "shared objects file").name());
  }

  @Test
  void a_handler_without_a_package_owns_its_neighbours_only() {
    Libraries libraries = libraries("Handler");
    assertEquals(Library.FUNCTION, libraries.ofFrame("Other"));
    assertEquals(Library.UNKNOWN, libraries.ofFrame("org.nowhere.Thing"));
  }

  private Library of(String className, String source) {
    ClassLoad load = new ClassLoad(1, 1, className, source);
    return libraries("com.acme.shop.Handler", load).of(load);
  }

  private Libraries libraries(String handler, ClassLoad... loads) {
    return Libraries.of(folders, handler, Stream.of(loads).toList());
  }
}
