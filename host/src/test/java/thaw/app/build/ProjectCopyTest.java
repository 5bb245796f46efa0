package thaw.app.build;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.fixture.SideBySide;
import thaw.problem.UserMistake;
import thaw.sandbox.kernel.Tool;

@SideBySide
class ProjectCopyTest {
  @TempDir Path folder;
  private Path project;

  @BeforeEach
  void project() throws Exception {
    project = Files.createDirectory(folder.resolve("my-app"));
    file("pom.xml", "<project/>");
    file("src/A.java", "class A {}");
  }

  private void file(String name, String text) throws Exception {
    Files.createDirectories(project.resolve(name).getParent());
    Files.writeString(project.resolve(name), text);
  }

  private ProjectCopy copy() {
    return ProjectCopy.of(project, project.resolve("result"));
  }

  @Test
  void the_copy_has_the_name_of_the_project() throws Exception {
    try (ProjectCopy copy = copy()) {
      assertEquals(project.getFileName(), copy.root().getFileName());
      assertEquals(copy.root().resolve("src/A.java"), copy.inCopy(project.resolve("src/A.java")));
    }
  }

  /** Maven copies resources and compiles classes, and never removes one whose source is gone. */
  @Test
  void what_a_build_has_made_of_a_file_that_is_gone_is_in_no_later_package() throws Exception {
    file("inner/pom.xml", "<project/>");
    file("inner/src/B.java", "class B {}");
    Path added = Path.of("inner/src/main/resources/META-INF/spring.factories");
    try (ProjectCopy copy = copy()) {
      Path made = copy.root().resolve("inner/target/classes/META-INF/spring.factories");
      Path other = copy.root().resolve("target/classes/A.class");
      copy.write(Map.of(added, "a=b\n"));
      for (Path each : List.of(made, other)) {
        Files.createDirectories(each.getParent());
        Files.writeString(each, "x");
      }
      copy.write(Map.of(added, "a=c\n", Path.of("inner/src/B.java"), "class B { }"));
      assertTrue(Files.exists(made));
      copy.write(Map.of(added, "a=c\n"));
      assertTrue(Files.exists(made));

      copy.write(Map.of());
      assertFalse(Files.exists(made.getParent().getParent().getParent()));
      assertTrue(Files.exists(other));
    }
  }

  @Test
  void a_build_that_writes_into_the_module_itself_keeps_its_sources() throws Exception {
    file(
        "inner/pom.xml",
        "<project><build><directory>${project.basedir}</directory></build></project>");
    file("inner/src/B.java", "class B {}");
    try (ProjectCopy copy = copy()) {
      copy.write(Map.of(Path.of("inner/src/C.java"), "class C {}"));
      copy.write(Map.of());
      assertTrue(Files.exists(copy.root().resolve("inner/src/B.java")));
    }
  }

  @Test
  void what_a_build_makes_again_and_results_are_not_copied() throws Exception {
    for (String name :
        List.of(
            "target/classes/A.class",
            ".git/HEAD",
            "web/node_modules/a/index.js",
            "result/fix.json",
            "inner/pom.xml",
            "inner/target/x.jar",
            "inner/src/target/B.java",
            "data/target/c.txt")) {
      file(name, "x");
    }
    try (ProjectCopy copy = copy();
        Stream<Path> tree = Files.walk(copy.root())) {
      assertEquals(
          List.of(
              "data/target/c.txt",
              "inner/pom.xml",
              "inner/src/target/B.java",
              "pom.xml",
              "src/A.java"),
          tree.filter(Files::isRegularFile)
              .map(each -> copy.root().relativize(each).toString())
              .sorted()
              .toList());
    }
  }

  @Test
  void nothing_is_written_through_a_link_that_leads_out() throws Exception {
    Path outside = Files.createDirectory(folder.resolve("outside"));
    Files.writeString(outside.resolve("Shared.java"), "class Shared {}");
    Files.createDirectory(outside.resolve("built"));
    Files.createSymbolicLink(
        project.resolve("src/Shared.java"), Path.of("../../outside/Shared.java"));
    Files.createSymbolicLink(project.resolve("src/Same.java"), project.resolve("src/A.java"));
    Files.createSymbolicLink(project.resolve("src/Near.java"), Path.of("A.java"));
    Files.createSymbolicLink(project.resolve("target"), outside.resolve("built"));
    Files.createSymbolicLink(project.resolve("data"), Path.of("../outside"));
    Files.createSymbolicLink(project.resolve("gone"), Path.of("../nowhere"));
    try (ProjectCopy copy = copy()) {
      Path shared = copy.root().resolve("src/Shared.java");
      assertFalse(Files.isSymbolicLink(shared), "a file of its own");
      copy.write(
          Map.of(Path.of("src/Shared.java"), "changed", Path.of("src/Same.java"), "changed"));
      assertEquals("class Shared {}", Files.readString(outside.resolve("Shared.java")));
      assertEquals("class A {}", Files.readString(project.resolve("src/A.java")));
      assertEquals("changed", Files.readString(copy.root().resolve("src/Near.java")));
      assertFalse(Files.exists(copy.root().resolve("target"), LinkOption.NOFOLLOW_LINKS));
      assertEquals(
          "class Shared {}", Files.readString(copy.root().resolve("data/Shared.java")), "is read");
    }
    assertTrue(Files.exists(outside.resolve("built")), "a link is deleted, not what it leads to");
  }

  @Test
  void a_project_that_may_only_be_read_can_be_changed_in_its_copy_and_modes_are_kept()
      throws Exception {
    Path script = project.resolve("mvnw");
    Files.writeString(script, "#!/bin/sh\n");
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("r-xr-xr-x"));
    Files.setPosixFilePermissions(
        project.resolve("src"), PosixFilePermissions.fromString("r-xr-xr-x"));
    Path root;
    try (ProjectCopy copy = copy()) {
      root = copy.root();
      assertTrue(Files.isExecutable(root.resolve("mvnw")));
      for (String each : List.of("mvnw", "src")) {
        assertTrue(
            Files.getPosixFilePermissions(root.resolve(each))
                .contains(PosixFilePermission.OWNER_WRITE));
      }
      assertEquals(
          Files.getLastModifiedTime(project.resolve("src/A.java")),
          Files.getLastModifiedTime(root.resolve("src/A.java")));
    }
    assertFalse(Files.exists(root.getParent()));
    assertEquals("r-xr-xr-x", PosixFilePermissions.toString(Files.getPosixFilePermissions(script)));
  }

  @Test
  void pipes_do_not_stop_it() throws Exception {
    assertTrue(Tool.run(List.of("mkfifo", project.resolve("pipe").toString())).succeeded());
    try (ProjectCopy copy = copy()) {
      assertFalse(Files.exists(copy.root().resolve("pipe")));
    }
  }

  @Test
  void a_copy_that_cannot_be_made_is_a_mistake_and_leaves_nothing() throws Exception {
    String before = System.getProperty("java.io.tmpdir");
    long copies = copies(Path.of(before));
    UserMistake mistake =
        assertThrows(
            UserMistake.class,
            () -> ProjectCopy.of(folder.resolve("not-there"), folder.resolve("result")));

    assertTrue(mistake.remedy().contains("java.io.tmpdir"), mistake.remedy());
    assertEquals(copies, copies(Path.of(before)));
  }

  private static long copies(Path folder) throws Exception {
    try (Stream<Path> all = Files.list(folder)) {
      return all.filter(each -> each.getFileName().toString().startsWith("thaw-fix-")).count();
    }
  }
}
