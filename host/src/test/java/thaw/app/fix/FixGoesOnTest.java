package thaw.app.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.app.shared.Progress;
import thaw.fix.FixResult;
import thaw.fix.Search;
import thaw.fix.Step;
import thaw.fix.Workshop;
import thaw.fixture.SideBySide;
import thaw.remedy.Change;
import thaw.remedy.Draft;
import thaw.remedy.Prediction;
import thaw.remedy.Remedy;
import thaw.remedy.RemedyKind;
import thaw.remedy.edit.TextEdit;

/** A search goes on by what the one before has written: the same command with a longer limit. */
@SideBySide
class FixGoesOnTest {
  private static final FixScope USUAL =
      new FixScope(EnumSet.of(RemedyKind.SAFE, RemedyKind.REVIEWED), Set.of());
  private static final String KEY = "the code=1; the settings=1";

  @TempDir Path folder;

  private final List<String> tried = new ArrayList<>();
  private final List<String> said = new ArrayList<>();
  private long nanos;

  private static Remedy remedy(String id, RemedyKind kind, double gain, Change change) {
    return new Remedy(
        id, kind, Optional.of("finding of " + id), id, new Prediction(gain, gain), change);
  }

  /** A second a start, 20 an explanation, and a minute a build of changed sources. */
  private class Figures implements Workshop {
    private final List<Remedy> offered =
        List.of(
            remedy("class-archive", RemedyKind.SAFE, 400, new Change.Archive()),
            remedy(
                "first-request",
                RemedyKind.REVIEWED,
                300,
                new Change.Sources(List.of(new TextEdit(Path.of("A.java"), "a", "b")))),
            remedy("tls-groups", RemedyKind.SAFE, 50, new Change.JvmOptions(List.of("-Da=b"))));

    @Override
    public Examined examine(Draft draft) {
      nanos += Duration.ofSeconds(20).toNanos();
      return new Examined(offered, List.of(), List.of(), 1000);
    }

    @Override
    public Optional<Obstacle> make(Draft draft, Duration most) {
      nanos += makingTakes(draft).toNanos();
      return Optional.empty();
    }

    @Override
    public Duration makingTakes(Draft draft) {
      boolean isBuilt =
          draft.remedies().stream().anyMatch(each -> each.change() instanceof Change.Sources);
      return isBuilt ? Duration.ofMinutes(1) : Duration.ZERO;
    }

    @Override
    public Measured start(Draft draft) {
      nanos += Duration.ofSeconds(1).toNanos();
      double gain =
          draft.remedies().stream().mapToDouble(each -> each.predicted().lowMillis()).sum();
      double noise = nanos / 1e9 % 7;
      return new Measured(1000 - gain + noise, 500 - gain / 2 + noise, Optional.empty());
    }

    @Override
    public String original(Path file) {
      return "a";
    }
  }

  private FixResult search(Duration limit) throws InterruptedException {
    Progress progress =
        new Progress() {
          @Override
          public void line(String text) {
            said.add(text);
          }
        };
    FixState state = FixState.in(folder);
    Search.Listener listener =
        new Search.Listener() {
          @Override
          public void trying(Remedy remedy) {
            tried.add(remedy.id());
          }

          @Override
          public void decided(Step step) {}

          @Override
          public void best(FixResult soFar) {}

          @Override
          public void overtime(Duration longer) {}

          @Override
          public void confirming(int variants, int least, int wanted) {}
        };
    return new Search(
            new Figures(),
            USUAL.kinds(),
            limit,
            state.begin(KEY, USUAL, progress),
            state::decided,
            listener,
            () -> nanos)
        .run(Draft.UNCHANGED);
  }

  private void write(boolean confirmed) throws Exception {
    Files.writeString(
        folder.resolve("fix.json"),
        "{\"function\": \"F\", \"confirmed\": %s, \"cut\": false}".formatted(confirmed));
  }

  @Test
  void the_search_with_the_named_limit_begins_with_the_largest_step_that_was_not_tried()
      throws Exception {
    FixResult first = search(Duration.ofSeconds(130));
    assertTrue(tried.contains("class-archive"), tried.toString());
    assertFalse(tried.contains("first-request"), tried.toString());
    write(first.confirmed());
    tried.clear();

    FixResult second = search(first.needs().orElseThrow());

    assertEquals("first-request", tried.getFirst());
    assertFalse(tried.contains("class-archive"), "it was kept: " + tried);
    assertTrue(
        second.kept().remedies().stream().anyMatch(each -> each.id().equals("first-request")));
    assertTrue(Files.exists(folder.resolve("fix.json")), "the result before still holds");
    assertFalse(Files.exists(folder.resolve("thaw-former")));
    assertEquals(List.of("going on with the search that was begun before: steps tried: 2"), said);
  }

  @Test
  void a_confirmed_result_stays_where_what_was_decided_cannot_be_read() throws Exception {
    search(Duration.ofSeconds(130));
    write(true);
    Path file = folder.resolve("thaw-state/search.json");
    Files.writeString(file, Files.readString(file).replace("\"builds\"", "\"was\""));

    search(Duration.ofSeconds(130));

    assertTrue(Files.exists(folder.resolve("fix.json")));
    assertEquals(List.of(), said);
  }
}
