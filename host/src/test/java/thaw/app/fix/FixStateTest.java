package thaw.app.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.app.build.FunctionBuild;
import thaw.app.build.ProjectCopy;
import thaw.app.shared.Progress;
import thaw.app.workspace.Workspace;
import thaw.cli.TerminalProgress;
import thaw.fixture.SideBySide;
import thaw.function.FunctionDefinitionBuilder;
import thaw.function.MemorySize;
import thaw.function.packaging.CodeSource;
import thaw.remedy.RemedyKind;

/** What a search that was ended leaves to the next one. */
@SideBySide
class FixStateTest {
  private static final FixScope ALL = new FixScope(EnumSet.allOf(RemedyKind.class), Set.of());

  @TempDir Path folder;

  private FixState state() {
    return FixState.in(folder.resolve("out"));
  }

  private CodeSource.Built compiled() throws Exception {
    Path target = Files.createDirectories(folder.resolve("target/classes"));
    Files.writeString(target.resolve("A.class"), "a");
    return new CodeSource.Built(target, List.of(Files.writeString(folder.resolve("a.jar"), "jar")));
  }

  private FunctionBuild built() throws Exception {
    return new FunctionBuild(compiled(), compiled());
  }

  @Test
  void what_was_built_is_there_for_the_next_search_and_for_the_same_changes_only()
      throws Exception {
    Map<Path, String> texts = Map.of(Path.of("A.java"), "class A {}");
    state().keep(texts, 0, built());

    CodeSource.Built again = state().built(texts, 0).orElseThrow().compiled();

    assertEquals("a", Files.readString(again.classes().getFirst().resolve("A.class")));
    assertEquals("jar", Files.readString(again.libraries().getFirst()));
    assertTrue(again.path().startsWith(folder.resolve("out")), "outside of the project");
    assertEquals(Optional.empty(), state().built(Map.of(), 0));
    assertEquals(Optional.empty(), state().built(Map.of(Path.of("A.java"), "class A { }"), 0));
  }

  @Test
  void libraries_of_one_file_name_are_all_kept() throws Exception {
    List<Path> libraries =
        List.of(
            Files.writeString(
                Files.createDirectories(folder.resolve("a")).resolve("core-1.0.jar"), "a"),
            Files.writeString(
                Files.createDirectories(folder.resolve("b")).resolve("core-1.0.jar"), "b"));
    CodeSource.Built both = new CodeSource.Built(compiled().path(), libraries);
    state().keep(Map.of(), 0, new FunctionBuild(both, both));

    CodeSource.Built again = state().built(Map.of(), 0).orElseThrow().compiled();

    assertEquals("a", Files.readString(again.libraries().getFirst()));
    assertEquals("b", Files.readString(again.libraries().getLast()));
  }

  @Test
  void the_time_of_a_build_that_was_being_written_is_not_known() throws Exception {
    state().tookToBuild(Duration.ofSeconds(7));
    assertEquals(Duration.ofSeconds(7), state().tookToBuild());
    Files.writeString(folder.resolve("out/thaw-state/search.json"), "{");
    assertEquals(Duration.ZERO, state().tookToBuild());
  }

  @Test
  void a_build_of_which_a_file_is_gone_is_not_known() throws Exception {
    CodeSource.Built kept = state().keep(Map.of(), 0, built()).compiled();
    assertTrue(state().built(Map.of(), 0).isPresent());

    Files.delete(kept.libraries().getFirst());

    assertEquals(Optional.empty(), state().built(Map.of(), 0));
  }

  @Test
  void a_file_that_is_damaged_or_of_another_version_counts_as_none() throws Exception {
    state().begin("key", ALL, TerminalProgress.standard());
    Path file = folder.resolve("out/thaw-state/search.json");
    String whole = Files.readString(file);
    for (String text :
        List.of("{}", "null", whole.replace("\"builds\"", "\"was\""), "{\"search\": {}}")) {
      Files.writeString(file, text);
      assertEquals(Optional.empty(), state().begin("key", ALL, TerminalProgress.standard()), text);
      assertEquals(Duration.ZERO, state().tookToBuild());
    }
  }

  @Test
  void a_function_that_is_restored_is_another_question() throws Exception {
    FunctionDefinitionBuilder function =
        FunctionDefinitionBuilder.builder()
            .logicalId("F")
            .name("F")
            .code(new CodeSource.Folder(folder))
            .handler("a.F")
            .runtime("java25")
            .memory(new MemorySize(512))
            .timeout(Duration.ofSeconds(3));
    try (Workspace workspace = Workspace.open(TerminalProgress.standard())) {
      assertNotEquals(
          FixJob.starts(function.snapStart(false).build(), workspace),
          FixJob.starts(function.snapStart(true).build(), workspace));
    }
  }

  @Test
  void what_a_result_in_the_projects_own_folder_consists_of_is_no_source() throws Exception {
    Path root = Files.createDirectories(folder.resolve("own"));
    Path source = Files.writeString(root.resolve("A.java"), "class A {}");
    String before = new FixKey().addSources(root, root, FixJob::isOfResult).text();

    Files.writeString(root.resolve("fix.json"), "{}");
    for (String name : List.of("thaw-state", "thaw-former", "thaw-undo", "thaw-lib")) {
      Files.writeString(Files.createDirectories(root.resolve(name)).resolve("a"), "a");
    }

    assertEquals(before, new FixKey().addSources(root, root, FixJob::isOfResult).text());
    Files.writeString(source, "class A { }");
    assertNotEquals(before, new FixKey().addSources(root, root, FixJob::isOfResult).text());
  }

