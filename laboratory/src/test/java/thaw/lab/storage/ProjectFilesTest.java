package thaw.lab.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import thaw.problem.UserMistake;
import thaw.sandbox.kernel.Tool;

class ProjectFilesTest {
  @TempDir private Path folder;
  private Path project;

  @BeforeEach
  void make() throws IOException {
    project = Files.createDirectory(folder.resolve("project"));
    Files.createDirectories(project.resolve("src/deep"));
    Files.createDirectory(project.resolve("empty"));
    Files.createDirectory(project.resolve("thaw-lab"));
    Files.writeString(project.resolve("src/A"), "a");
    Files.writeString(project.resolve("thaw-lab/storage.jsonl"), "");
    Files.writeString(folder.resolve("theirs"), "keep");
    Files.createSymbolicLink(project.resolve("src/deep/up"), Path.of("../.."));
  }

  private List<String> names(Optional<String> clean) {
    StorageOptions.Build build =
        new StorageOptions.Build(
            project, List.of("make"), clean, Set.of(project.resolve("thaw-lab")));
    return ProjectFiles.of(build).names().stream().map(Path::toString).sorted().toList();
  }

  @Test
  void all_is_copied_but_the_results() {
    assertEquals(List.of("empty", "src/A", "src/deep/up"), names(Optional.of("true")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"/etc/hostname", "../../theirs", "deep/up/../theirs", "none/../../.."})
  void a_link_out_of_the_project_is_refused_by_its_name(String target) throws IOException {
    Files.createSymbolicLink(project.resolve("src/link"), Path.of(target));
    UserMistake mistake = assertThrows(UserMistake.class, () -> names(Optional.of("true")));
    assertTrue(mistake.getMessage().contains("src/link -> " + target), mistake.getMessage());
  }

  @Test
  void without_a_clean_command_nobody_knows_what_was_built_but_git() throws IOException {
    UserMistake mistake = assertThrows(UserMistake.class, () -> names(Optional.empty()));
    assertTrue(mistake.remedy().contains("--clean true"), mistake.remedy());
    assertTrue(Tool.run(List.of("git", "init", "-q", project.toString())).succeeded());
    Files.writeString(project.resolve(".gitignore"), "target/\n");
    Files.createDirectory(project.resolve("target"));
    Files.writeString(project.resolve("target/A.class"), "");
    assertEquals(List.of(".gitignore", "src/A", "src/deep/up"), names(Optional.empty()));
  }

  @Test
  void a_directory_in_the_project_is_refused_by_whatever_name() throws IOException {
    Path other = Files.createSymbolicLink(folder.resolve("other"), project.resolve("src"));
    assertThrows(UserMistake.class, () -> StoragePlaces.requireOutside(project, other));
    StoragePlaces.requireOutside(project, folder);
  }
}
