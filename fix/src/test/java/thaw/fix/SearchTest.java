package thaw.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import thaw.function.MemorySize;
import thaw.problem.UserMistake;
import thaw.remedy.Change;
import thaw.remedy.Draft;
import thaw.remedy.Prediction;
import thaw.remedy.Remedy;
import thaw.remedy.RemedyJson;
import thaw.remedy.RemedyKind;
import thaw.remedy.edit.TextEdit;

/** The search on figures: no JVM is started. */
class SearchTest {
  private static final double BASE = 1000;
  private static final Path SOURCE = Path.of("Handler.java");

  private final Map<String, Double> gains = new HashMap<>();
  private final Map<String, String> obstacles = new HashMap<>();
  private final List<Remedy> offered = new ArrayList<>();
  private final List<String> tried = new ArrayList<>();
  private double wallNoise = 20; // what other programs take
  private double cpuNoise = 20;
  private double idle; // of the work that goes, which nobody waited for
  private double needless; // what each "small" gains as long as "large" is not there
  private long nanos;
  private int starts;
  private int makes;
  private int examinations;
  private int lastStart = Integer.MAX_VALUE; // the program ends before the next one
  private final Map<String, String> checkpoints = new HashMap<>(); // as they are written
  private String name = ""; // of the one that a search begins with
  private final Set<Draft> examined = new HashSet<>();
  private int examining; // seconds
  private int building; // likewise
  private int quicker = 1; // than a build is expected to be
  private int slower = 1; // likewise
  private int inTheWay; // of a move, what costs another build each
  private @Nullable List<String> failing; // what crashes in the last run
  private Set<String> vanishing = Set.of(); // what gains nothing in the last run
  private int confirmed; // variants of the last run
  private long overtime;
  private final List<FixResult> best = new ArrayList<>();
  private @Nullable Search search; // the last one
  private int place; // of the next start, in all that were before an end

  private static Remedy remedy(String id, RemedyKind kind, double predicted) {
    return new Remedy(
        id,
        kind,
        Optional.of("finding of " + id),
        id,
        new Prediction(predicted * 0.8, predicted * 1.2),
        new Change.JvmOptions(List.of("-D" + id)));
  }

  private void offer(String id, RemedyKind kind, double predicted, double gain) {
    offered.add(remedy(id, kind, predicted));
    gains.put(id, gain);
  }

  private void offer(String id, double gain, Change change) {
    offer(id, RemedyKind.SAFE, gain, gain);
    Remedy remedy = offered.removeLast();
    offered.add(new Remedy(id, RemedyKind.SAFE, remedy.finding(), id, remedy.predicted(), change));
  }

  private class Figures implements Workshop {
    private final Set<Draft> made = new HashSet<>();

    @Override
    public Examined examine(Draft draft) {
      examinations++;
      examined.add(draft);
      nanos += makingTakes(draft).plusSeconds(examining).toNanos();
      made.add(draft);
      return new Examined(
          offered,
          offered.stream()
              .map(each -> new ByHand(each.finding().orElseThrow(), "", 1, each.what()))
              .toList(),
          List.of(),
          BASE);
    }

    @Override
    public Duration makingTakes(Draft draft) {
      return Duration.ofSeconds(
          !made.contains(draft)
                  && draft.remedies().stream().anyMatch(each -> each.id().contains("build"))
              ? building
              : 0);
    }

    /** A build for each thing in the way, as long as there is time. */
    @Override
    public Optional<Remedy> mended(Draft draft, Remedy move, Duration most) {
      Duration took = Duration.ofSeconds(building);
      for (int i = 0; i < inTheWay; i++) {
        took = took.plusSeconds(building);
        if (took.compareTo(most) > 0) {
          nanos += took.minusSeconds(building).toNanos();
          return Optional.empty();
        }
      }
      nanos += took.minusSeconds(building).toNanos(); // the last one is that of making it
      return Optional.of(
          new Remedy(
              move.id(),
              move.kind(),
              move.finding(),
              move.what() + ", mended",
              move.predicted(),
              move.change()));
    }

    @Override
    public Optional<Obstacle> make(Draft draft, Duration most) {
      makes++;
      draft.texts(this::original); // what is made fits
      Duration takes = makingTakes(draft);
      if (slower > 1 && takes.multipliedBy(slower).compareTo(most) > 0) {
        nanos += Math.max(0, most.toNanos());
        return Optional.of(new Obstacle("it was still at work", true));
      }
      nanos += takes.dividedBy(quicker).toNanos();
      if (!takes.isZero()) { // what the next one takes is known by this one
        building /= quicker;
        quicker = 1;
      }
      made.add(draft);
      return draft.remedies().stream()
          .map(each -> obstacles.get(each.id()))
          .filter(java.util.Objects::nonNull)
          .findFirst()
          .map(Obstacle::of);
    }

    @Override
    public Optional<String> shownBy(Remedy remedy) {
      return remedy.id().startsWith("moves") ? Optional.of("it may move") : Optional.empty();
    }

    @Override
    public Measured start(Draft draft) {
      if (starts >= lastStart) {
        throw new IllegalStateException("ended");
      }
      starts++;
      if (failing != null && confirmed > 0 && ids(draft).equals(failing)) {
        return new Measured(0, 0, Optional.of("it crashed"));
      }
      nanos += makingTakes(draft).plusSeconds(1).toNanos(); // what an earlier search has kept
      made.add(draft);
      double gain =
          draft.remedies().stream()
              .filter(each -> draft.isArchived() || !each.id().startsWith("paired"))
              .filter(each -> !draft.isArchived() || !each.id().startsWith("alone"))
              .filter(each -> confirmed == 0 || !vanishing.contains(each.id()))
              .mapToDouble(each -> gains.get(each.id()))
              .sum();
      boolean large = draft.remedies().stream().anyMatch(each -> each.id().equals("large"));
      long small = draft.remedies().stream().filter(each -> each.id().startsWith("small")).count();
      double work = BASE - gain - (large ? 0 : small * needless);
      double noise = noise(place++);
      return new Measured(
          work + idle * gain + wallNoise * noise, (work + cpuNoise * noise) / 2, Optional.empty());
    }

    @Override
    public String original(Path file) {
      return file.equals(SOURCE) ? "one\n" : "";
    }
  }

  /** The same for a search that was ended and one that was not. */
  private static double noise(int place) {
    return new Random(place * 0x9E37_79B9_7F4A_7C15L).nextDouble();
  }

  private FixResult search(Set<RemedyKind> kinds, Duration limit) throws InterruptedException {
    Search.Listener listener =
        new Search.Listener() {
          @Override
          public void trying(Remedy remedy) {
            tried.add(remedy.id());
          }

          @Override
          public void decided(Step step) {}

          @Override
          public void best(FixResult soFar) {
            best.add(soFar);
          }

          @Override
          public void overtime(Duration longer) {
            overtime = longer.toNanos();
          }

          @Override
          public void confirming(int variants, int least, int wanted) {
            confirmed = variants;
          }
        };
    confirmed = 0;
    place = 0;
    search = searchOf(new Figures(), kinds, limit, listener);
    return search.run(Draft.UNCHANGED);
  }

