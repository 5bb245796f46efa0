package thaw.app.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.app.shared.Progress;
import thaw.fix.Proof;
import thaw.fix.Worth;
import thaw.remedy.RemedyKind;

class FixFormerTest {
  private static final FixScope ALL = scope(Set.of(), RemedyKind.SAFE, RemedyKind.REVIEWED);
  private static final FixScope SAFE = scope(Set.of(), RemedyKind.SAFE);
  private static final FixScope ONLY = scope(Set.of("stored-jars"), RemedyKind.SAFE);

  @TempDir Path folder;

  private final List<String> said = new ArrayList<>();

  private static FixScope scope(Set<String> only, RemedyKind... kinds) {
    return new FixScope(EnumSet.copyOf(List.of(kinds)), only);
  }

  private void result(boolean confirmed) throws Exception {
    Files.writeString(
        folder.resolve("fix.json"),
        """
        {"function": "F", "confirmed": %s, "cut": false,
         "base": {"totalMillis": {"p50": 1000}},
         "result": {"gainMillis": [500, 600, 700], "gainCpuMillis": [100, 200, 300]},
         "deployed": {"gainMillis": [-10, 20, 50], "gainCpuMillis": [-10, 0, 5]}}
        """
            .formatted(confirmed));
    Files.writeString(folder.resolve(FixFolder.PATCH), "patch");
    Files.createDirectories(folder.resolve(FixFolder.ARCHIVE));
  }

  private void search(String code, FixScope scope) {
    Progress progress =
        new Progress() {
          @Override
          public void line(String text) {
            said.add(text);
          }
        };
    String key = "the code=" + code + "; the settings=1";
    FixState.in(folder).begin(key, scope, progress);
  }

  private List<String> saidOf() {
    List<String> lines = said.stream().map(line -> line.replace(folder.toString(), "DIR")).toList();
    said.clear();
    return lines;
  }

  @Test
  void a_result_is_worth_what_its_last_run_has_proven() throws Exception {
    result(true);
    Worth.Share share = new Worth.Share(0.5, 0.6, 0.7);
    assertEquals(
        Optional.of(new Worth(Proof.WHOLE_RUN, Optional.empty(), Optional.of(share))),
        new FixFormer(folder).worth());
    assertEquals(Optional.empty(), new FixFormer(folder.resolve("none")).worth());
  }

  @Test
  void a_search_of_the_same_code_leaves_the_result_in_its_place() throws Exception {
    search("1", SAFE);
    result(true);
    search("1", SAFE);
    search("1", ALL);
    assertTrue(Files.exists(folder.resolve("fix.json")));
    assertEquals(List.of(), saidOf());
  }

  @Test
  void a_result_of_other_code_no_longer_holds_and_is_kept_beside() throws Exception {
    search("1", ALL);
    result(true);
    search("2", ALL);
    assertEquals(
        List.of(
            "the result in DIR no longer holds, since the code has changed; it is kept in DIR/thaw-former"),
        saidOf());
    assertFalse(Files.exists(folder.resolve("fix.json")));
    assertFalse(Files.exists(folder.resolve(FixFolder.PATCH)));
    assertTrue(Files.exists(folder.resolve("thaw-former/fix.json")));
    assertTrue(Files.isDirectory(folder.resolve("thaw-former").resolve(FixFolder.ARCHIVE)));
  }

  @Test
  void a_search_of_fewer_remedies_says_so_and_keeps_the_result_beside() throws Exception {
    search("1", ALL);
    result(true);
    search("1", ONLY);
    assertEquals(
        List.of(
            "this search tries other remedies (only stored-jars) than the one before (safe, reviewed),"
                + " whose result is kept in DIR/thaw-former"),
        saidOf());
    assertTrue(Files.exists(folder.resolve("thaw-former/fix.json")));
    result(true);
    search("1", ALL);
    assertEquals(List.of(), saidOf(), "that has all of them");
  }

  @Test
  void a_result_of_chosen_remedies_does_not_take_the_place_of_the_usual_one_beside()
      throws Exception {
    FixScope other = scope(Set.of("class-archive"), RemedyKind.SAFE);
    search("1", ALL);
    result(true);
    search("1", ONLY);
    String usual = Files.readString(folder.resolve("thaw-former/fix.json"));
    result(true);
    Files.writeString(folder.resolve("fix.json"), usual.replace("600", "99"));

    search("1", other);

    assertEquals(usual, Files.readString(folder.resolve("thaw-former/fix.json")));
    assertTrue(Files.exists(folder.resolve("thaw-former/only/fix.json")));
    assertTrue(said.getLast().endsWith("/thaw-former/only"), said.toString());
  }

  @Test
  void what_has_changed_is_said_as_one_sentence() {
    String key = "the code=1; the events or data=1; the settings=1";
    assertEquals(
        "the code has changed",
        FixKey.difference(key, "the code=2; the events or data=1; the settings=1"));
    assertEquals(
        "the code, the events or data and the settings have changed",
        FixKey.difference(key, "the code=2; the events or data=2; the settings=2"));
    assertEquals("nobody knows what it was found for", FixKey.difference("old", key));
  }

  @Test
  void what_no_last_run_has_proven_goes() throws Exception {
    search("1", ALL);
    result(false);
    search("2", ALL);
    assertEquals(
        List.of("the search that was begun in DIR does not go on, since the code has changed"),
        saidOf());
    assertFalse(Files.exists(folder.resolve("fix.json")));
    assertFalse(Files.exists(folder.resolve("thaw-former")));
  }

  @Test
  void a_search_has_ended_for_just_what_it_was_asked() throws Exception {
    search("1", ALL);
    FixState state = FixState.in(folder);
    String key = "the code=1; the settings=1";
    assertFalse(state.hasEnded(key, ALL));
    Files.createDirectories(folder.resolve("thaw-state/built-1"));
    state.end();
    assertTrue(state.hasEnded(key, ALL));
    assertFalse(state.hasEnded(key, SAFE));
    assertFalse(state.hasEnded("the code=2; the settings=1", ALL));
    assertFalse(Files.exists(folder.resolve("thaw-state/built-1")), "builds are large");
    search("1", ALL);
    assertFalse(FixState.in(folder).hasEnded(key, ALL), "it goes on");
  }

  @Test
  void a_scope_has_those_that_another_one_names() {
    assertTrue(ALL.covers(SAFE.words()));
    assertFalse(SAFE.covers(ALL.words()));
    assertTrue(SAFE.covers(ONLY.words()));
    assertFalse(ONLY.covers(SAFE.words()));
    assertFalse(ALL.covers("only memory-2048"), "that is of another kind");
    assertFalse(ALL.covers(""), "which nobody knows");
  }
}
