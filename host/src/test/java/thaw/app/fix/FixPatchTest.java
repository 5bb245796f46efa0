package thaw.app.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.app.build.ProjectCopy;
import thaw.fix.FixResult;
import thaw.fix.Proof;
import thaw.fixture.SideBySide;
import thaw.function.FunctionDefinition;
import thaw.function.FunctionDefinitionBuilder;
import thaw.function.MemorySize;
import thaw.function.packaging.CodeSource;
import thaw.function.template.ReadOptions;
import thaw.function.template.resource.ApplicationReader;
import thaw.remedy.Change;
import thaw.remedy.Draft;
import thaw.remedy.Prediction;
import thaw.remedy.Remedy;
import thaw.remedy.RemedyKind;
import thaw.sandbox.kernel.Tool;

/** The patch of a result; git makes it. */
@SideBySide
class FixPatchTest {
  @TempDir Path folder;

  private static Remedy remedy(String id, Change change) {
    return new Remedy(id, RemedyKind.SAFE, Optional.empty(), id, new Prediction(1, 2), change);
  }

  static FunctionDefinition function() {
    return FunctionDefinitionBuilder.builder()
        .logicalId("Orders")
        .name("Orders")
        .code(new CodeSource.Folder(Path.of("/code")))
        .handler("a.B")
        .runtime("java17")
        .memory(new MemorySize(512))
        .timeout(Duration.ofSeconds(3))
        .build();
  }

  static FixResult result(Draft kept, Draft patched) {
    FixResult.Figures figures = new FixResult.Figures(100, 100, 10);
    return new FixResult(
        kept,
        patched,
        figures,
        figures,
        Optional.empty(),
        Optional.empty(),
        Proof.WHOLE_RUN,
        List.of(),
        List.of(),
        List.of(),
        Optional.empty());
  }

  @Test
  void the_template_gets_no_option_that_gains_only_with_an_archive() throws Exception {
    Path project = Files.createDirectories(folder.resolve("project"));
    Files.writeString(
        project.resolve("template.yaml"),
        """
        Transform: AWS::Serverless-2016-10-31
        Resources:
          Orders:
            Type: AWS::Serverless::Function
            Properties:
              Handler: a.B
              Runtime: java25
        """);
    Path out = Files.createDirectories(folder.resolve("out"));
    Draft kept =
        Draft.UNCHANGED
            .with(remedy("class-archive", new Change.Archive()))
            .with(remedy("plain", new Change.JvmOptions(List.of("-Dplain=1"))))
            .with(remedy("compile-threshold", new Change.JvmOptions(List.of("-XX:Later=3"), true)));
    try (ProjectCopy copy = ProjectCopy.of(project, out)) {
      FixFolder written =
          new FixFolder(out, copy, Path.of("template.yaml"), function(), Path.of(""));

      List<String> notes =
          written.patch(
              result(kept, kept.deployedLike(Draft.UNCHANGED)),
              _ -> Optional.of("PutOrder uses it"));

      String patch = Files.readString(out.resolve(FixFolder.PATCH));
      assertTrue(patch.contains("-Dplain=1"), patch);
      assertTrue(patch.startsWith("Step plain: plain\nPutOrder uses it\n\n"), patch);
      assertFalse(patch.contains("-XX:Later=3"), patch);
      assertEquals(
          List.of(
              "PutOrder uses it",
              "compile-threshold is in the package only, thaw package sets it: -XX:Later=3"),
          notes);

      written.patch(result(kept, Draft.UNCHANGED), _ -> Optional.of("PutOrder uses it"));
      assertFalse(Files.exists(out.resolve(FixFolder.PATCH)), "nothing gains without the package");
    }
  }

  static void git(Path in, String... arguments) {
    List<String> words = new ArrayList<>(List.of("git", "-C", in.toString()));
    words.addAll(List.of("-c", "user.name=a", "-c", "user.email=a@b"));
    words.addAll(List.of(arguments));
    Tool git = Tool.run(words);
    assertEquals(0, git.exitCode(), git.output());
  }

