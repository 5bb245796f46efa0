package thaw.app.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.app.choice.DataChoice;
import thaw.app.choice.JvmChoice;
import thaw.cli.Transcript;
import thaw.environment.launch.ClientKind;
import thaw.fixture.SideBySide;
import thaw.fixture.Sources;
import thaw.function.Application;
import thaw.function.MemorySize;
import thaw.function.template.ReadOptions;
import thaw.function.template.resource.ApplicationReader;
import thaw.problem.UserMistake;
import thaw.remedy.Change;
import thaw.remedy.Draft;
import thaw.remedy.Prediction;
import thaw.remedy.Remedy;
import thaw.remedy.RemedyKind;
import thaw.remedy.edit.TextEdit;
import thaw.sandbox.kernel.Tool;

/** {@code thaw bench --with RESULT}. */
@Tag("linux")
@SideBySide
class FixAgainTest {
  private static final String HANDLER =
      """
      package com.example;
      public class Handler {
        public String handle(String event) throws InterruptedException {
          Thread.sleep(Boolean.getBoolean("fast") ? 0 : 2000);
          return event;
        }
      }
      """;

  @TempDir Path folder;

  private static Remedy remedy(Change change) {
    return new Remedy(
        "planted", RemedyKind.SAFE, Optional.empty(), "planted", new Prediction(1, 2), change);
  }

  private Path result(String function, Remedy... remedies) throws Exception {
    Path result = Files.createDirectories(folder.resolve("result"));
    new FixKept(
            function,
            new MemorySize(1024),
            JvmChoice.on(Optional.empty(), ClientKind.OFFICIAL),
            List.of("\"event\"".getBytes(StandardCharsets.UTF_8)),
            DataChoice.NONE,
            new Draft(List.of(remedies)))
        .write(result);
    return result;
  }

  private Path jar() throws Exception {
    Path classes = Files.createDirectories(folder.resolve("classes"));
    Sources.compile(classes, HANDLER);
    return Sources.jar(classes, folder.resolve("app.jar"));
  }

  private Transcript bench(Path jar, Object... further) throws Exception {
    List<Object> words =
        new java.util.ArrayList<>(
            List.of("bench", jar, "--handler", "com.example.Handler::handle", "--runs", 2));
    words.addAll(List.of("--out", folder.resolve("bench")));
    words.addAll(List.of(further));
    return Transcript.of(words.toArray());
  }

  @Test
  void a_result_is_measured_again_beside_the_function_as_it_is() throws Exception {
    Path result = result("app.jar", remedy(new Change.JvmOptions(List.of("-Dfast=true"))));

    Transcript bench = bench(jar(), "--with", result);

    assertEquals(0, bench.exit(), bench.err());
    JsonNode variants =
        new ObjectMapper().readTree(folder.resolve("bench/summary.json").toFile()).path("variants");
    assertEquals(
        List.of("as it is", "with result"),
        variants.valueStream().map(each -> each.path("name").asText()).toList());
    assertTrue(
        variants.get(1).path("description").asText().contains("1024 MB"), variants.toString());
    assertTrue(variants.get(1).path("description").asText().contains("planted"));
    assertTrue(
        variants.get(1).at("/totalMillis/p50").asDouble()
            < variants.get(0).at("/totalMillis/p50").asDouble(),
        bench.out());
  }

  @Test
  void what_is_deployed_is_measured_beside_what_needs_a_package() throws Exception {
    Path result =
        result(
            "app.jar",
            remedy(new Change.JvmOptions(List.of("-Dfast=true"))),
            remedy(new Change.JvmOptions(List.of("-XX:CompileThresholdScaling=3"), true)));

    Transcript bench = bench(jar(), "--with", result);

    assertEquals(0, bench.exit(), bench.err());
    JsonNode variants =
        new ObjectMapper().readTree(folder.resolve("bench/summary.json").toFile()).path("variants");
    assertEquals(
        List.of("as it is", "with result as deployed", "with result in a package"),
        variants.valueStream().map(each -> each.path("name").asText()).toList());
  }

  @Test
  void the_reason_of_an_error_stands_beside_its_count() throws Exception {
    Path result = result("app.jar", remedy(new Change.JvmOptions(List.of("-Dfast=true"))));
    Path classes = Files.createDirectories(folder.resolve("failing"));
    Sources.compile(
        classes,
        """
        package com.example;
        import java.util.Map;
        public class Handler {
          public Map<String, Object> handle(String event) {
            return Map.of("statusCode", 500, "body", "full");
          }
        }
        """);

    Transcript bench = bench(Sources.jar(classes, folder.resolve("app.jar")), "--with", result);

    String told = bench.out().replaceAll("\\s+", " ");
    assertTrue(told.contains("4 of 4 samples; its body: full"), bench.out() + bench.err());
  }

