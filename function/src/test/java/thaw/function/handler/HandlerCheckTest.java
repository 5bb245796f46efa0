package thaw.function.handler;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import thaw.fixture.Sources;
import thaw.function.FunctionDefinition;
import thaw.function.FunctionDefinitionBuilder;
import thaw.function.HostArchitecture;
import thaw.function.MemorySize;
import thaw.function.packaging.CodeSource;
import thaw.function.packaging.DeploymentPackage;
import thaw.function.packaging.LayerMerge;
import thaw.problem.UserMistake;

class HandlerCheckTest {
  private static final String IMPORTS =
      """
      import com.amazonaws.services.lambda.runtime.*;
      import java.io.*;
      import java.util.*;
      """;

  private static final String HELLO =
      "package com.example;"
          + IMPORTS
          + """
          public class Hello implements RequestHandler<Map<String, Object>, String> {
            public String handleRequest(Map<String, Object> event, Context context) { return ""; }
            public static String greet(String name) { return name; }
            public void copy(InputStream in, OutputStream out) {}
            public void tooMany(String a, String b, String c, String d) {}
            public void notContext(String a, String b) {}
            String hidden(String event) { return event; }
            public static class Inner implements RequestHandler<String, String> {
              public String handleRequest(String event, Context context) { return event; }
            }
          }
          """;

  @TempDir Path folder;
  private Path task;