  private Search searchOf(
      Workshop workshop, Set<RemedyKind> kinds, Duration limit, Search.Listener listener) {
    String of = name;
    return new Search(
        workshop,
        kinds,
        limit,
        Optional.ofNullable(checkpoints.get(of)).map(SearchTest::read),
        checkpoint -> {
          if (!of.isEmpty()) {
            checkpoints.put(of, written(checkpoint));
          }
        },
        listener,
        () -> nanos);
  }

  private static String written(Checkpoint checkpoint) {
    try {
      return RemedyJson.mapper().writeValueAsString(checkpoint);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Checkpoint read(String text) {
    try {
      return RemedyJson.mapper().readValue(text, Checkpoint.class);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  private FixResult search() throws InterruptedException {
    return search(Set.of(RemedyKind.SAFE, RemedyKind.REVIEWED), Duration.ofMinutes(10));
  }

  private static Step step(FixResult result, String id) {
    return result.steps().stream()
        .filter(step -> step.remedy().id().equals(id))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void what_gains_is_kept_and_what_does_not_is_dropped_with_the_reason() throws Exception {
    offer("useless", RemedyKind.SAFE, 50, 0);
    offer("useful", RemedyKind.SAFE, 300, 400);

    FixResult result = search();

    assertEquals(List.of("useful", "useless"), tried, "the most promising first");
    assertTrue(step(result, "useful").kept());
    assertFalse(step(result, "useless").kept());
    assertTrue(step(result, "useless").reason().contains("no gain"), result.toString());
    assertTrue(result.confirmed());
    assertTrue(result.ratio() < 0.7, result.toString());
  }

  @Test
  void what_a_remedy_has_shown_besides_its_gain_is_said_once_whether_it_is_kept_or_not()
      throws Exception {
    offer("moves-gaining", RemedyKind.SAFE, 300, 400);
    offer("moves-alike", RemedyKind.SAFE, 50, 0);
    offer("moves-not", RemedyKind.SAFE, 40, 40);
    obstacles.put("moves-not", "tests fail");
    FixResult result = search();

    for (String id : List.of("moves-gaining", "moves-alike")) {
      String reason = step(result, id).reason();
      assertEquals(2, reason.split("it may move", -1).length, reason);
    }
    assertEquals("tests fail", step(result, "moves-not").reason());
  }

  @Test
  void a_large_effect_takes_fewer_starts_than_a_small_one() throws Exception {
    offer("large", RemedyKind.SAFE, 300, 400);
    search();
    int large = starts;
    offered.clear();
    starts = 0;
    nanos = 0;
    offer("tiny", RemedyKind.SAFE, 15, 15);
    search();

    assertTrue(starts > large, large + " and " + starts);
  }

  @Test
  void on_a_busy_machine_cpu_time_proves_what_wall_time_cannot() throws Exception {
    wallNoise = 600;
    offer("hidden", RemedyKind.SAFE, 60, 100);

    Step hidden = step(search(), "hidden");

    assertFalse(hidden.gain().orElseThrow().isAboveZero(), hidden.toString());
    assertTrue(hidden.kept(), hidden.toString());
    assertTrue(hidden.reason().contains("CPU time"), hidden.reason());
  }

  @Test
  void work_that_goes_where_nobody_waited_for_it_is_no_gain() throws Exception {
    idle = 1;
    offer("beside", RemedyKind.SAFE, 60, 100);

    Step beside = step(search(), "beside");

    assertTrue(beside.cpuGain().orElseThrow().isAboveZero(), beside.toString());
    assertFalse(beside.kept(), beside.toString());
  }

  @Test
  void a_remedy_that_a_later_one_makes_needless_is_taken_back() throws Exception {
    needless = 100;
    offer("small", RemedyKind.SAFE, 500, 0);
    offer("large", RemedyKind.SAFE, 400, 400);

    FixResult result = search();

    assertEquals(List.of("small", "large"), tried);
    assertFalse(step(result, "small").kept(), result.toString());
    assertTrue(step(result, "large").kept());
    assertEquals(1, result.kept().remedies().size());
  }

  @Test
  void all_that_a_later_one_makes_needless_are_taken_back() throws Exception {
    needless = 100;
    offer("small one", RemedyKind.SAFE, 600, 0);
    offer("small two", RemedyKind.SAFE, 500, 0);
    offer("large", RemedyKind.SAFE, 400, 500);
    offer("more", RemedyKind.SAFE, 300, 100);

    FixResult result = search();

    assertEquals(List.of("small one", "small two", "large", "more"), tried);
    assertFalse(step(result, "small one").kept(), result.toString());
    assertFalse(step(result, "small two").kept(), result.toString());
    assertTrue(step(result, "large").leftOut().orElseThrow().isAboveZero(), result.toString());
    assertTrue(step(result, "more").leftOut().orElseThrow().isAboveZero(), result.toString());
    assertEquals(2, result.kept().remedies().size());
  }

  @Test
  void what_a_step_gained_in_its_own_trial_stays_beside_what_the_last_run_says() throws Exception {
    needless = 100;
    offer("small", RemedyKind.SAFE, 500, 0);
    offer("large", RemedyKind.SAFE, 400, 400);

    Step small = step(search(), "small");

    assertEquals(100, small.gain().orElseThrow().median(), 20);
    assertEquals(0, small.leftOut().orElseThrow().median(), 20);
  }

  @Test
  void a_remedy_that_cannot_be_made_has_its_reason_and_costs_no_start() throws Exception {
    offer("broken", RemedyKind.REVIEWED, 500, 500);
    obstacles.put("broken", "a test fails with it");
    offer("good", RemedyKind.SAFE, 200, 300);

    FixResult result = search();

    assertEquals("a test fails with it", step(result, "broken").reason());
    assertTrue(step(result, "broken").gain().isEmpty());
    assertTrue(step(result, "good").kept());
  }

  @Test
  void a_step_whose_lines_another_one_has_changed_is_not_made() throws Exception {
    offer("first", 400, sources("two\n"));
    offer("second", 200, sources("three\n"));

    FixResult result = search();

    assertTrue(step(result, "first").kept());
    assertFalse(step(result, "second").kept());
    assertEquals("another step has changed its lines", step(result, "second").reason());
  }

  @Test
  void a_change_of_sources_gains_one_percent_of_the_start_as_it_was_or_is_not_kept()
      throws Exception {
    wallNoise = 0.1;
    cpuNoise = 0.1;
    offer("large", RemedyKind.SAFE, 950, 950);
    offer("edit", 6, sources("two\n"));

    FixResult result = search();

    assertTrue(step(result, "large").kept());
    assertFalse(step(result, "edit").kept());
    assertTrue(
        step(result, "edit").reason().contains("too little for a change of sources"),
        step(result, "edit").reason());
  }

  private static Change sources(String replacement) {
    return new Change.Sources(List.of(new TextEdit(SOURCE, "one\n", replacement)));
  }

  @Test
  void only_the_kinds_that_were_asked_for_are_tried() throws Exception {
    offer("other bill", RemedyKind.DIFFERENT, 900, 900);
    offer("edit", RemedyKind.REVIEWED, 500, 500);
    offer("flag", RemedyKind.SAFE, 200, 300);

    search(Set.of(RemedyKind.SAFE), Duration.ofMinutes(10));

    assertEquals(List.of("flag"), tried);
  }

  @Test
  void the_time_limit_ends_the_search_and_leaves_time_to_confirm() throws Exception {
    for (int i = 0; i < 10; i++) {
      offer("step " + i, RemedyKind.SAFE, 90 - i, 50);
    }

    FixResult result = search(Set.of(RemedyKind.SAFE), Duration.ofSeconds(60));

    assertTrue(result.confirmed());
    assertTrue(tried.size() < 10, tried.toString());
    assertTrue(step(result, "step 9").reason().contains("time limit"));
    assertTrue(nanos < Duration.ofSeconds(80).toNanos(), "seconds: " + nanos / 1e9);
  }

  @Test
  void what_is_predicted_to_gain_the_most_is_tried_before_small_ones_take_its_time()
      throws Exception {
    for (int seconds = 210; seconds < 420; seconds += 10) {
      offered.clear();
      examined.clear();
      tried.clear();
      nanos = 0;
      overtime = 0;
      wallNoise = 300;
      cpuNoise = 300;
      examining = 35;
      building = 30;
      offer("first build", RemedyKind.REVIEWED, 500, 20); // predicted far too large
      offer("second build", RemedyKind.REVIEWED, 480, 450);
      offer("small option", RemedyKind.SAFE, 70, 10);
      offer("small other", RemedyKind.SAFE, 60, 10);
      offer("build of archive", 250, new Change.Archive());
      offer("of-archive", 90, new Change.JvmOptions(List.of("-Dof.archive"), true));

      FixResult result =
          search(Set.of(RemedyKind.SAFE, RemedyKind.REVIEWED), Duration.ofSeconds(seconds));

      String all = seconds + " s: " + tried;
      List<String> large = List.of("first build", "second build", "build of archive");
      assertTrue(tried.containsAll(large) || large.containsAll(tried), all);
      assertEquals(List.of("first build", "second build"), tried.subList(0, 2), all);
      assertTrue(took(result) <= seconds + 1 + overtime / 1e9, all + ", took " + took(result));
    }
  }

  private void offerSome() {
    offered.clear();
    offer("useful", RemedyKind.SAFE, 300, 400);
    offer("broken", RemedyKind.REVIEWED, 250, 250);
    obstacles.put("broken", "a test fails with it");
    offer("also", RemedyKind.SAFE, 200, 150);
    offer("useless", RemedyKind.SAFE, 50, 0);
  }

  private static List<String> ids(FixResult result) {
    return ids(result.kept());
  }

  private static List<String> ids(Draft draft) {
    return draft.remedies().stream().map(Remedy::id).toList();
  }

  private void endAfter(int last, String file) {
    name = file;
    lastStart = starts + last;
    assertThrows(IllegalStateException.class, this::search);
    lastStart = Integer.MAX_VALUE;
  }

  @Test
  void a_search_that_was_ended_anywhere_comes_to_the_same_and_decides_nothing_twice()
      throws Exception {
    offerSome();
    name = "whole";
    FixResult whole = search();
    int all = starts;
    int allExaminations = examinations;
    for (int last = 0; last < all; last += 3) {
      starts = 0;
      examinations = 0;
      tried.clear();
      endAfter(last, "log-" + last);
      Set<String> decided =
          Optional.ofNullable(checkpoints.get(name)).map(SearchTest::read).stream()
              .flatMap(each -> each.steps().stream().map(step -> step.remedy().id()))
              .collect(Collectors.toSet());
      tried.clear();

      FixResult result = search();

      assertEquals(ids(whole), ids(result), () -> whole + "\n" + result);
      assertEquals(
          whole.steps().stream().map(step -> step.remedy().id()).collect(Collectors.toSet()),
          result.steps().stream().map(step -> step.remedy().id()).collect(Collectors.toSet()));
      assertTrue(tried.stream().noneMatch(decided::contains), decided + " and " + tried);
      assertEquals(allExaminations, examinations, "ended after " + last);
    }
  }

  @Test
  void a_step_that_was_decided_is_not_begun_again() throws Exception {
    offerSome();
    endAfter(10, "log"); // eight of them are those of "useful"
    tried.clear();

    FixResult result = search();

    assertTrue(step(result, "useful").kept());
    assertFalse(tried.contains("useful"), tried.toString());
    assertFalse(tried.contains("broken"), tried.toString());
    assertTrue(tried.contains("useless"), tried.toString());
  }

  @Test
  void what_the_time_limit_left_is_tried_by_the_next_search() throws Exception {
    for (int i = 0; i < 10; i++) {
      offer("step " + i, RemedyKind.SAFE, 90 - i, 50);
    }
    name = "log";
    FixResult first = search(Set.of(RemedyKind.SAFE), Duration.ofSeconds(60));
    List<String> before = List.copyOf(tried);
    assertTrue(first.steps().stream().anyMatch(Step::isOpen));
    tried.clear();

    FixResult second = search(Set.of(RemedyKind.SAFE), Duration.ofMinutes(10));

    assertTrue(second.steps().stream().noneMatch(Step::isOpen), second.toString());
    assertTrue(tried.stream().noneMatch(before::contains), before + " and " + tried);
    assertTrue(second.ratio() < first.ratio(), first.ratio() + " and " + second.ratio());
  }

  @Test
  void what_is_not_worth_a_trial_is_told_as_predicted_and_not_as_measured() throws Exception {
    offered.add(
        new Remedy(
            "stored-jars",
            RemedyKind.SAFE,
            Optional.of("deflated-jars"),
            "",
            new Prediction(0, 0.1),
            new Change.StoredJars()));
    offer("archive", 300, new Change.Archive());
    Search.Listener none =
        new Search.Listener() {
          @Override
          public void trying(Remedy remedy) {}

          @Override
          public void decided(Step step) {}

          @Override
          public void best(FixResult soFar) {}

          @Override
          public void overtime(Duration longer) {}

          @Override
          public void confirming(int variants, int least, int wanted) {}
        };
    Workshop found =
        new Figures() {
          @Override
          public Examined examine(Draft draft) {
            return new Examined(
                offered, List.of(new ByHand("deflated-jars", "", 2, "")), List.of(), BASE);
          }
        };
    FixResult result =
        searchOf(found, Set.of(RemedyKind.SAFE), Duration.ofMinutes(10), none).run(Draft.UNCHANGED);
    assertEquals(
        List.of(
            "not tried: predicted to be worth about 1 % of the start with what was kept, or less: the finding is then worth up to 2 ms, this step up to 0 ms"),
        result.considered("deflated-jars").stream().map(Considered::words).toList());
  }

  @Test
  void what_a_cut_last_run_takes_back_is_there_again_for_a_search_with_more_time()
      throws Exception {
    offer("useful", RemedyKind.SAFE, 300, 400);
    name = "log";
    assertEquals(List.of("useful"), ids(search()));
    gains.put("useful", 0.0); // by chance, in few starts

    FixResult cut = search(Set.of(RemedyKind.SAFE), Duration.ofSeconds(1));
    assertTrue(cut.cut(), cut.toString());
    assertEquals(List.of(), ids(cut));
    gains.put("useful", 400.0);

    assertEquals(List.of("useful"), ids(search()));
  }

  private void examineAnew() {
    checkpoints.computeIfPresent(name, (_, text) -> written(read(text).ofOtherRemedies()));
  }

  @Test
  void time_that_is_left_takes_more_starts_of_what_was_too_noisy_to_tell() throws Exception {
    wallNoise = 500;
    cpuNoise = 500;
    int told = 0;
    for (int gain = 50; gain < 110; gain += 5) {
      offered.clear();
      offer("hidden", RemedyKind.SAFE, 100, gain);
      nanos = 0;
      Step shortOfTime = step(search(Set.of(RemedyKind.SAFE), Duration.ofSeconds(56)), "hidden");
      if (shortOfTime.verdict() == Verdict.TOO_NOISY) {
        nanos = 0;
        told += step(search(), "hidden").kept() ? 1 : 0;
      }
    }
    assertTrue(told > 2, "steps of which more starts have told something: " + told);
  }

  @Test
  void more_starts_of_what_is_too_noisy_have_an_end() throws Exception {
    wallNoise = 600;
    cpuNoise = 600;
    offer("noisy", RemedyKind.SAFE, 60, 10);

    assertEquals(Verdict.TOO_NOISY, step(search(), "noisy").verdict());
    assertTrue(nanos < Duration.ofMinutes(3).toNanos(), "of ten: " + Duration.ofNanos(nanos));
  }

  @Test
  void what_takes_longer_than_the_minutes_that_are_left_is_told_with_its_time() throws Exception {
    building = 200;
    offer("useful", RemedyKind.SAFE, 300, 400);
    offer("build", RemedyKind.REVIEWED, 300, 300);

    String reason =
        step(search(Set.of(RemedyKind.SAFE, RemedyKind.REVIEWED), Duration.ofSeconds(200)), "build")
            .reason();

    assertTrue(
        reason.matches(
            "the time limit was reached: its trial, with what follows it, takes about 2\\d\\d s, and 1\\d\\d s were left"),
        reason);
  }

  @Test
  void a_noisy_step_that_is_no_longer_offered_is_not_open_for_ever() throws Exception {
    wallNoise = 600;
    cpuNoise = 600;
    offer("useful", RemedyKind.SAFE, 300, 600);
    offer("noisy", RemedyKind.SAFE, 60, 10);
    name = "log";
    assertTrue(step(search(), "noisy").isUndecided());
    offered.removeLast();
    examineAnew();

    Step noisy = step(search(), "noisy");

    assertEquals(Verdict.NOT_KEPT, noisy.verdict());
    assertEquals(Reasons.NOT_OFFERED, noisy.reason());
    assertEquals(noisy.verdict(), step(search(), "noisy").verdict(), "of a third one");
  }

  @Test
  void what_the_last_run_took_back_is_no_part_of_the_best_so_far() throws Exception {
    offer("stays", RemedyKind.SAFE, 300, 300);
    offer("goes", RemedyKind.SAFE, 200, 200);
    vanishing = Set.of("goes");
    name = "log";
    assertEquals(List.of("stays"), ids(search()));
    offer("new", RemedyKind.SAFE, 100, 100);
    examineAnew();
    best.clear();

    search();

    assertEquals(600, best.getFirst().result().totalMillis(), 40);
  }

  @Test
  void a_step_that_a_last_run_had_no_time_to_leave_out_says_so_once_and_nothing_of_an_earlier_one()
      throws Exception {
    goingOn("log", Duration.ofMinutes(10));
    int untried = 0;
    for (int seconds = 20; seconds < 120; seconds += 5) {
      for (Step step : goingOn("log", Duration.ofSeconds(seconds)).steps()) {
        if (step.reason().endsWith(Reasons.UNTRIED)) {
          untried++;
          assertEquals(2, step.reason().split("the set without it", -1).length, step.reason());
        }
      }
    }
    assertTrue(untried > 0, "some limit leaves no time for a step");
  }

  @Test
  void what_one_search_has_said_of_the_package_makes_way_for_what_the_next_one_says() {
    Remedy remedy = remedy("a", RemedyKind.SAFE, 100);
    Step alone = Step.notKept(remedy, "no gain");
    Step late = Step.outOfTime(remedy, Step.OUT_OF_TIME);
    assertEquals(
        "no gain; in the package: the time limit was reached",
        alone.inPackage(late).inPackage(late).reason());
    assertEquals(
        "no gain; in the package: no gain",
        alone.notInPackage(Verdict.NOT_KEPT, "a test fails").inPackage(alone).reason());
  }

  @Test
  void a_repeat_in_the_package_that_was_left_is_made_by_the_next_search_wherever_this_one_ended()
      throws Exception {
    offer("archive", 300, new Change.Archive());
    offer("paired", 100, new Change.Runtime(25));
    offer("of-archive", 50, new Change.JvmOptions(List.of("-Dof.archive"), true));
    name = "log";
    Workshop slow =
        new Figures() {
          @Override
          public Optional<Obstacle> make(Draft draft, Duration most) {
            return draft.isArchived() && ids(draft).contains("paired")
                ? Optional.of(new Obstacle("it was still at work", true))
                : super.make(draft, most);
          }
        };
    Search.Listener ending =
        new Search.Listener() {
          @Override
          public void trying(Remedy remedy) {}

          @Override
          public void decided(Step step) {}

          @Override
          public void best(FixResult soFar) {}

          @Override
          public void overtime(Duration longer) {}

          @Override
          public void confirming(int variants, int least, int wanted) {
            throw new IllegalStateException("ended");
          }
        };
    Search ended = searchOf(slow, Set.of(RemedyKind.SAFE), Duration.ofMinutes(10), ending);
    assertThrows(IllegalStateException.class, () -> ended.run(Draft.UNCHANGED));
    assertTrue(read(checkpoints.get(name)).steps().size() > 2, "tried after it");

    assertTrue(ids(search()).contains("paired"));
  }

  @Test
  void where_nothing_gains_the_function_stays_as_it_is() throws Exception {
    offer("useless", RemedyKind.SAFE, 50, 0);

    FixResult result = search();

    assertFalse(result.gains());
    assertEquals(1, result.ratio());
    assertEquals(1, result.byHand().size(), "what was found is still told");
  }

  @Test
  void what_the_managed_runtime_gets_is_measured_beside_the_function_as_it_is_and_all_of_it()
      throws Exception {
    offer("archive", 300, new Change.Archive());
    offer("edit", 200, new Change.JvmOptions(List.of("-Dedit")));
    offer("needs archive", 100, new Change.JvmOptions(List.of("-Dneeds"), true));

    FixResult result = search();

    assertEquals(3, result.kept().remedies().size(), result.toString());
    assertEquals(List.of("edit"), result.patched().remedies().stream().map(Remedy::id).toList());
    FixResult.Deployed deployed = result.deployed().orElseThrow();
    assertTrue(deployed.gains(), result.toString());
    assertTrue(deployed.figures().samples() >= 10, "as many as of the function as it is");
    assertEquals(200, deployed.gain().orElseThrow().median(), 20);
    assertTrue(result.base().totalMillis() > deployed.figures().totalMillis());
    assertTrue(deployed.figures().totalMillis() > result.result().totalMillis());
    assertTrue(result.needsPackage());
  }

  private void offerNeedless() {
    nanos = 0;
    offered.clear();
    needless = 100;
    offer("small one", RemedyKind.SAFE, 600, 0);
    offer("small two", RemedyKind.SAFE, 500, 0);
    offer("large", RemedyKind.SAFE, 400, 300);
    offer("archive", 300, new Change.Archive());
    offer("useless", RemedyKind.SAFE, 90, 0);
  }

  @Test
  void
      whatever_the_time_limit_the_managed_runtime_gets_is_measured_and_a_step_that_stays_tells_why()
          throws Exception {
    wallNoise = 150;
    int cut = 0;
    for (int seconds = 30; seconds < 300; seconds += 5) {
      offerNeedless();

      FixResult result = search(Set.of(RemedyKind.SAFE), Duration.ofSeconds(seconds));

      String all = seconds + " s: " + result;
      assertTrue(result.deployed().isPresent() || !result.gains(), all);
      assertEquals(Optional.empty(), result.unmeasured(), all);
      boolean isShort = Math.min(result.base().samples(), result.result().samples()) < 10;
      assertEquals(isShort && result.gains(), result.cut(), all);
      cut += result.cut() ? 1 : 0;
      for (Step step : result.steps()) {
        boolean isNeedless =
            step.leftOut().filter(left -> !left.isAboveZero() && left.median() < 5).isPresent();
        if (step.kept() && isNeedless) {
          assertTrue(step.reason().contains("time limit"), all);
        }
        boolean isOpen = step.gain().filter(gain -> gain.high() > 15).isPresent();
        if (!step.kept() && isOpen && step.reason().startsWith("no gain")) {
          boolean isWhole =
              step.reason().endsWith("12 against 12 starts")
                  || step.reason().endsWith("and CPU time no 1 %");
          assertEquals(!isWhole, step.reason().contains("time limit"), all);
        }
      }
    }
    assertTrue(cut > 0, "some limit cuts the last run");
  }

  @Test
  void where_there_is_time_no_step_stays_without_which_the_set_is_no_slower() throws Exception {
    wallNoise = 150;
    offerNeedless();

    FixResult result = search();

    assertEquals(Set.of("large", "archive"), Set.copyOf(ids(result)), result.toString());
    assertFalse(result.cut());
    assertTrue(result.result().gain().orElseThrow().isAboveZero());
    assertTrue(result.deployed().orElseThrow().gain().orElseThrow().isAboveZero());
  }

  @Test
  void what_fails_in_the_last_run_without_the_package_is_told_with_the_cause_and_is_in_no_patch()
      throws Exception {
    offer("archive", 300, new Change.Archive());
    offer("edit", RemedyKind.SAFE, 200, 200);
    offer("other", RemedyKind.SAFE, 150, 150);
    failing = List.of("edit", "other");

    FixResult result = search();

    assertEquals(Optional.empty(), result.deployed());
    assertEquals(Optional.of("without the package it fails: it crashed"), result.unmeasured());
    assertEquals(Draft.UNCHANGED, result.patched());
  }

  @Test
  void where_all_that_was_kept_fails_together_in_the_last_run_what_is_deployed_is_left()
      throws Exception {
    offer("archive", 300, new Change.Archive());
    offer("edit", RemedyKind.SAFE, 200, 200);
    failing = List.of("edit", "archive");

    FixResult result = search();

    assertEquals(List.of("edit"), ids(result));
    assertEquals(200, result.result().gain().orElseThrow().median(), 20);
    assertEquals(
        "in the last run the function fails with all that was kept: it crashed",
        step(result, "archive").reason());

    offered.removeFirst();
    failing = List.of("edit");
    FixResult none = search();
    assertEquals(Draft.UNCHANGED, none.kept());
    assertFalse(none.gains(), none.toString());

    failing = List.of();
    UserMistake mistake = assertThrows(UserMistake.class, this::search);
    assertTrue(String.valueOf(mistake.getMessage()).endsWith("each start: it crashed"));
  }

  @Test
  void a_step_that_needs_no_package_is_judged_as_it_is_deployed_and_not_beside_the_archive()
      throws Exception {
    offer("archive", 500, new Change.Archive());
    offer("alone", RemedyKind.SAFE, 100, 100);

    FixResult result = search();

    assertEquals(List.of("alone", "archive"), tried);
    assertTrue(step(result, "alone").kept(), result.toString());
    assertEquals(100, step(result, "alone").leftOut().orElseThrow().median(), 20);
    assertEquals(List.of("alone"), ids(result.patched()));
    assertEquals(100, result.deployed().orElseThrow().gain().orElseThrow().median(), 20);
    assertEquals(500, result.result().gain().orElseThrow().median(), 20);
    assertEquals(3, confirmed, "as it is, as it is deployed, in a package");
  }

  @Test
  void a_step_that_makes_another_archive_is_tried_again_with_it_and_is_then_in_no_patch()
      throws Exception {
    offer("archive", 300, new Change.Archive());
    offer("paired", 100, new Change.Runtime(25));
    offer("useless", RemedyKind.SAFE, 90, 0);

    FixResult result = search();

    assertEquals(List.of("paired", "useless", "archive", "paired"), tried);
    assertEquals(List.of("archive", "paired"), ids(result));
    assertEquals(
        1, result.steps().stream().filter(each -> each.remedy().id().equals("paired")).count());
    assertFalse(result.deployed().orElseThrow().gains(), result.toString());
    assertEquals(Draft.UNCHANGED, result.patched());
  }

  @Test
  void what_was_measured_as_it_is_deployed_stays_where_the_package_has_no_figure()
      throws Exception {
    int open = 0;
    for (int seconds = 40; seconds < 120; seconds++) {
      offered.clear();
      nanos = 0;
      building = 10;
      offer("archive", 60, new Change.Archive());
      offer("paired build", 100, new Change.Runtime(25));
      name = "log-" + seconds;

      FixResult result = search(Set.of(RemedyKind.SAFE), Duration.ofSeconds(seconds));

      Step paired = step(result, "paired build");
      if (paired.isOpen() && paired.gain().isPresent()) {
        open++;
        assertTrue(
            paired.reason().endsWith("; in the package: the time limit was reached"),
            paired.reason());
        name = "log-" + seconds;
        assertTrue(step(search(), "paired build").kept(), seconds + " s");
      }
    }
    assertTrue(open > 0, "some limit leaves the second trial");
  }

  @Test
  void options_of_the_package_wait_for_what_the_function_gets_as_it_is_deployed() throws Exception {
    offer("archive", 300, new Change.Archive());
    offer("of-archive", 200, new Change.JvmOptions(List.of("-Dof.archive"), true));
    offer("managed", RemedyKind.SAFE, 50, 50);
    search();
    assertEquals(List.of("managed", "archive", "of-archive"), tried);
  }

  @Test
  void options_of_the_package_wait_for_what_noise_has_left_as_it_is_deployed() throws Exception {
    wallNoise = 200;
    cpuNoise = 200;
    offer("large", RemedyKind.SAFE, 400, 400);
    offer("tiny", RemedyKind.SAFE, 12, 12);
    offer("archive", 200, new Change.Archive());
    offer("of-archive", 60, new Change.JvmOptions(List.of("-Dof.archive"), true));
    search();
    assertEquals(List.of("large", "archive", "tiny", "of-archive"), tried);
  }

  @Test
  void what_takes_little_time_to_try_comes_before_what_takes_much_for_hardly_more()
      throws Exception {
    building = 60;
    offer("build", RemedyKind.REVIEWED, 200, 200);
    offer("quick", RemedyKind.SAFE, 100, 100);
    search();
    assertEquals(List.of("quick", "build"), tried);
    tried.clear();
    offered.clear();
    offer("large build", RemedyKind.REVIEWED, 900, 600);
    offer("quick", RemedyKind.SAFE, 100, 100);
    search();
    assertEquals(List.of("large build", "quick"), tried);
  }

  @Test
  void what_is_the_best_so_far_never_gets_worse_and_only_the_whole_last_run_confirms_it()
      throws Exception {
    wallNoise = 400;
    for (int i = 0; i < 5; i++) {
      offer("step " + i, RemedyKind.SAFE, 100 - i, 60);
    }
    offer("archive", 250, new Change.Archive());
    search();

    List<FixResult> soFar = best.subList(0, best.size() - 1);
    assertTrue(soFar.size() > 2, soFar.toString());
    double before = Double.POSITIVE_INFINITY;
    for (FixResult each : soFar) {
      assertEquals(soFar.getFirst().base(), each.base());
      assertTrue(each.result().totalMillis() < before, best.toString());
      assertFalse(each.confirmed() || each.cut());
      before = each.result().totalMillis();
    }
    assertTrue(best.getLast().confirmed());
    assertFalse(best.getLast().cut());
  }

  @Test
  void the_time_limit_has_room_for_the_last_run_and_the_explanation_or_the_excess_is_told()
      throws Exception {
    int told = 0;
    for (int seconds = 10; seconds < 400; seconds += 10) {
      offerBuilds();

      FixResult result =
          search(Set.of(RemedyKind.SAFE, RemedyKind.REVIEWED), Duration.ofSeconds(seconds));

      double took = took(result);
      assertTrue(
          took <= seconds + overtime / 1e9 + 1, seconds + " s, took " + took + ": " + result);
      told += overtime > 0 ? 1 : 0;
      assertTrue(overtime == 0 || seconds < 150, seconds + " s");
    }
    assertTrue(told > 0, "some limit is too short for one trial");
  }

  @Test
  void where_nothing_fits_the_time_limit_what_exceeds_it_the_least_is_tried() throws Exception {
    examining = 10;
    building = 80;
    offer("large build", RemedyKind.REVIEWED, 600, 500);
    offer("option", RemedyKind.SAFE, 20, 10);
    offer("archive", 250, new Change.Archive());

    FixResult result = search(Set.of(RemedyKind.SAFE, RemedyKind.REVIEWED), Duration.ofSeconds(12));

    assertEquals("archive", tried.getFirst(), result.toString());
    assertFalse(tried.contains("large build"), tried.toString());
    assertTrue(step(result, "large build").isOpen(), result.toString());
  }

  private void offerBuilds() {
    offered.clear();
    examined.clear();
    nanos = 0;
    overtime = 0;
    wallNoise = 100;
    examining = 15;
    building = 25;
    offer("first build", RemedyKind.REVIEWED, 300, 250);
    offer("second build", RemedyKind.REVIEWED, 200, 150);
    offer("option", RemedyKind.SAFE, 40, 20);
    offer("build of archive", 300, new Change.Archive());
  }

  /** Seconds, with what the result's explanation takes at the end. */
  private double took(FixResult result) {
    Set<Draft> explained = new HashSet<>(List.of(result.kept(), result.patched()));
    explained.removeAll(examined);
    if (explained.contains(result.patched()) && search != null) {
      nanos += Duration.ofSeconds(examining).toNanos();
      explained.remove(result.patched());
    }
    explained.removeIf(each -> search != null && !search.isTimeToExplain(each));
    return nanos / 1e9 + explained.size() * examining;
  }

  @Test
  void a_search_that_goes_on_has_room_for_explanations_that_another_program_has_made()
      throws Exception {
    for (int last = 0; last < 60; last += 4) {
      for (int seconds = 60; seconds < 300; seconds += 10) {
        String file = last + "-" + seconds;
        offerBuilds();
        endAfter(last, file);
        offerBuilds();
        name = file;

        FixResult result =
            search(Set.of(RemedyKind.SAFE, RemedyKind.REVIEWED), Duration.ofSeconds(seconds));

        assertTrue(
            took(result) <= seconds + overtime / 1e9 + 1,
            "ended after " + last + ", " + seconds + " s, took " + took(result) + ": " + result);
      }
    }
  }

  @Test
  void a_trial_that_decides_nothing_leaves_the_time_that_the_archive_needs() throws Exception {
    for (int seconds = 60; seconds < 200; seconds++) {
      offered.clear();
      examined.clear();
      nanos = 0;
      overtime = 0;
      wallNoise = 100;
      examining = 15;
      offer("undecided", RemedyKind.SAFE, 40, 12);
      offer("archive", 300, new Change.Archive());

      FixResult result = search(Set.of(RemedyKind.SAFE), Duration.ofSeconds(seconds));

      if (overtime == 0) {
        assertTrue(step(result, "archive").kept(), seconds + " s: " + ids(result));
        assertTrue(took(result) <= seconds + 1, seconds + " s, took " + took(result));
      }
    }
  }

  @Test
  void what_the_last_run_drops_leaves_a_set_for_whose_explanation_there_is_time() throws Exception {
    for (int seconds = 150; seconds < 400; seconds += 2) {
      offerNeedless();
      examined.clear();
      overtime = 0;
      examining = 15;

      FixResult result = search(Set.of(RemedyKind.SAFE), Duration.ofSeconds(seconds));

      assertTrue(
          took(result) <= seconds + overtime / 1e9 + 1,
          seconds + " s, took " + took(result) + ": " + ids(result));
    }
  }

  @Test
  void what_stands_in_the_way_of_a_move_is_looked_for_when_it_is_tried_and_in_time()
      throws Exception {
    int open = 0;
    int mended = 0;
    for (int seconds = 50; seconds < 600; seconds += 10) {
      String file = "log-" + seconds;
      name = file;
      offerBuilds();
      inTheWay = 4;
      offer("build of move", 200, new Change.Runtime(25));

      FixResult result =
          search(Set.of(RemedyKind.SAFE, RemedyKind.REVIEWED), Duration.ofSeconds(seconds));

      Step move = step(result, "build of move");
      assertTrue(
          took(result) <= seconds + overtime / 1e9 + 1,
          seconds + " s, took " + took(result) + ": " + move);
      open += move.isOpen() ? 1 : 0;
      if (!move.isOpen()) {
        mended++;
        assertEquals("build of move, mended", move.remedy().what());
        name = file;
        offerBuilds();
        offer("build of move", 200, new Change.Runtime(25));
        FixResult again =
            search(Set.of(RemedyKind.SAFE, RemedyKind.REVIEWED), Duration.ofMinutes(20));
        assertEquals("build of move, mended", step(again, "build of move").remedy().what());
      }
    }
    assertTrue(open > 0 && mended > 0, open + " and " + mended);
  }

  @Test
  void a_build_that_takes_all_that_the_time_limit_leaves_is_ended_and_its_step_is_open()
      throws Exception {
    for (int seconds = 120; seconds < 400; seconds += 20) {
      offerMany();
      building = 20;
      slower = 50;
      offer("build", RemedyKind.REVIEWED, 300, 250);
      name = "" + seconds;

      FixResult result =
          search(Set.of(RemedyKind.SAFE, RemedyKind.REVIEWED), Duration.ofSeconds(seconds));

      assertTrue(took(result) <= seconds + 1 + overtime / 1e9, seconds + " s: " + took(result));
      assertTrue(step(result, "build").isOpen(), step(result, "build").toString());
      slower = 1;
      assertTrue(step(search(), "build").kept(), "another search has more time");
    }
  }

  @Test
  void what_cannot_be_made_is_tried_no_longer_than_the_limit_either() throws Exception {
    building = 25;
    for (int i = 0; i < 10; i++) {
      offer("build " + i, RemedyKind.REVIEWED, 300 - i, 0);
      obstacles.put("build " + i, "a test fails with it");
    }

    search(Set.of(RemedyKind.REVIEWED), Duration.ofSeconds(120));

    assertTrue(makes > 1, "makes: " + makes);
    assertTrue(nanos <= Duration.ofSeconds(121).toNanos(), "seconds: " + nanos / 1e9);
  }

  @Test
  void where_all_that_was_kept_needs_a_package_there_is_nothing_to_measure_without()
      throws Exception {
    offer("archive", 300, new Change.Archive());

    FixResult result = search();

    assertEquals(Optional.empty(), result.deployed().orElseThrow().gain());
    assertEquals(Draft.UNCHANGED, result.patched());
  }

  @Test
  void where_nothing_needs_a_package_the_figures_are_those_of_all_that_was_kept() throws Exception {
    offer("edit", 200, new Change.JvmOptions(List.of("-Dedit")));

    FixResult result = search();

    assertFalse(result.needsPackage());
    assertEquals(result.result(), result.deployed().orElseThrow().figures());
  }

  /** Some steps that gain, with an archive, in so little noise that each of them is proven. */
  private void offerMany() {
    offered.clear();
    nanos = 0;
    examined.clear();
    overtime = 0;
    for (int i = 0; i < 5; i++) {
      offer("step " + i, RemedyKind.SAFE, 100 - i, 60 - 5 * i);
    }
    offer(building > 0 ? "build of archive" : "archive", 200, new Change.Archive());
    offer("of-archive", 60, new Change.JvmOptions(List.of("-Dof.archive"), true));
  }

  private FixResult goingOn(String file, Duration limit) throws InterruptedException {
    offerMany();
    name = file;
    return search(Set.of(RemedyKind.SAFE), limit);
  }

  @Test
  void whatever_the_time_limit_of_the_next_search_it_keeps_what_the_one_before_had_proven()
      throws Exception {
    int less = 0;
    for (int first = 60; first <= 240; first += 20) {
      for (int second = 1; second <= 241; second += 40) {
        String file = first + "-" + second;
        building = first % 40 == 0 ? 60 : 0; // then steps are kept after the archive
        quicker = 12;
        FixResult before = goingOn(file, Duration.ofSeconds(first));

        FixResult after = goingOn(file, Duration.ofSeconds(second));

        String all = first + " s, then " + second + " s: " + ids(before) + ", " + ids(after);
        assertTrue(Set.copyOf(ids(after)).containsAll(ids(before)), all);
        assertTrue(Set.copyOf(ids(after.patched())).containsAll(ids(before.patched())), all);
        less += second < first ? 1 : 0;
      }
    }
    assertTrue(less > 10, "searches with less time: " + less);
  }

  @Test
  void what_the_time_limit_had_left_is_tried_where_builds_take_less_than_was_kept_for_them()
      throws Exception {
    int used = 0;
    for (int seconds = 100; seconds < 300; seconds += 5) {
      building = 60;
      offerMany();
      quicker = 12;
      tried.clear();

      FixResult result = search(Set.of(RemedyKind.SAFE), Duration.ofSeconds(seconds));

      List<String> open =
          result.steps().stream().filter(Step::isOpen).map(each -> each.remedy().id()).toList();
      String all = seconds + " s, took " + took(result) + ": " + ids(result) + ", open " + open;
      int last = 4 * 2 + 10 * 3 + 8; // a trial, another last run, and an explanation
      assertTrue(open.isEmpty() || took(result) + last > seconds - building - 8, all);
      assertTrue(took(result) <= seconds + 1 + overtime / 1e9, all);
      boolean isAfterArchive =
          tried.indexOf("build of archive") < tried.size() - 2
              && tried.getLast().startsWith("step");
      used += isAfterArchive ? 1 : 0;
    }
    assertTrue(used > 3, "searches with time after the archive: " + used);
  }

  @Test
  void what_starts_so_noisy_cannot_prove_is_tried_after_the_archive_and_before_the_last_run()
      throws Exception {
    wallNoise = 200;
    cpuNoise = 200;
    offer("large", RemedyKind.SAFE, 400, 400);
    offer("tiny", RemedyKind.SAFE, 12, 12);
    offer("archive", 200, new Change.Archive());

    FixResult result = search();

    assertEquals(List.of("large", "archive", "tiny"), tried);
    assertTrue(step(result, "large").kept() && step(result, "archive").kept(), "" + ids(result));
    assertTrue(result.confirmed());
    tried.clear();
    wallNoise = 20;
    cpuNoise = 20;
    search();
    assertEquals(List.of("large", "tiny", "archive"), tried, "in calm starts");
  }

  @Test
  void a_search_of_more_remedies_keeps_what_the_one_before_has_kept() throws Exception {
    offerMany();
    List<Remedy> all = List.copyOf(offered);
    offered.subList(1, offered.size()).clear();
    name = "log";
    search();
    checkpoints.put(name, written(read(checkpoints.get(name)).ofOtherRemedies()));
    offered.clear();
    offered.addAll(all);
    examinations = 0;
    tried.clear();

    FixResult result = search();

    assertTrue(examinations > 0, "it may offer more");
    assertTrue(ids(result).containsAll(List.of("step 0", "step 1", "archive")), "" + ids(result));
    assertFalse(tried.contains("step 0"), tried.toString());
  }

  @Test
  void an_option_that_needs_the_archive_goes_with_it() {
    Remedy archive =
        new Remedy(
            "archive",
            RemedyKind.SAFE,
            Optional.empty(),
            "",
            new Prediction(1, 2),
            new Change.Archive());
    Remedy option =
        new Remedy(
            "option",
            RemedyKind.SAFE,
            Optional.empty(),
            "",
            new Prediction(1, 2),
            new Change.JvmOptions(List.of("-Dx"), true));
    Draft both = Draft.UNCHANGED.with(archive).with(option);
    assertEquals(Draft.UNCHANGED, both.without(archive, _ -> ""));
    assertEquals(Draft.UNCHANGED, both.deployedLike(Draft.UNCHANGED));
    Draft deployed = Draft.UNCHANGED.with(archive);
    assertEquals(both, both.deployedLike(deployed), "it is a package already");
  }

  /** A large archive that takes long to make, and a step that gains hardly less at once. */
  private void offerLargeArchive(double memory) {
    offered.clear();
    examined.clear();
    tried.clear();
    nanos = 0;
    overtime = 0;
    wallNoise = 60;
    cpuNoise = 30;
    examining = 10;
    building = 12;
    offer("memory", memory, new Change.Memory(new MemorySize(1024)));
    offer("option", 40, new Change.JvmOptions(List.of("-Da")));
    offer("other", 30, new Change.JvmOptions(List.of("-Db")));
    offer("build of archive", 450, new Change.Archive());
  }

  private FixResult ofLargeArchive(double memory, String file, int seconds)
      throws InterruptedException {
    offerLargeArchive(memory);
    name = file;
    return search(Set.of(RemedyKind.SAFE), Duration.ofSeconds(seconds));
  }

  private static List<String> open(FixResult result) {
    return result.steps().stream().filter(Step::isOpen).map(step -> step.remedy().id()).toList();
  }

  @Test
  void where_there_is_no_time_for_all_the_archive_comes_first_if_it_gains_the_most_for_its_time()
      throws Exception {
    for (int seconds = 30; seconds < 100; seconds += 5) {
      ofLargeArchive(170, "", seconds);
      boolean isTimeForBoth = tried.containsAll(List.of("memory", "build of archive"));
      assertTrue(
          isTimeForBoth || tried.getFirst().equals("build of archive"), seconds + " s: " + tried);
    }
  }

  /** A start takes 1 s, an explanation 15: what is left after one of both decides the order. */
  @Test
  void where_the_shortest_trials_fit_a_step_as_it_is_deployed_comes_before_the_archive()
      throws Exception {
    int both = 0;
    for (int seconds = 50; seconds < 120; seconds++) {
      offerBuilds();
      offered.removeIf(each -> each.id().endsWith("d build") || each.id().startsWith("first"));
      tried.clear();
      name = "";
      wallNoise = 200;
      cpuNoise = 200;
      FixResult result = search(Set.of(RemedyKind.SAFE), Duration.ofSeconds(seconds));
      if (tried.containsAll(List.of("option", "build of archive"))) {
        assertEquals("option", tried.getFirst(), seconds + " s: " + tried);
        assertTrue(step(result, "option").gain().isPresent(), "" + result.steps());
        both++;
      } else {
        assertEquals("build of archive", tried.getFirst(), seconds + " s: " + tried);
      }
      if (seconds >= 60) { // examined 15, a build of 25, trials of 8 each, last run of 8
        assertTrue(step(result, "build of archive").kept(), seconds + " s: " + tried);
      }
    }
    assertTrue(both > 25, "limits with both: " + both);
  }

  @Test
  void time_that_is_left_is_used_as_long_as_a_trial_fits() throws Exception {
    int spent = 0;
    for (int seconds = 40; seconds < 140; seconds += 2) {
      FixResult result = ofLargeArchive(350, "", seconds);
      double left = seconds - took(result);
      for (String each : open(result)) {
        int takes = (each.contains("build") ? building : 0) + 4 * 2;
        String all = seconds + " s, " + left + " s left: " + tried + ", open " + open(result);
        assertTrue(result.cut() || tried.contains(each) || left <= takes, all);
        spent += tried.contains(each) ? 1 : 0;
      }
      assertTrue(overtime > 0 || left >= -1, seconds + " s, took " + took(result));
    }
    assertTrue(spent > 2, "steps that were tried after the last run: " + spent);
  }

  @Test
  void time_that_is_left_is_not_spent_on_what_so_noisy_starts_cannot_prove() throws Exception {
    wallNoise = 900;
    cpuNoise = 900;
    building = 60;
    offer("large", RemedyKind.SAFE, 400, 0);
    offer("tiny", RemedyKind.SAFE, 40, 12);
    offer("build", RemedyKind.REVIEWED, 300, 300);

    FixResult result = search(Set.of(RemedyKind.SAFE, RemedyKind.REVIEWED), Duration.ofSeconds(40));

    assertFalse(tried.contains("tiny"), tried.toString());
    assertTrue(open(result).contains("tiny"), result.toString());
    assertTrue(tried.size() > 1, "the cut trial goes on: " + tried);
  }

  @Test
  void a_step_that_only_its_trial_has_proven_is_not_decided_and_the_next_search_proves_it()
      throws Exception {
    int proven = 0;
    for (int seconds = 40; seconds < 140; seconds += 2) {
      String file = "log-" + seconds;
      FixResult first = ofLargeArchive(350, file, seconds);
      for (String id : tried) {
        Step step = step(first, id);
        if (first.confirmed() && step.isOpen() && step.reason().contains("by a last run")) {
          assertFalse(ids(first).contains(id), step.toString());
          assertEquals(Considered.Outcome.NOT_DECIDED, step.outcome());
          FixResult second = ofLargeArchive(350, file, 600);
          assertTrue(ids(second).contains(id), seconds + " s: " + second.steps());
          assertFalse(tried.contains(id), "it was tried: " + tried);
          proven++;
        }
      }
    }
    assertTrue(proven > 2, "steps that a next search has proven: " + proven);
  }

  @Test
  void a_search_that_goes_on_begins_with_the_largest_that_was_not_tried() throws Exception {
    wallNoise = 400; // its trial is cut short
    cpuNoise = 400;
    offer("memory", RemedyKind.SAFE, 350, 12);
    offer("option", RemedyKind.SAFE, 40, 40);
    offer("archive", 300, new Change.Archive());
    name = "log";
    FixResult first = search(Set.of(RemedyKind.SAFE), Duration.ofSeconds(10));
    assertEquals(List.of("memory"), tried);
    assertEquals(Set.of("memory", "archive", "option"), Set.copyOf(open(first)));
    tried.clear();
    wallNoise = 20;
    cpuNoise = 20;

    search(Set.of(RemedyKind.SAFE), Duration.ofMinutes(10));

    assertEquals(List.of("archive", "option", "memory"), tried);
  }

  @Test
  void what_does_not_fit_has_the_time_that_it_needs() throws Exception {
    int told = 0;
    for (int seconds = 40; seconds < 120; seconds += 5) {
      FixResult result = ofLargeArchive(350, "log-" + seconds, seconds);
      assertEquals(!open(result).isEmpty() || result.cut(), result.needs().isPresent());
      if (open(result).contains("build of archive")) {
        long needs = result.needs().orElseThrow().toSeconds();
        FixResult next = ofLargeArchive(350, "log-" + seconds, (int) needs + 1);
        assertTrue(ids(next).contains("build of archive"), needs + " s: " + tried);
        told++;
      }
    }
    assertTrue(told > 0, "limits without time for the archive: " + told);
  }
}