  @Test
  void a_result_has_its_data_again_in_a_bench_and_a_package() throws Exception {
    Path jar = jar();
    Path result = result("app.jar", remedy(new Change.JvmOptions(List.of("-Dfast=true"))));
    FixKept kept = FixKept.read(result);
    Path gone = folder.resolve("gone");
    DataChoice data = new DataChoice(List.of("" + gone), List.of());
    new FixKept(kept.function(), kept.memory(), kept.jvm(), kept.events(), data, kept.kept())
        .write(result);
    assertEquals(data, FixKept.read(result).data());
    String remedy = "name one that has tables/TABLE.json or buckets/BUCKET/KEY in it";
    bench(jar, "--with", result).assertMistake(gone + " is not a folder with data", remedy);
    Transcript.of(
            "package",
            jar,
            "--handler",
            "com.example.Handler::handle",
            "--to",
            "managed",
            "--fix",
            result,
            "--out",
            folder.resolve("package"))
        .assertMistake(gone + " is not a folder with data", remedy);
  }

  @Test
  void what_is_no_result_is_a_mistake() throws Exception {
    Path jar = jar();
    String remedy =
        "name the folder that thaw fix has written: what its --out named, else thaw-fix";
    Path none = folder.resolve("none");
    bench(jar, "--with", none).assertMistake(none + " is not a result of thaw fix", remedy);
    Path broken = Files.createDirectories(folder.resolve("broken"));
    Files.writeString(broken.resolve(FixKept.NAME), "{\"function\": ");
    bench(jar, "--with", broken).assertMistake(broken + " is not a result of thaw fix", remedy);
    Path empty = result("app.jar");
    bench(jar, "--with", empty)
        .assertMistake(
            "nothing in " + empty + " gains: there is nothing to compare",
            "measure the function alone: leave --with out");
  }

  @Test
  void what_does_not_go_with_a_result_is_refused() throws Exception {
    Path jar = jar();
    Path result = result("app.jar", remedy(new Change.StoredJars()));
    bench(jar, "--with", result, "--memory", "256,512")
        .assertMistake(
            "--with compares a function with itself, at one memory size and on one JDK",
            "give one --memory and one --jdk");
    bench(jar, "--with", result, "--snap-start", "aot")
        .assertMistake(
            "--with takes what to compare from its result",
            "leave out --variants, --snap-start and --runtime");
    bench(jar, "--with", result, "--variant", "Other")
        .assertMistake(
            result + " is a result for app.jar, not for Other",
            "leave Other out, or run thaw fix for it");
  }

  @Test
  void a_result_is_of_its_logical_id_and_not_of_the_name_of_another_function() throws Exception {
    Files.createDirectories(folder.resolve("classes"));
    Files.writeString(
        folder.resolve("template.yaml"),
        """
        Transform: AWS::Serverless-2016-10-31
        Globals: {Function: {CodeUri: classes, Handler: a.B, Runtime: java25}}
        Resources:
          A: {Type: AWS::Serverless::Function, Properties: {FunctionName: B}}
          B: {Type: AWS::Serverless::Function, Properties: {FunctionName: orders}}
        """);
    Application application = ApplicationReader.read(folder, ReadOptions.defaults());
    Path result = result("A", remedy(new Change.StoredJars()));
    FixAgain again = FixAgain.of(result, List.of(), List.of());
    assertEquals("A", again.function(application, List.of("A")).logicalId());
    for (String name : List.of("B", "orders")) {
      UserMistake other =
          assertThrows(UserMistake.class, () -> again.function(application, List.of(name)));
      assertEquals(result + " is a result for A, not for " + name, other.getMessage());
    }
  }

  @Test
  void a_project_that_has_changed_since_is_told_by_file() throws Exception {
    Path jar = jar();
    Path other = Files.writeString(folder.resolve("other.yaml"), "a: 1\n");
    TextEdit edit = new TextEdit(Path.of("other.yaml"), "b: 1\n", "c: 1\n");
    Path result = result("app.jar", remedy(new Change.Sources(List.of(edit))));
    String remedy = "run thaw fix again, or leave its result out (thaw package --fix none)";
    bench(jar, "--with", result)
        .assertMistake(
            "the project has changed since "
                + result
                + " was made: the lines that it changes are others now: other.yaml",
            remedy);
    Files.delete(other);
    bench(jar, "--with", result)
        .assertMistake(
            "the project has changed since " + result + " was made: there is no other.yaml",
            remedy);
  }