  @BeforeEach
  void a_package_with_a_handler() throws IOException {
    task = Sources.compile(folder.resolve("task"), HELLO);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "com.example.Hello::handleRequest",
        "com.example.Hello",
        "com.example.Hello::greet",
        "com.example.Hello::copy",
        "com.example.Hello::hashCode",
        "com.example.Hello$Inner",
        "com.example.Hello$Inner::handleRequest",
      })
  void what_the_runtime_client_can_call_is_accepted(String handler) {
    assertDoesNotThrow(() -> check(handler));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          com.example.Helo::handleRequest     | use com.example.Hello::handleRequest
          com.example.Helo                    | use com.example.Hello
          org.other.Hello::handleRequest      | use com.example.Hello::handleRequest
          Hello::handleRequest                | use com.example.Hello::handleRequest
          com.example.hello                   | use com.example.Hello
          com/example/Hello::handleRequest    | use com.example.Hello::handleRequest
          com.example.Hello.Inner             | use com.example.Hello$Inner
          src.main.java.com.example.Hello     | use com.example.Hello
          app.lambdaHandler                   | the handlers of the package are: com.example.Hello$Inner, com.example.Hello
          """)
  void a_missing_class_is_answered_with_the_one_that_was_meant(String handler, String remedy) {
    UserMistake mistake = refused(handler);
    String name = handler.replaceFirst("::.*", "");
    assertEquals(
        "function Hello: class " + name + " is not in the deployment package",
        mistake.getMessage());
    if (remedy.startsWith("the handlers")) {
      assertEquals(sorted(remedy), sorted(mistake.remedy()));
    } else {
      assertEquals(remedy, mistake.remedy());
    }
  }

  private static List<String> sorted(String remedy) {
    return List.of(remedy.split("[:,] ")).stream().sorted().toList();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          handelRequest | class com.example.Hello has no method handelRequest              | use com.example.Hello::handleRequest
          run           | class com.example.Hello has no method run                        | use one of: com.example.Hello::handleRequest, com.example.Hello::greet, com.example.Hello::copy
          hidden        | method hidden of class com.example.Hello is not public           | make it public: the runtime client calls public methods only
          tooMany       | method tooMany of class com.example.Hello has not the parameters of a handler | let it take (input, Context), (InputStream, OutputStream, Context) or fewer of them
          notContext    | method notContext of class com.example.Hello has not the parameters of a handler | let it take (input, Context), (InputStream, OutputStream, Context) or fewer of them
          """)
  void a_wrong_method_is_answered_with_the_methods_of_the_class(
      String method, String cause, String remedy) {
    UserMistake mistake = refused("com.example.Hello::" + method);
    assertEquals("function Hello: " + cause, mistake.getMessage());
    assertEquals(remedy, mistake.remedy());
  }

  @Test
  void a_method_may_be_inherited_also_from_a_jar_in_lib_or_in_a_layer() throws IOException {
    Path base =
        Sources.compile(
            folder.resolve("base"),
            "package com.base; public abstract class Base { public String run(String e)"
                + " { return e; } }",
            "package com.base; public interface Named { default String name(String e)"
                + " { return e; } }");
    Path child = folder.resolve("child");
    Sources.compile(
        base,
        "package com.example; public class Child extends com.base.Base"
            + " implements com.base.Named {}");
    Files.createDirectories(child.resolve("com/example"));
    Files.move(base.resolve("com/example/Child.class"), child.resolve("com/example/Child.class"));
    task = child;
    assertDoesNotThrow(() -> check("com.example.Child::anything"), "its superclass is not there");
    Path layer = folder.resolve("layer");
    Sources.jar(base, layer.resolve("java/lib/base.jar"));
    assertDoesNotThrow(() -> check("com.example.Child::run", layer));
    assertDoesNotThrow(() -> check("com.example.Child::name", layer));
    Sources.jar(base, task.resolve("lib/base.jar"));
    assertDoesNotThrow(() -> check("com.example.Child::run"));
    UserMistake mistake = refused("com.example.Child::anything");
    assertEquals("use one of: com.example.Child::run, com.example.Child::name", mistake.remedy());
    assertEquals(
        "function Hello: class com.example.Child implements neither RequestHandler nor"
            + " RequestStreamHandler",
        refused("com.example.Child").getMessage());
  }

  @Test
  void a_class_alone_may_implement_the_interface_through_its_superclass() throws IOException {
    Sources.compile(
        task,
        "package com.example;"
            + IMPORTS
            + "public abstract class Base<T> implements RequestStreamHandler { public void"
            + " handleRequest(InputStream in, OutputStream out, Context c) {} }",
        "package com.example; public class Stream extends Base<String> {}");
    assertDoesNotThrow(() -> check("com.example.Stream"));
    assertDoesNotThrow(() -> check("com.example.Stream::handleRequest"));
    assertEquals(
        "function Hello: class com.example.Base is abstract: no instance of it can be made",
        refused("com.example.Base").getMessage());
  }

  @Test
  void a_class_without_any_lambda_interface_needs_its_method_named() throws IOException {
    Sources.compile(
        task,
        "package com.example; public class Plain { public String run(String e) { return e; } }",
        "package com.example; public class Empty { }");
    assertDoesNotThrow(() -> check("com.example.Plain::run"));
    assertEquals("name the method: com.example.Plain::run", refused("com.example.Plain").remedy());
    assertEquals(
        "implement one of them, or name a public method as package.Class::method",
        refused("com.example.Empty").remedy());
    assertEquals("add a public method run", refused("com.example.Empty::run").remedy());
  }

  @Test
  void an_instance_must_be_possible_unless_the_method_is_static() throws IOException {
    Sources.compile(
        task,
        "package com.example; public class Needy { public Needy(String s) {} public String"
            + " run(String e) { return e; } public static String fixed() { return \"\"; } }");
    assertDoesNotThrow(() -> check("com.example.Needy::fixed"));
    assertEquals(
        "function Hello: class com.example.Needy has no public constructor without parameters",
        refused("com.example.Needy::run").getMessage());
  }

  @Test
  void a_default_package_and_a_multi_release_jar_are_found() throws IOException {
    Sources.compile(task, "public class Bare { public String run() { return \"\"; } }");
    assertDoesNotThrow(() -> check("Bare::run"));
    Path versions = folder.resolve("versions");
    Files.createDirectories(versions.resolve("META-INF/versions/21/a"));
    Files.move(task.resolve("Bare.class"), versions.resolve("META-INF/versions/21/a/Bare.class"));
    Sources.jar(versions, task.resolve("lib/multi.jar"));
    assertDoesNotThrow(() -> check("a.Bare::run"));
  }

  @Test
  void a_package_of_the_wrong_layout_is_recognised() throws IOException {
    Path classes = task;
    task = Files.createDirectories(folder.resolve("boot"));
    copy(classes, task.resolve("BOOT-INF/classes"));
    assertEquals(
        "it is in BOOT-INF/classes, where Lambda does not look: deploy the jar that is not"
            + " repackaged, with its dependencies in lib/",
        refused("com.example.Hello").remedy());
    assertEquals("use com.example.Hello", refusedAfterFlattening(classes), "a wrong name");

    task = Files.createDirectories(folder.resolve("zipped-folder"));
    copy(classes, task.resolve("target/classes"));
    assertEquals(
        "it is in target/classes/, where Lambda does not look: put that folder's content at the"
            + " top of the package",
        refused("com.example.Hello").remedy());

    task = Files.createDirectories(folder.resolve("jar-at-top"));
    Sources.jar(classes, task.resolve("app.jar"));
    assertEquals(
        "it is in app.jar, where Lambda does not look: put the jar in lib/, or deploy the jar"
            + " itself",
        refused("com.example.Hello").remedy());
    assertEquals(
        "the package has no classes at its top, and jars are found in lib/ only: was app.jar to be"
            + " there?",
        refused("com.other.Unknown").remedy());

    Path layer = folder.resolve("layer");
    Sources.jar(classes, layer.resolve("lib/app.jar"));
    task = Files.createDirectories(folder.resolve("in-layer"));
    assertEquals(
        "it is in lib/app.jar, where Lambda does not look: a layer has its jars in java/lib/",
        refused("com.example.Hello", layer).remedy());

    task = Files.createDirectories(folder.resolve("unbuilt"));
    Files.createDirectories(task.resolve("src/main/java"));
    Files.createFile(task.resolve("README.md"));
    assertEquals(
        "the package has no classes at its top and no jars in lib/: build the project and name its"
            + " output; it holds README.md, src",
        refused("com.example.Hello").remedy());

    task = Files.createDirectories(folder.resolve("several"));
    Files.createFile(Files.createDirectories(task.resolve("orders")).resolve("pom.xml"));
    Files.createFile(Files.createDirectories(task.resolve("sales")).resolve("build.gradle"));
    Sources.jar(task.resolve("orders"), task.resolve("sales/gradle/wrapper/gradle-wrapper.jar"));
    assertEquals(
        "the package holds projects that are not built: orders, sales. Name the folder of one as the"
            + " function's code, or, where CDK is to build it (bundling), run cdk synth with Docker",
        refused("com.example.Hello").remedy());

    task = Files.createDirectories(folder.resolve("broken"));
    Files.createDirectories(task.resolve("lib"));
    Files.writeString(task.resolve("lib/app.jar"), "no jar");
    assertEquals(
        "lib/app.jar is not a jar that can be read: build the package again",
        refused("com.example.Hello").remedy());
  }

  private String refusedAfterFlattening(Path classes) throws IOException {
    task = folder.resolve("flat");
    copy(classes, task);
    return refused("com.example.Hallo").remedy();
  }

  @Test
  void a_class_file_that_cannot_be_read_is_named() throws IOException {
    Files.writeString(task.resolve("com/example/Broken.class"), "no class file");
    assertEquals(
        "compile it again, for the Java version of the runtime java25",
        refused("com.example.Broken::run").remedy());
  }

  @Test
  void nothing_is_said_where_nothing_can_be_known() {
    check(
        function("a.B", "java21", Map.of("AWS_LAMBDA_EXEC_WRAPPER", "/opt/wrap")),
        Optional.empty());
    check(
        function("a.B", "java21", Map.of("JAVA_TOOL_OPTIONS", "-javaagent:/opt/agent.jar")),
        Optional.empty());
    assertThrows(
        UserMistake.class, () -> check(function("a.B", "java21", Map.of()), Optional.empty()));
  }

  @Test
  void a_custom_runtime_needs_an_executable_bootstrap() throws IOException {
    FunctionDefinition custom = function("whatever", "provided.al2023", Map.of());
    UserMistake missing = assertThrows(UserMistake.class, () -> check(custom, Optional.empty()));
    assertTrue(String.valueOf(missing.getMessage()).contains("neither in the package nor"));
    Path bootstrap = Files.writeString(task.resolve("bootstrap"), "#!/bin/sh\n");
    UserMistake plain = assertThrows(UserMistake.class, () -> check(custom, Optional.empty()));
    assertTrue(String.valueOf(plain.getMessage()).contains("not executable"));
    assertTrue(bootstrap.toFile().setExecutable(true));
    check(custom, Optional.empty());
  }

  @Test
  void a_bootstrap_for_another_machine_is_refused() throws IOException {
    FunctionDefinition custom = function("whatever", "provided.al2023", Map.of());
    byte[] program = new byte[64];
    System.arraycopy(new byte[] {0x7f, 'E', 'L', 'F', 2}, 0, program, 0, 5);
    boolean isArm = HostArchitecture.NAME.equals("arm64");
    program[18] = (byte) (isArm ? 62 : 183); // of elf(5)
    Path bootstrap = Files.write(task.resolve("bootstrap"), program);
    assertTrue(bootstrap.toFile().setExecutable(true));
    UserMistake refused = assertThrows(UserMistake.class, () -> check(custom, Optional.empty()));
    assertTrue(
        refused
            .getMessage()
            .endsWith(
                "is for %s, and this machine is %s"
                    .formatted(isArm ? "x86_64" : "arm64", HostArchitecture.NAME)),
        refused.getMessage());
    program[18] = (byte) (isArm ? 183 : 62);
    Files.write(bootstrap, program);
    check(custom, Optional.empty());
  }

  private void check(String handler) {
    check(function(handler, "java25", Map.of()), Optional.empty());
  }

  private void check(String handler, Path layer) {
    check(function(handler, "java25", Map.of()), Optional.of(new DeploymentPackage(layer, "", 0)));
  }

  private void check(FunctionDefinition function, Optional<DeploymentPackage> layers) {
    HandlerCheck.check(function, new DeploymentPackage(task, "", 0), layers);
  }

  private UserMistake refused(String handler) {
    return assertThrows(UserMistake.class, () -> check(handler));
  }

  private UserMistake refused(String handler, Path layer) {
    return assertThrows(UserMistake.class, () -> check(handler, layer));
  }

  private FunctionDefinition function(
      String handler, String runtime, Map<String, String> environment) {
    return FunctionDefinitionBuilder.builder()
        .logicalId("Hello")
        .name("hello")
        .code(new CodeSource.Folder(task))
        .handler(handler)
        .runtime(runtime)
        .memory(MemorySize.DEFAULT)
        .timeout(Duration.ofSeconds(3))
        .environment(environment)
        .build();
  }

  private static void copy(Path from, Path to) throws IOException {
    LayerMerge.merge(List.of(from), to);
  }
}
