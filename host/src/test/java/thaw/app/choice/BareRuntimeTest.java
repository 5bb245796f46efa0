package thaw.app.choice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.app.bench.Axes;
import thaw.app.shared.Progress;
import thaw.environment.launch.ClientKind;
import thaw.fixture.Sources;
import thaw.function.FunctionDefinition;
import thaw.function.MemorySize;
import thaw.problem.UserMistake;

/** The runtime of a function without a template: what its classes tell, until a JDK is chosen. */
class BareRuntimeTest {
  private static final String SOURCE =
      "package com.example; public class Say { public String it(Object event) { return \"it\"; } }";

  @TempDir Path folder;

  private SourceChoice source;

  @BeforeEach
  void classes() throws IOException {
    Sources.compile(folder, SOURCE);
    source = SourceChoice.of(folder).withHandler(Optional.of("com.example.Say::it"));
  }

  private FunctionDefinition on(String jdk) {
    return new FunctionChoice(
            Optional.empty(),
            Optional.of(new MemorySize(512)),
            TimeoutChoice.NONE,
            JvmChoice.on(Optional.ofNullable(jdk), ClientKind.OFFICIAL))
        .of(source.read(), source);
  }

  @Test
  void it_is_the_oldest_that_runs_the_classes_until_a_jdk_is_chosen() {
    assertEquals("java17", on(null).runtime());
  }

  @Test
  void of_sources_it_is_the_oldest_that_runs_what_their_pom_has_the_compiler_make()
      throws IOException {
    Path project = Files.createDirectories(folder.resolve("sources"));
    for (String pom :
        List.of(
            "<properties><java.version>21</java.version></properties>",
            "<properties><v>21</v><maven.compiler.release>${v}</maven.compiler.release></properties>",
            "<build><plugins><plugin><artifactId>maven-compiler-plugin</artifactId><configuration>"
                + "<release>21</release></configuration></plugin></plugins></build>")) {
      Files.writeString(project.resolve("pom.xml"), "<project>" + pom + "</project>");
      source = SourceChoice.of(project).withHandler(Optional.of("com.example.Say::it"));
      assertEquals("java21", on(null).runtime(), pom);
      assertEquals("java25", on("25").runtime(), pom);
    }
    Files.writeString(project.resolve("pom.xml"), "<project/>");
    assertEquals("java25", on(null).runtime());
  }

  @Test
  void the_choice_of_a_jdk_names_its_runtime_too_by_version_or_folder() {
    assertEquals("java25", on("25").runtime());
    assertEquals(
        "java" + Runtime.version().feature(), on(System.getProperty("java.home")).runtime());
  }

  @Test
  void a_jdk_that_lambda_has_no_runtime_for_names_none() {
    assertEquals("java17", on("24").runtime());
    assertEquals("java17", on("no-such-folder").runtime());
  }

  @Test
  void the_jdk_of_thaw_yaml_names_it_until_another_one_is_typed() throws IOException {
    Files.writeString(folder.resolve("thaw.yaml"), "jdk: 21\n");
    assertEquals("java21", on(null).runtime());
    assertEquals("java25", on("25").runtime());
  }

  @Test
  void a_template_names_it_whatever_jdk_is_chosen() throws IOException {
    Files.writeString(
        folder.resolve("template.yaml"),
        """
        Transform: AWS::Serverless-2016-10-31
        Resources:
          Say:
            Type: AWS::Serverless::Function
            Properties: {CodeUri: ., Handler: "com.example.Say::it", Runtime: java17}
        """);
    source = SourceChoice.of(folder);
    assertEquals("java17", on("25").runtime());
  }

  @Test
  void a_build_that_also_makes_one_jar_of_all_is_told_of() throws Exception {
    Path project = Files.createDirectories(folder.resolve("shaded"));
    Files.writeString(
        project.resolve("pom.xml"),
        "<project><plugin><artifactId>maven-shade-plugin</artifactId></plugin></project>");
    source = SourceChoice.of(project).withHandler(Optional.of("com.example.Say::it"));
    List<String> said = said(source.read().functions());
    assertEquals(2, said.size(), said::toString);
    assertTrue(said.getLast().contains("name that jar in place of the folder"), said.getLast());
  }

  @Test
  void where_clients_of_services_lead_is_told_unless_a_stack_has_these() throws Exception {
    Path project = Files.createDirectories(folder.resolve("calling"));
    Files.writeString(
        project.resolve("pom.xml"),
        "<project><dependency><groupId>software.amazon.awssdk</groupId></dependency></project>");
    SourceChoice calling = SourceChoice.of(project).withHandler(Optional.of("com.example.Say::it"));
    source = calling;
    List<FunctionDefinition> functions = source.read().functions();
    assertTrue(said(functions).getLast().contains("lead to AWS; --stack FILE"));
    Path stack = folder.resolve("data/template.yaml");
    Files.createDirectories(stack.getParent());
    Files.writeString(stack, "Resources: {Jobs: {Type: AWS::SQS::Queue}}");
    source = calling.withStacks(List.of(stack.getParent()));
    assertEquals(1, said(functions).size());
    assertEquals("Jobs", source.read().queues().getFirst().name());
    assertTrue(source.named().endsWith(" --stack " + stack.getParent()), source.named());
    source = calling.withStacks(List.of(folder.resolve("calling")));
    assertTrue(
        assertThrows(UserMistake.class, () -> source.read())
            .getMessage()
            .startsWith("--stack: there is no template"));
  }

  @Test
  void what_is_told_first_is_what_was_chosen() {
    Axes axes =
        new Axes(
            List.of(new MemorySize(512), new MemorySize(1024)),
            List.of("21", "25"),
            List.of(),
            List.of());
    assertEquals(
        List.of(
            folder.getFileName()
                + " has no template: com.example.Say::it, 512, 1024 MB, timeout 3 s, java21,"
                + " java25; --memory, --timeout and --jdk say otherwise"),
        said(axes.of(source.read().functions().getFirst())));
  }

  private List<String> said(List<FunctionDefinition> forms) {
    List<String> said = new ArrayList<>();
    source.sayDefaults(
        forms,
        new Progress() {
          @Override
          public void line(String text) {
            said.add(text);
          }
        });
    return said;
  }
}