  private String template(String properties) {
    return """
    Transform: AWS::Serverless-2016-10-31
    Globals:
      Function:
        Runtime: java17 # of all
    Resources:
      Orders:
        Type: AWS::Serverless::Function
        Properties:
    """
        + properties.indent(6)
        + "  Others:\n    Type: AWS::Serverless::Function\n    Properties: {Handler: c.D}\n";
  }

  @Test
  void a_template_whose_settings_a_patch_can_change_is_told_from_others() throws Exception {
    Path project = Files.createDirectories(folder.resolve("settings"));
    Path template = project.resolve("template.yaml");
    Files.writeString(template, "Resources: {F: {Type: AWS::Lambda::Function, Properties: {}}}");
    Path out = Files.createDirectories(folder.resolve("out"));
    assertFalse(hasSettings(project, out, "template.yaml"), "flow style");
    assertFalse(hasSettings(project, out, "cdk.out/Stack.template.json"));
    Files.writeString(
        template,
        """
        Resources:
          %s:
            Type: AWS::Serverless::Function
            Properties:
              MemorySize: !Ref Memory
        """
            .formatted(function().logicalId()));
    assertTrue(hasSettings(project, out, "template.yaml"));
  }

  private static boolean hasSettings(Path project, Path out, String template) throws Exception {
    try (ProjectCopy copy = ProjectCopy.of(project, out)) {
      return new FixFolder(out, copy, Path.of(template), function(), Path.of("")).hasSettings();
    }
  }

  /** Returns the template after the patch was applied to a clean clone. */
  private String moved(String template, Draft kept) throws Exception {
    Path project = Files.createTempDirectory(folder, "project");
    Files.writeString(project.resolve("template.yaml"), template);
    git(project, "init", "-q");
    git(project, "add", "-A");
    git(project, "commit", "-qm", "first");
    Path clone = Files.createTempDirectory(folder, "clone");
    git(folder, "clone", "-q", project.toString(), clone.toString());
    Path out = Files.createTempDirectory(folder, "out");
    try (ProjectCopy copy = ProjectCopy.of(project, out)) {
      notes =
          new FixFolder(out, copy, Path.of("template.yaml"), function(), Path.of(""))
              .patch(result(kept, kept.deployedLike(Draft.UNCHANGED)), _ -> Optional.empty());
    }
    Path patch = out.resolve(FixFolder.PATCH);
    if (Files.exists(patch)) {
      git(clone, "apply", patch.toString());
    }
    return Files.readString(clone.resolve("template.yaml"));
  }

  private List<String> notes = List.of();

  private static final Draft MOVE =
      Draft.UNCHANGED.with(remedy("runtime-25", new Change.Runtime(25)));

  @Test
  void a_clean_clone_with_the_patch_has_the_runtime_that_was_measured_and_only_this_function_moves()
      throws Exception {
    String own = template("Handler: a.B\nRuntime: java17 # ours\nMemorySize: 512\n");
    assertEquals(own.replace("java17 # ours", "java25 # ours"), moved(own, MOVE));
    assertEquals(List.of(), notes);

    String global = template("Handler: a.B\nMemorySize: 512\n");
    String patched = moved(global, MOVE);
    assertEquals(
        global
            .replace("Handler: a.B\n", "Runtime: java25\n      Handler: a.B\n")
            .lines()
            .sorted()
            .toList(),
        patched.lines().sorted().toList());
    Path read = Files.createTempDirectory(folder, "read");
    Files.writeString(read.resolve("template.yaml"), patched);
    List<String> runtimes =
        ApplicationReader.read(read, ReadOptions.defaults()).functions().stream()
            .map(each -> each.logicalId() + " " + each.runtime())
            .toList();
    assertEquals(List.of("Orders java25", "Others java17"), runtimes);
  }

  @Test
  void a_runtime_that_the_template_computes_is_left_to_people() throws Exception {
    String tagged = template("Handler: a.B\nRuntime: !Ref Java\n");
    assertEquals(tagged, moved(tagged, MOVE));
    assertEquals(List.of("set Runtime yourself: java25"), notes);
  }
}
