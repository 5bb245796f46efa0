package thaw.app.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.app.build.ProjectCopy;
import thaw.fix.FixResult;
import thaw.fixture.SideBySide;
import thaw.remedy.Change;
import thaw.remedy.Draft;
import thaw.remedy.Prediction;
import thaw.remedy.Remedy;
import thaw.remedy.RemedyKind;

/** The patch of a result; git makes it. */
@SideBySide
class FixPatchTest {
  @TempDir Path folder;

  private static Remedy remedy(String id, Change change) {
    return new Remedy(id, RemedyKind.SAFE, Optional.empty(), id, new Prediction(1, 2), change);
  }

  private static FixResult result(Draft kept, Draft patched) {
    FixResult.Figures figures = new FixResult.Figures(100, 100, 10);
    return new FixResult(
        kept,
        patched,
        figures,
        figures,
        Optional.empty(),
        Optional.empty(),
        false,
        true,
        List.of(),
        List.of());
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
          new FixFolder(out, copy, Path.of("template.yaml"), "Orders", "a.B", Path.of(""));

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
}