  @Test
  void the_archive_that_is_deployed_is_kept_beside_the_classes_that_are_in_it() throws Exception {
    Path jar = Files.writeString(folder.resolve("app.jar"), "app");
    state().keep(Map.of(), 0, new FunctionBuild(new CodeSource.Archive(jar), compiled()));
    Files.delete(jar);

    FunctionBuild again = state().built(Map.of(), 0).orElseThrow();

    assertEquals("app", Files.readString(again.deployed().path()));
    assertTrue(Files.exists(again.compiled().path().resolve("A.class")));
  }

  @Test
  void another_key_begins_anew_and_says_so() throws Exception {
    Progress progress = TerminalProgress.standard();
    state().begin("one", ALL, progress);
    state().keep(Map.of(), 0, built());
    state().begin("one", ALL, progress);
    assertTrue(state().built(Map.of(), 0).isPresent());

    state().begin("two", ALL, progress);

    assertEquals(Optional.empty(), state().built(Map.of(), 0));
  }

  @Test
  void what_was_decided_by_other_events_than_those_that_are_served_does_not_hold() {
    Progress progress = TerminalProgress.standard();
    state().begin("key", ALL, progress);
    assertTrue(state().isServedAsBefore("both", progress));
    assertTrue(state().isServedAsBefore("both", progress));
    assertFalse(state().isServedAsBefore("one of them", progress));
    assertTrue(state().isServedAsBefore("one of them", progress));
  }

  @Test
  void the_copy_that_a_killed_search_has_left_is_deleted() throws Exception {
    Path project = Files.createDirectories(folder.resolve("project"));
    Files.writeString(project.resolve("a.txt"), "a");
    ProjectCopy killed = ProjectCopy.of(project, folder.resolve("out"));
    state().use(killed);
    assertTrue(Files.exists(killed.root().resolve("a.txt")));
    state().begin("key", ALL, TerminalProgress.standard());
    try (ProjectCopy next = ProjectCopy.of(project, folder.resolve("out"))) {
      state().use(next);
      assertFalse(Files.exists(killed.root()));
      assertTrue(Files.exists(next.root()));
    }
    killed.close();
  }

  @Test
  void a_key_is_that_of_sources_and_not_of_what_builds_write() throws Exception {
    Path project = Files.createDirectories(folder.resolve("project/src"));
    Path source = Files.writeString(project.resolve("A.java"), "class A {}");
    Path root = folder.resolve("project");
    Path out = Files.createDirectories(root.resolve("result"));
    String before = new FixKey().addSources(root, out, FixJob::isOfResult).text();

    Files.writeString(Files.createDirectories(root.resolve("target")).resolve("a"), "a");
    Files.writeString(out.resolve("fix.json"), "{}");
    assertEquals(before, new FixKey().addSources(root, out, FixJob::isOfResult).text());
    Files.writeString(source, "class A { }");
    assertNotEquals(before, new FixKey().addSources(root, out, FixJob::isOfResult).text());
  }

  @Test
  void what_thaw_and_builds_have_written_is_no_source_whatever_its_folder_is_called()
      throws Exception {
    Path root = Files.createDirectories(folder.resolve("project"));
    Path source = Files.writeString(root.resolve("A.java"), "class A {}");
    Path module = Files.createDirectories(root.resolve("app"));
    Files.writeString(module.resolve("pom.xml"), "<project/>");
    Files.createDirectories(module.resolve("thaw-state")); // --out app
    Path out = root.resolve("result");
    String before = new FixKey().addSources(root, out, FixJob::isOfResult).text();

    write(root, "another/fix.json", "another/kept.json", "another/thaw-archive/classes.jar");
    write(root, "begun/thaw-state/search.json");
    write(root, "zip/manifest.json", "zip/sbom.cdx.json", "zip/template.yaml");
    write(root, "why/why.json", "why/why.html", "bench/results.jsonl", "bench/summary.json");
    write(root, "dependency-reduced-pom.xml", "app/.flattened-pom.xml");

    assertEquals(before, new FixKey().addSources(root, out, FixJob::isOfResult).text());
    try (ProjectCopy copy = ProjectCopy.of(root, out)) {
      assertTrue(Files.exists(copy.root().resolve("app/pom.xml")));
      assertFalse(Files.exists(copy.root().resolve("another")));
    }
    Files.writeString(module.resolve("pom.xml"), "<project></project>");
    assertNotEquals(before, new FixKey().addSources(root, out, FixJob::isOfResult).text());
    Files.writeString(module.resolve("pom.xml"), "<project/>");
    Files.writeString(source, "class A { }");
    assertNotEquals(before, new FixKey().addSources(root, out, FixJob::isOfResult).text());
  }

  private static void write(Path root, String... names) throws Exception {
    for (String name : names) {
      Path file = root.resolve(name);
      Files.createDirectories(file.getParent());
      Files.writeString(file, "{}");
    }
  }
}
