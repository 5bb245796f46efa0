package thaw.app.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.files.Trees;
import thaw.fixture.SideBySide;
import thaw.problem.UserMistake;
import thaw.sandbox.kernel.Tool;

/** A patch that changes, makes and removes files of all kinds. */
@SideBySide
class FixTreeTest {
  @TempDir Path folder;
  private Path project;
  private Path out;
  private FixTree tree;

  @BeforeEach
  void project() throws Exception {
    project = Files.createDirectory(folder.resolve("project"));
    Files.createDirectories(project.resolve("a b"));
    Files.writeString(project.resolve("a b/Windows ü.java"), "one\r\ntwo \r\nthree");
    Files.writeString(project.resolve("run.sh"), "#!/bin/sh\necho one\n");
    Files.setPosixFilePermissions(
        project.resolve("run.sh"), PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.writeString(project.resolve("old.txt"), "going\n");
    git("init", "-q");
    git("config", "apply.whitespace", "fix"); // a user may have any of these
    git("add", "-A");
    git("commit", "-qm", "first");
    out = Files.createDirectories(project.resolve("result"));
    tree = new FixTree(out);
  }

  private String git(String... arguments) {
    List<String> command =
        new ArrayList<>(
            List.of("git", "-C", project.toString(), "-c", "user.name=a", "-c", "user.email=a@b"));
    command.addAll(List.of(arguments));
    Tool git = Tool.run(command);
    assertEquals(0, git.exitCode(), git.output());
    return git.output();
  }

  @Test
  void the_first_change_of_a_work_tree_is_known_before_anything_is_applied() throws Exception {
    assertEquals(Optional.empty(), FixTree.notClean(project));
    Files.writeString(project.resolve("old.txt"), "changed\n");
    assertEquals(Optional.of("M old.txt"), FixTree.notClean(project));
    assertEquals(Optional.empty(), FixTree.notClean(folder), "no repository: --apply says so");
  }

  @Test
  void a_step_that_nobody_tried_is_not_told_as_one_that_was_not_kept() throws Exception {
    Files.writeString(
        out.resolve("fix.json"),
        """
        {
         "steps": [
          {"id": "a", "kept": true, "reason": "gains"},
          {"id": "b", "kept": false, "reason": "no gain"},
          {"id": "c", "kept": false, "reason": "the time limit was reached"}],
         "considered": [
          {"remedy": "a", "outcome": "kept"},
          {"remedy": "b", "outcome": "not kept"},
          {"remedy": "c", "outcome": "not tried"}]}
        """);
    assertEquals(
        "a: kept: gains\nb: not kept: no gain\nc: not tried: the time limit was reached\n",
        tree.verdicts());
  }

  /** Names, modes and bytes of what git knows, or would be asked to. */
  private Map<String, String> state() throws Exception {
    Map<String, String> state = new TreeMap<>();
    try (Stream<Path> files = Files.walk(project)) {
      for (Path file : files.toList()) {
        if (!file.startsWith(out) && !file.startsWith(project.resolve(".git"))) {
          state.put(
              project.relativize(file).toString(),
              PosixFilePermissions.toString(Files.getPosixFilePermissions(file))
                  + (Files.isRegularFile(file)
                      ? new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1)
                      : ""));
        }
      }
    }
    return state;
  }

  /** Made by git of the state that it leads to, which is then taken back. */
  private void patch() throws Exception {
    Files.writeString(project.resolve("a b/Windows ü.java"), "one\r\nnew \t\r\nthree");
    Files.writeString(project.resolve("run.sh"), "#!/bin/sh\necho two\n");
    Files.delete(project.resolve("old.txt"));
    Path made = Files.createDirectories(project.resolve("made/deep")).resolve("New.java");
    Files.writeString(made, "class New {}\n");
    git("add", "-A", ":!result");
    Tool diff = Tool.run(List.of("git", "-C", project.toString(), "diff", "--cached", "--binary"));
    git("reset", "-q", "--hard");
    Trees.delete(project.resolve("made"));
    Files.writeString(out.resolve(FixFolder.PATCH), "Step a: words\n\n" + diff.output() + "\n");
    Files.writeString(
        out.resolve("fix.json"),
        "{\"function\": \"F\", \"confirmed\": true, \"steps\": [{\"id\": \"a\", \"kept\": true}]}");
  }

  @Test
  void a_result_of_a_last_run_is_applied_even_if_the_time_limit_has_cut_it() throws Exception {
    Path json = out.resolve("fix.json");
    Files.writeString(out.resolve(FixKept.NAME), "{\"function\": \"F\"}");
    Files.writeString(json, "{\"function\": \"orders\", \"confirmed\": false, \"cut\": true}");
    assertTrue(tree.holds("F"));
    assertFalse(tree.holds("G"));
    Files.writeString(json, "{\"function\": \"orders\", \"confirmed\": false, \"cut\": false}");
    assertFalse(tree.holds("F"));
  }

