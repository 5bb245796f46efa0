package thaw.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;
import thaw.remedy.Change;
import thaw.remedy.Draft;
import thaw.remedy.Prediction;
import thaw.remedy.Remedy;
import thaw.remedy.RemedyKind;
import thaw.stats.ShiftInterval;

/** What a search says of its steps on a machine that has other work: no JVM is started. */
class VerdictsTest {
  private static final int SEEDS = 200;
  private static final double BASE = 1000;

  private final List<Remedy> offered = new ArrayList<>();
  private final Set<String> proven = new HashSet<>(); // by their trials
  private final List<Draft> started = new ArrayList<>();
  private ToDoubleFunction<Draft> gain = _ -> 0;
  private Noise noise = (_, _) -> 0;
  private Optional<Checkpoint> last = Optional.empty();
  private boolean isConfirming;
  private int ofLastRun;
  private long nanos;
  private int examinations;
  private double predictedLater; // of "late", once something is kept

  /** What other programs take of a start. */
  private interface Noise {
    /**
     * @param place of the start in the search
     * @param cpu whether of CPU time
     */
    double of(int place, boolean cpu);
  }

  private Remedy offer(String id, double predicted, Change change) {
    Remedy remedy =
        new Remedy(
            id,
            RemedyKind.SAFE,
            Optional.of("finding of " + id),
            id,
            new Prediction(predicted * 0.8, predicted * 1.2),
            change);
    offered.add(remedy);
    return remedy;
  }

  private Remedy offer(String id, double predicted) {
    return offer(id, predicted, new Change.JvmOptions(List.of("-D" + id)));
  }

  private Remedy small(Remedy remedy) {
    Prediction predicted = new Prediction(0, predictedLater);
    return new Remedy(
        remedy.id(), remedy.kind(), remedy.finding(), remedy.what(), predicted, remedy.change());
  }

  private static boolean has(Draft draft, String id) {
    return draft.remedies().stream().anyMatch(each -> each.id().equals(id));
  }

  private static double sum(Draft draft, String id, double gain) {
    return has(draft, id) ? gain : 0;
  }

  private final class Machine implements Workshop, Search.Listener {
    @Override
    public Examined examine(Draft draft) {
      examinations++;
      List<Remedy> remedies =
          offered.stream()
              .map(each -> examinations > 1 && each.id().equals("late") ? small(each) : each)
              .toList();
      List<ByHand> found =
          offered.stream().map(each -> new ByHand("finding of " + each.id(), "", 1, "")).toList();
      return new Examined(remedies, found, List.of(), BASE);
    }

    @Override
    public Optional<Obstacle> make(Draft draft, Duration most) {
      return Optional.empty();
    }

    @Override
    public Measured start(Draft draft) {
      int place = started.size();
      started.add(draft);
      ofLastRun += isConfirming ? 1 : 0;
      nanos += Duration.ofSeconds(1).toNanos();
      double work = BASE - gain.applyAsDouble(draft);
      return new Measured(
          work + noise.of(place, false), (work + noise.of(place, true)) / 2, Optional.empty());
    }

    @Override
    public String original(Path file) {
      return "";
    }

    @Override
    public void trying(Remedy remedy) {}

    @Override
    public void decided(Step step) {
      if (step.kept()) {
        proven.add(step.remedy().id());
      }
    }

    @Override
    public void best(FixResult soFar) {}

    @Override
    public void overtime(Duration longer) {}

    @Override
    public void confirming(int variants, int least, int wanted) {
      isConfirming = true;
      ofLastRun = 0;
    }
  }

  private FixResult search(Optional<Checkpoint> earlier, Duration limit)
      throws InterruptedException {
    proven.clear();
    started.clear();
    isConfirming = false;
    nanos = 0;
    examinations = 0;
    Machine machine = new Machine();
    return new Search(
            machine,
            Set.of(RemedyKind.SAFE),
            limit,
            earlier,
            next -> last = Optional.of(next),
            machine,
            () -> nanos)
        .run(Draft.UNCHANGED);
  }

  private FixResult search(Duration limit) throws InterruptedException {
    return search(Optional.empty(), limit);
  }

  private FixResult search() throws InterruptedException {
    return search(Duration.ofMinutes(30));
  }