  /** A project whose Maven is its own, and a result that is applied to it. */
  private Path applied() throws Exception {
    Path project = Files.createDirectories(folder.resolve("project"));
    Path sources = Files.createDirectories(project.resolve("src/main/java/com/example"));
    Files.writeString(sources.resolve("Handler.java"), HANDLER);
    Files.writeString(project.resolve("pom.xml"), "<project/>");
    Files.writeString(
        project.resolve("template.yaml"),
        """
        Transform: AWS::Serverless-2016-10-31
        Resources:
          Echo:
            Type: AWS::Serverless::Function
            Properties:
              CodeUri: .
              Handler: com.example.Handler::handle
              Runtime: java25
        """);
    Path classes = Sources.compile(folder.resolve("made"), HANDLER);
    Path wrapper = project.resolve("mvnw");
    Files.writeString(
        wrapper,
        """
        #!/bin/sh
        grep -q 'sleep(0)' src/main/java/com/example/Handler.java || exit 1
        mkdir -p target/classes target/thaw && : > target/thaw/dependencies && cp -r %s/. target/classes
        """
            .formatted(classes));
    assertTrue(wrapper.toFile().setExecutable(true));
    git(project, "init", "-q");
    git(project, "add", "-A");
    git(project, "commit", "-qm", "first");
    String old = "    Thread.sleep(Boolean.getBoolean(\"fast\") ? 0 : 2000);\n";
    Path file = Path.of("src/main/java/com/example/Handler.java");
    TextEdit edit = new TextEdit(file, old, "    Thread.sleep(0);\n");
    Path result =
        result(
            "Echo",
            remedy(new Change.Sources(List.of(edit))),
            remedy(new Change.JvmOptions(List.of("-Dfast=true"))));
    Files.writeString(project.resolve(file), edit.in(HANDLER).orElseThrow());
    Files.writeString(
        result.resolve(FixFolder.PATCH), "Step a: words\n\n" + git(project, "diff") + "\n");
    git(project, "reset", "-q", "--hard");
    Files.writeString(
        result.resolve("fix.json"),
        """
        {"function": "Echo", "confirmed": true,
         "steps": [{"id": "a", "kept": true}, {"id": "stored-jars", "kept": true}],
         "ways": [{"id": "managed", "totalMillis": 2, "command": "thaw fix --apply"},
                  {"id": "package", "totalMillis": 1, "command": "thaw package --fix result"},
                  {"id": "snapStart", "command": "thaw snapstart"}]}
        """);
    Transcript apply = Transcript.of("fix", project, "--out", result, "--apply");
    assertEquals(0, apply.exit(), apply.err());
    assertEquals(
        List.of(
            "changed: src/main/java/com/example/Handler.java",
            "next: commit it, build and deploy as before (SAM: sam build && sam deploy, after your own build where CodeUri names a jar; CDK: build it and run cdk synth again, then cdk deploy)",
            "not in the work tree, because no file of it has that, or a gain is proven in the package alone (the figures are with it):"
                + " stored-jars",
            "or, with all that was kept, as a package: thaw package --fix result",
            "thaw fix --undo --out " + result + " takes it back"),
        apply.out().lines().toList());
    return project;
  }

  private static String git(Path in, String... arguments) {
    List<String> command =
        new java.util.ArrayList<>(
            List.of("git", "-C", in.toString(), "-c", "user.name=a", "-c", "user.email=a@b"));
    command.addAll(List.of(arguments));
    Tool git = Tool.run(command);
    assertEquals(0, git.exitCode(), git.output());
    return git.output();
  }

  @Test
  void a_package_of_a_project_without_a_template_has_the_settings_of_the_command()
      throws Exception {
    Path project = Files.createDirectories(folder.resolve("plain"));
    Files.writeString(project.resolve("pom.xml"), "<project/>");
    Path classes = Sources.compile(folder.resolve("made"), HANDLER);
    Path wrapper = project.resolve("mvnw");
    Files.writeString(
        wrapper,
        """
        #!/bin/sh
        mkdir -p target/classes target/thaw && : > target/thaw/dependencies && cp -r %s/. target/classes
        """
            .formatted(classes));
    assertTrue(wrapper.toFile().setExecutable(true));
    Path result = result("plain", remedy(new Change.JvmOptions(List.of("-Dfast=true"))));
    Path made = folder.resolve("package");

    Transcript done =
        Transcript.of(
            "package",
            project,
            "--handler",
            "com.example.Handler::handle",
            "--jdk",
            25,
            "--memory",
            512,
            "--timeout",
            17,
            "--to",
            "managed",
            "--fix",
            result,
            "--out",
            made);

    assertEquals(0, done.exit(), done.err());
    String template = Files.readString(made.resolve("template.yaml"));
    assertTrue(template.contains("Runtime: java25"), template);
    assertTrue(template.contains("MemorySize: 512"), template);
    assertTrue(template.contains("Timeout: 17"), template);
  }

  @Test
  void a_package_of_a_result_that_is_applied_has_the_rest_of_it_and_no_edit_twice()
      throws Exception {
    Path project = applied();
    Path result = folder.resolve("result");
    Path made = folder.resolve("package");

    Transcript done =
        Transcript.of("package", project, "--to", "managed", "--fix", result, "--out", made);

    assertEquals(0, done.exit(), done.err());
    String template = Files.readString(made.resolve("template.yaml"));
    assertTrue(template.contains("-Dfast=true"), template);
    Transcript.of("bench", project, "--with", result, "--out", folder.resolve("bench"))
        .assertMistake(
            result + " is applied to the project: there is nothing to compare",
            "measure the function alone (leave --with out), or take it back: thaw fix --undo --out "
                + result);
    Path handler = project.resolve("src/main/java/com/example/Handler.java");
    Files.writeString(handler, "// mine\n", java.nio.file.StandardOpenOption.APPEND);
    Transcript changed =
        Transcript.of("package", project, "--to", "managed", "--fix", result, "--out", made);
    changed.assertMistake(
        handler + " was changed after " + result + " was applied to it", "run thaw fix again");
    assertFalse(changed.err().contains("building"), "it is told first: " + changed.err());
  }
}
