package thaw.app.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import thaw.app.build.MavenProject;
import thaw.app.build.OwnTests;
import thaw.app.build.ProjectCopy;
import thaw.app.build.TestedBuild;
import thaw.app.shared.Folders;
import thaw.attribution.Finding;
import thaw.cli.TerminalProgress;
import thaw.fixture.SideBySide;
import thaw.fixture.Thorough;
import thaw.function.packaging.CodeSource;
import thaw.problem.UserMistake;
import thaw.remedy.Draft;
import thaw.remedy.edit.JavaSources;
import thaw.remedy.sdk.Migration;

/** AWS's recipes on the samples that use version 1 of its SDK, with the real jars of both. */
@Thorough("Recipes of AWS edit two samples and Maven builds them; little of it is ours")
@SideBySide
class SdkRecipesTest {
  private static final Finding FINDING = new Finding("sdk-v1", "", "", "", 1, 2, "");

  @TempDir Path folder;

  private Path petstore() {
    return Path.of("..", "functions", "petstore").toAbsolutePath().normalize();
  }

  private static CodeSource.Built built(Path module) throws Exception {
    TestedBuild.Result result =
        new TestedBuild(
                MavenProject.of(module), Optional.empty(), 0, Optional.empty(), OwnTests.PASS)
            .run(module.resolve("target/build.log"));
    return assertInstanceOf(TestedBuild.Result.Passed.class, result, result::toString)
        .build()
        .compiled();
  }

  private static Migration.Offer offer(Path root, Path module, String handler, Path cache)
      throws Exception {
    CodeSource.Built built = built(module);
    List<Path> classPath = new ArrayList<>(built.libraries());
    classPath.addAll(built.classes());
    return Migration.of(
        List.of(FINDING),
        JavaSources.read(root, module.resolve("src/main/java"), classPath),
        new Migration.Module(root, module, handler, file -> read(root.resolve(file))),
        files -> new SdkRecipes(cache, TerminalProgress.standard()).applied(files, classPath));
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @ParameterizedTest
  @CsvSource({"guice-sdk-v1,GuiceSdkV1", "sdk-v1-client,SdkV1Client"})
  void a_sample_of_version_1_builds_with_version_2_and_nothing_of_version_1_is_left(
      String name, String handler) throws Exception {
    try (ProjectCopy copy = ProjectCopy.of(petstore(), folder.resolve("out"))) {
      Path module = copy.root().resolve(name);
      Migration.Offer offer =
          offer(copy.root(), module, "dev.thaw.samples.petstore." + handler, cache());
      assertEquals(Optional.empty(), offer.obstacle());

      Map<Path, String> texts =
          Draft.UNCHANGED.with(offer.remedy().orElseThrow()).texts(copy::original);
      copy.write(texts);
      assertTrue(texts.containsKey(Path.of(name, "pom.xml")), texts.keySet()::toString);
      assertFalse(texts.containsKey(Path.of("pom.xml")));
      texts.forEach((file, text) -> assertFalse(text.contains("com.amazonaws.services.dyn"), text));
      String jars =
          built(module).libraries().stream()
              .map(jar -> jar.getFileName().toString())
              .collect(Collectors.joining(" "));
      assertTrue(jars.contains("dynamodb-2.54.13"), jars);
      assertFalse(jars.contains("aws-java-sdk"), jars);
    }
  }

  @Test
  void recipes_that_cannot_be_fetched_are_a_mistake_and_nothing_is_changed() throws Exception {
    Path blocked = Files.writeString(folder.resolve("cache"), "no folder");
    SdkRecipes recipes = new SdkRecipes(blocked, TerminalProgress.standard());
    assertThrows(
        UserMistake.class, () -> recipes.applied(Map.of(Path.of("A.java"), ""), List.of()));
  }

  private static Path cache() {
    return Folders.cache(System.getenv());
  }
}