  private static Step step(FixResult result, String id) {
    return result.steps().stream()
        .filter(step -> step.remedy().id().equals(id))
        .findFirst()
        .orElseThrow();
  }

  private static List<String> ids(Draft draft) {
    return draft.remedies().stream().map(Remedy::id).sorted().toList();
  }

  /** A load that comes and goes, some starts long, and what differs from start to start. */
  private static Noise busy(int seed) {
    return (place, cpu) -> {
      double load = new Random(seed * 7919L + place / 9).nextDouble();
      Random own = new Random((seed * 1_000_003L + place) * 2 + (cpu ? 1 : 0));
      own.nextGaussian();
      return (cpu ? 100 : 400) * load + (cpu ? 150 : 300) * Math.abs(own.nextGaussian());
    };
  }

  @Test
  void under_heavy_noise_what_gains_is_not_taken_back_and_what_gains_nothing_is_not_kept()
      throws Exception {
    offer("much", 300);
    offer("some", 200);
    offer("useless", 150);
    offer("archive", 300, new Change.Archive());
    gain = draft -> sum(draft, "much", 160) + sum(draft, "some", 100) + sum(draft, "archive", 160);
    int all = 0;
    int dropped = 0;
    int useless = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      Noise busy = busy(seed);
      noise = (place, cpu) -> 2.5 * busy.of(place, cpu);
      FixResult result = search();
      for (String id : List.of("much", "some", "archive")) {
        all += proven.contains(id) ? 1 : 0;
        dropped += proven.contains(id) && !step(result, id).kept() ? 1 : 0;
      }
      useless += step(result, "useless").kept() ? 1 : 0;
    }