  @Test
  void a_result_is_of_the_function_with_the_logical_id_whatever_it_is_called() throws Exception {
    Files.writeString(out.resolve("fix.json"), "{\"function\": \"Other\", \"confirmed\": true}");
    assertFalse(tree.holds("Other"), "nobody knows of which one it is");
    Files.writeString(out.resolve(FixKept.NAME), "{\"function\": \"Handler\"}");
    assertFalse(tree.holds("Other"), "another function has that name");
    assertTrue(tree.holds("Handler"));
  }

  @Test
  void a_result_that_no_file_has_leaves_no_mark_and_can_be_applied_again() throws Exception {
    Files.writeString(
        out.resolve("fix.json"),
        """
        {"function": "Handler", "confirmed": true,
         "steps": [{"id": "class-archive", "kept": true, "gainsIn": "package"}]}
        """);
    Files.writeString(out.resolve(FixKept.NAME), "{\"function\": \"Handler\"}");
    assertTrue(tree.holds("Handler"));

    assertEquals(List.of(), tree.apply(FixTree.requireClean(project)));

    assertTrue(tree.holds("Handler"), "the same result stands");
    assertThrows(UserMistake.class, tree::undo);
  }

  @Test
  void what_was_changed_made_and_removed_is_taken_back_byte_for_byte() throws Exception {
    patch();
    Map<String, String> before = state();

    tree.apply(FixTree.requireClean(project));
    assertEquals("one\r\nnew \t\r\nthree", Files.readString(project.resolve("a b/Windows ü.java")));
    assertTrue(Files.isExecutable(project.resolve("run.sh")));
    assertFalse(Files.exists(project.resolve("old.txt")));
    assertTrue(Files.exists(project.resolve("made/deep/New.java")));

    assertEquals(4, tree.undo().size());
    assertEquals(before, state());
    assertEquals("", git("status", "--porcelain", "--untracked-files=no"));
  }

  @Test
  void what_was_cut_short_is_taken_back_and_what_somebody_has_changed_is_not() throws Exception {
    patch();
    Map<String, String> before = state();
    tree.apply(FixTree.requireClean(project));
    git("checkout", "-q", "--", "run.sh"); // as if the end had come before this file

    tree.undo();
    assertEquals(before.get("run.sh"), state().get("run.sh"));

    tree.apply(FixTree.requireClean(project));
    Files.writeString(project.resolve("run.sh"), "mine\n");
    UserMistake mistake = assertThrows(UserMistake.class, tree::undo);
    assertEquals("run.sh was changed after it was applied", mistake.getMessage());
    assertEquals("mine\n", Files.readString(project.resolve("run.sh")));
    assertFalse(Files.exists(project.resolve("old.txt")), "all or nothing");
  }

  @Test
  void files_that_git_does_not_know_and_patches_that_do_not_fit_change_nothing() throws Exception {
    patch();
    git("rm", "-q", "--cached", "run.sh");
    git("commit", "-qm", "second");
    Map<String, String> before = state();

    UserMistake unknown = assertThrows(UserMistake.class, () -> tree.apply(project));
    assertTrue(String.valueOf(unknown.getMessage()).endsWith("git does not know run.sh"));
    Files.writeString(project.resolve("run.sh"), "another\n");
    UserMistake late = assertThrows(UserMistake.class, () -> tree.apply(project));
    assertTrue(String.valueOf(late.getMessage()).startsWith("git does not take the patch: "));
    Files.writeString(project.resolve("run.sh"), "#!/bin/sh\necho one\n");
    assertEquals(before, state());
    assertThrows(UserMistake.class, tree::undo, "nothing was applied");
  }

  @Test
  void a_damaged_list_of_what_was_applied_is_told_and_nothing_is_lost() throws Exception {
    patch();
    tree.apply(FixTree.requireClean(project));
    Path list = out.resolve("thaw-undo/applied.json");
    for (String text : List.of("{", "{}", "null", "[]")) {
      Files.writeString(list, text);
      UserMistake mistake = assertThrows(UserMistake.class, tree::undo, text);
      assertEquals(
          list + " is damaged: what was applied is not known any more", mistake.getMessage());
      assertTrue(Files.exists(list));
    }
  }

  @Test
  void a_folder_with_somebody_elses_result_is_not_overwritten() throws Exception {
    Files.writeString(out.resolve("fix.json"), "my own notes");

    UserMistake mistake = assertThrows(UserMistake.class, tree::requireOwn);
    assertEquals(out.resolve("fix.json") + " was not written by thaw fix", mistake.getMessage());
  }

  @Test
  void a_second_search_does_not_write_to_the_same_folder() throws Exception {
    Path cache = folder.resolve("cache");
    try (var _ = tree.lock(cache)) {
      UserMistake mistake = assertThrows(UserMistake.class, () -> tree.lock(cache));
      assertEquals("another thaw fix writes to " + out, mistake.getMessage());
    }
    tree.lock(cache).close();
  }
}