    assertTrue(all > SEEDS / 2, "proven when they were tried: " + all);
    assertTrue(dropped <= all * 0.05, dropped + " of " + all + " proven steps are dropped");
    assertTrue(useless <= SEEDS * 0.05, useless + " of " + SEEDS + " keep what gains nothing");
  }

  @Test
  void what_a_later_step_has_made_needless_is_still_dropped_where_samples_can_tell()
      throws Exception {
    offer("small", 300);
    offer("large", 250);
    gain = draft -> has(draft, "large") ? 400 : sum(draft, "small", 200);
    int kept = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      Noise heavy = busy(seed);
      noise = (place, cpu) -> heavy.of(place, cpu) / 10;
      FixResult result = search();
      kept += step(result, "small").kept() ? 1 : 0;
      assertTrue(step(result, "large").kept(), result.toString());
    }
    assertTrue(kept <= SEEDS * 0.05, kept + " of " + SEEDS + " keep what is needless");
  }

  @Test
  void a_step_that_is_needless_as_it_is_deployed_is_judged_in_the_package_for_the_package()
      throws Exception {
    offer("both", 300);
    offer("large", 250);
    offer("archive", 300, new Change.Archive());
    gain =
        draft -> {
          double large = sum(draft, "large", 300);
          return draft.isArchived()
              ? 300 + large + sum(draft, "both", 100)
              : large > 0 ? large : sum(draft, "both", 100);
        };
    noise = (place, _) -> place % 7;

    FixResult gaining = search();

    assertEquals(List.of("archive", "both", "large"), ids(gaining.kept()), gaining.toString());
    assertEquals(List.of("large"), ids(gaining.patched()));
    assertTrue(step(gaining, "both").leftOut().orElseThrow().isAboveZero(), gaining.toString());
    String reason = step(gaining, "both").reason();
    assertTrue(reason.contains("in the package the set without it is slower"), reason);

    gain =
        draft ->
            sum(draft, "archive", 300)
                + (has(draft, "large") ? 300 : draft.isArchived() ? 0 : sum(draft, "both", 100));
    FixResult needless = search();

    assertEquals(List.of("archive", "large"), ids(needless.kept()), needless.toString());
    assertFalse(step(needless, "both").kept());
  }

  @Test
  void a_set_without_a_step_is_compared_with_starts_of_the_same_turns() throws Exception {
    offer("some", 120);
    offer("much", 500);
    gain = draft -> sum(draft, "much", 400) + sum(draft, "some", 100);
    // The first turns of the last run are calm; the sets' figures need further ones.
    noise = (place, _) -> place % 7 + (ofLastRun > 4 * 4 ? 600 : 0);

    FixResult result = search();

    for (String id : List.of("some", "much")) {
      ShiftInterval cost = step(result, id).leftOut().orElseThrow();
      double expected = id.equals("some") ? 100 : 400;
      assertTrue(cost.low() > expected - 10 && cost.high() < expected + 10, result.toString());
      String reason = step(result, id).reason();
      assertTrue(reason.endsWith("is slower: 4 against 4 starts"), reason);
    }
  }

  @Test
  void leaving_a_step_out_costs_no_more_than_its_set_gains() throws Exception {
    offer("much", 300);
    offer("some", 200);
    gain = draft -> sum(draft, "much", 250) + sum(draft, "some", 150);
    int figures = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      noise = busy(seed);
      FixResult result = search();
      for (Step step : result.steps()) {
        if (step.kept() && step.leftOut().isPresent()) {
          figures++;
          ShiftInterval cost = step.leftOut().get();
          ShiftInterval whole = result.result().gain().orElseThrow();
          assertTrue(cost.median() <= whole.median(), step + " of " + whole);
          assertTrue(cost.low() <= cost.median() && cost.median() <= cost.high(), "" + cost);
        }
      }
    }
    assertTrue(figures > SEEDS, "figures: " + figures);
  }

  private FixResult goingOn() throws InterruptedException {
    return search(last, Duration.ofMinutes(30));
  }

  private void offerSome() {
    offer("much", 500);
    offer("some", 120);
    gain = draft -> sum(draft, "much", 400) + sum(draft, "some", 100);
  }

  private static double heavily(int place) {
    return 1500 * new Random(place * 0x9E37_79B9_7F4A_7C15L).nextDouble();
  }

  @Test
  void a_trial_that_told_nothing_is_made_anew_by_the_next_search_before_anything_else()
      throws Exception {
    offerSome();
    noise =
        (place, _) -> place < 8 ? place % 7 : 4 * heavily(place); // "much" is tried in calm starts

    FixResult busy = search();

    Step unknown = step(busy, "some");
    assertFalse(unknown.kept(), busy.toString());
    assertTrue(unknown.isNoisy(), unknown.reason());
    assertTrue(unknown.reason().contains(", too noisy to tell: gains below "), unknown.reason());
    assertTrue(busy.isOpen() && !busy.isLeft(), "its verdict does not stand");

    noise = (place, _) -> place % 7;
    FixResult calm = goingOn();

    assertTrue(step(calm, "some").kept(), calm.toString());
    assertEquals(
        Set.of(List.of("much"), List.of("much", "some")),
        Set.copyOf(started.subList(0, 8).stream().map(VerdictsTest::ids).toList()),
        "the first starts are of its trial");
    assertFalse(calm.isOpen(), calm.toString());
  }

  @Test
  void a_step_that_a_noisy_last_run_has_not_told_of_stays_and_is_left_out_anew_by_the_next_search()
      throws Exception {
    offerSome();
    noise = (place, _) -> isConfirming ? heavily(place) : place % 7;

    FixResult busy = search();

    assertTrue(step(busy, "some").kept(), busy.toString());
    assertTrue(step(busy, "some").isNoisy(), step(busy, "some").reason());
    assertTrue(busy.isOpen() && !busy.isLeft(), "its verdict does not stand");

    noise = (place, _) -> place % 7;
    FixResult calm = goingOn();

    assertEquals(100, step(calm, "some").leftOut().orElseThrow().median(), 10, calm.toString());
    assertFalse(calm.isOpen(), calm.toString());
    assertEquals(started.size(), ofLastRun, "no trial is made again");
    assertEquals(500, calm.result().gain().orElseThrow().median(), 10);
  }

  @Test
  void what_a_step_costs_is_measured_anew_by_each_search() throws Exception {
    offerSome();
    noise = (place, _) -> place % 7;
    FixResult first = search(Duration.ofSeconds(50));
    String untried = step(first, "some").reason();
    assertTrue(untried.endsWith("no time to try the set without it"), untried);

    noise = (place, _) -> 600 + place % 7; // on a machine that has other work now
    FixResult next = goingOn();
    assertEquals(100, step(next, "some").leftOut().orElseThrow().median(), 10, next.toString());
    assertFalse(step(next, "some").reason().contains("left no time"), next.toString());
  }

  @Test
  void a_step_that_stays_by_its_cpu_time_says_so() throws Exception {
    Remedy remedy = offer("cpu", 100);
    ShiftInterval wall =
        ShiftInterval.of(new double[] {9, 10, 11, 30}, new double[] {5, 8, 10, 20});
    ShiftInterval cpu = ShiftInterval.of(new double[] {8, 9, 10, 11}, new double[] {1, 2, 3, 4});
    DraftSamples few = new DraftSamples();
    DraftSamples same = new DraftSamples();
    for (int i = 0; i < Trials.MOST; i++) {
      few.add(i, new Workshop.Measured(100 + i, 50 + i, Optional.empty()));
      same.add(i, new Workshop.Measured(100 + i, 50 + i, Optional.empty()));
    }
    Step step =
        new Step(remedy, Optional.of(wall), Optional.of(cpu), Optional.empty(), Verdict.KEPT, "");
    Trials.Trial without = new Trials.Trial(few, same);

    assertFalse(wall.isAboveZero());
    assertTrue(
        Reasons.stays(step, without, false, 10)
            .startsWith("it gains CPU time alone, and wall time only in the median; the set"));
    assertTrue(
        Reasons.stays(step.withGain(Optional.of(cpu)), without, false, 10)
            .startsWith("it gains alone; the set"));
  }

  @Test
  void what_gains_nothing_in_calm_starts_is_decided_however_little_it_was_predicted_to_gain()
      throws Exception {
    offer("much", 500);
    offer("tiny", 11);
    gain = draft -> sum(draft, "much", 400);
    noise = (place, _) -> heavily(place) / 50;

    FixResult result = search();

    assertFalse(step(result, "tiny").kept());
    assertFalse(result.isOpen(), result.toString());
  }

  @Test
  void no_step_is_told_to_gain_more_than_the_start_that_it_is_taken_from() throws Exception {
    offer("much", 1500);
    offer("more", 1400);
    gain = _ -> 600; // the starts of the search are faster than the one that was explained

    FixResult result = search(Duration.ofSeconds(15));

    assertEquals(400, result.base().totalMillis(), 1);
    assertEquals(2, result.steps().size(), result.toString());
    for (Step step : result.steps()) {
      assertEquals(400, step.remedy().predicted().highMillis(), 1, step.remedy().id());
    }
    assertTrue(
        result.considered().stream().allMatch(each -> each.gainMillis() <= 401),
        result.considered().toString());
  }

  @Test
  void what_nobody_tried_is_told_as_not_tried_and_by_one_reason() throws Exception {
    for (int i = 0; i < 6; i++) {
      offer("step-" + i, 100 - i);
    }
    gain = _ -> 0;
    noise = (place, _) -> place % 7;

    FixResult result = search(Duration.ofSeconds(30));

    List<Step> untried = result.steps().stream().filter(Step::isUntried).toList();
    assertFalse(untried.isEmpty(), result.toString());
    for (Step step : untried) {
      assertEquals(
          List.of("not tried: the time limit was reached"),
          result.considered().stream()
              .filter(each -> each.remedy().equals(step.remedy().id()))
              .map(Considered::words)
              .toList());
    }
  }

  @Test
  void what_was_left_is_not_told_as_left_where_it_is_no_longer_worth_a_trial() throws Exception {
    offer("first", 600);
    offer("much", 400, new Change.Sources(List.of()));
    offer("archive", 200, new Change.Archive());
    offer("late", 12); // which starts so noisy cannot prove, so it waits
    gain = draft -> sum(draft, "first", 200) + sum(draft, "much", 200) + sum(draft, "archive", 200);
    noise = (place, _) -> heavily(place) / 15;
    predictedLater = 2;

    FixResult result = search();

    assertTrue(step(result, "much").kept(), result.toString());
    assertEquals(Verdict.TOO_SMALL, step(result, "late").verdict());
    assertTrue(step(result, "late").isUntried());
    assertFalse(result.isLeft(), "no search goes on with it");
  }
}
