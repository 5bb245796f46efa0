package thaw.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import thaw.app.why.Explaining;
import thaw.attribution.Cause;
import thaw.attribution.Explanation;
import thaw.attribution.PhaseName;
import thaw.attribution.ProfileSample;
import thaw.fixture.FirstCases;
import thaw.fixture.StartsProcesses;
import thaw.recording.Frame;
import thaw.sandbox.jdk.Jdks;

/**
 * Costs of a known kind and size, injected into the init of real functions, are found under their
 * name and with their size.
 *
 * <p>The size is what the baseline cold start itself measured, from which the explanation has its
 * sizes. That is wall time: of work it contains what the machine's other programs took, which has a
 * row of its own, and what its own threads kept it waiting. On an idle machine these are nothing;
 * on a busy one the size is bracketed by the row without and with them.
 */
@Tag("linux")
@StartsProcesses("It compares an explanation with what was measured")
class KnownCostsTest {
  private static final double TOLERANCE = 0.10;

  /** Some samples of compiled code lack the frames of what was inlined. */
  private static final double LEAST_UNDER_ITS_NAME = 0.85;

  private static final Pattern MEASURED = Pattern.compile("\\{\"cost\":.*\"millis\":([0-9.]+)\\}");

  /** Those whose size the machine's other programs change. */
  private static final Set<Cause> DISTURBED =
      EnumSet.of(
          Cause.HOST_CONTENTION, Cause.VM_WAIT, Cause.LOCK_WAIT, Cause.GC, Cause.UNEXPLAINED);

  private static SlowAnswers peer;
  private static Explaining costs;

  /** The cost's rows, of all of the handler's init. */
  private enum Expected {
    SLEEP(Cause.SLEEP),
    FUNCTION_CODE(Cause.USER_CODE),
    CLASS_LOADING(
        Cause.CLASS_PARSE,
        Cause.CLASS_DEFINE,
        Cause.CLASS_VERIFY,
        Cause.CLASS_LINK,
        Cause.ARCHIVE_RESTORE,
        Cause.JAR_IO,
        Cause.CLASS_LOADER,
        Cause.RESOLUTION,
        Cause.PAGE_FAULTS,
        Cause.KERNEL_FILE,
        Cause.KERNEL_OTHER),
    INFLATION(Cause.JAR_IO, Cause.KERNEL_FILE, Cause.PAGE_FAULTS, Cause.KERNEL_OTHER),
    REGULAR_EXPRESSIONS(Cause.REGEX),
    NETWORK(Cause.NETWORK_WAIT);

    private final Set<Cause> causes;

    Expected(Cause first, Cause... others) {
      causes = EnumSet.of(first, others);
    }
  }

  @BeforeAll
  static void build() throws IOException, InterruptedException {
    peer = SlowAnswers.open();
    costs = Explaining.sample("known-costs", Map.of("Peer", peer.address()));
  }

  @AfterAll
  static void end() {
    if (costs != null) {
      costs.close();
    }
    if (peer != null) {
      peer.close();
    }
  }

  @FirstCases(value = 2, rest = "each is one more kind of cost in the same explanation")
  @ParameterizedTest(name = "{0} on JDK {1}")
  @CsvSource({
    "Sleep, 17, SLEEP, dev.thaw.samples.costs.Sleep.sleep",
    "Spin, 25, FUNCTION_CODE, function",
    "LoadClasses, 17, CLASS_LOADING, function",
    "LoadClasses, 25, CLASS_LOADING, function",
    "InflateJar, 25, INFLATION, function",
    "RegexForest, 17, REGULAR_EXPRESSIONS, function",
    "RegexForest, 25, REGULAR_EXPRESSIONS, function",
    "SlowPeer, 17, NETWORK, PEER"
  })
  void a_cost_is_the_largest_row_of_init_under_its_name_and_with_its_size(
      String function, int jdk, Expected expected, String owner) throws InterruptedException {
    assumeTrue(
        Jdks.find(System.getenv(), Path.of(System.getProperty("user.home")))
            .ofFeature(jdk)
            .isPresent(),
        "there is no JDK " + jdk);
    Explaining.Explained explained = costs.explain(function, jdk, 1);
    Explanation.Phase init = phase(explained.explanation());
    double measured = measured(explained.log());
    String told = told(explained.explanation(), measured);

    List<Explanation.CauseShare> rows =
        init.causes().stream()
            .filter(row -> !DISTURBED.contains(row.cause()))
            .filter(row -> row.millis() > 0)
            .toList();
    assertTrue(expected.causes.contains(rows.getFirst().cause()), told);
    String wanted = owner.equals("PEER") ? peer.address() : owner;
    assertEquals(wanted, rows.getFirst().owners().getFirst().library(), told);

    double found =
        expected == Expected.REGULAR_EXPRESSIONS
            ? below(explained.explanation(), "dev.thaw.samples.costs.RegexForest.paid")
            : rows.stream()
                .filter(row -> expected.causes.contains(row.cause()))
                .mapToDouble(row -> ownedBy(row, wanted))
                .sum();
    assertTrue(
        rows.stream()
                .filter(row -> expected.causes.contains(row.cause()))
                .mapToDouble(Explanation.CauseShare::millis)
                .sum()
            >= found * LEAST_UNDER_ITS_NAME,
        told);
    double disturbed =
        explained.explanation().phases().stream()
            .filter(phase -> phase.name().compareTo(PhaseName.HANDLER_INIT) <= 0)
            .flatMap(phase -> phase.causes().stream())
            .filter(row -> DISTURBED.contains(row.cause()))
            .mapToDouble(Explanation.CauseShare::millis)
            .sum();
    assertTrue(found <= measured * (1 + TOLERANCE), () -> "found " + found + told);
    assertTrue(found + disturbed >= measured * (1 - TOLERANCE), () -> "found " + found + told);
  }

  private static Explanation.Phase phase(Explanation explanation) {
    return explanation.phases().stream()
        .filter(phase -> phase.name() == PhaseName.HANDLER_INIT)
        .findFirst()
        .orElseThrow();
  }

  private static double ownedBy(Explanation.CauseShare row, String owner) {
    return row.owners().stream()
        .filter(share -> share.library().equals(owner))
        .mapToDouble(Explanation.OwnerShare::millis)
        .sum();
  }

  /** Wall time of the samples in which a method was running. */
  private static double below(Explanation explanation, String method) {
    return explanation.profile().stream()
        .filter(sample -> sample.phase() == PhaseName.HANDLER_INIT)
        .filter(sample -> !DISTURBED.contains(sample.cause()))
        .filter(sample -> sample.frames().stream().map(Frame::text).anyMatch(method::equals))
        .mapToDouble(ProfileSample::millis)
        .sum();
  }

  /** The first cold start is the baseline one. */
  private static double measured(List<String> log) {
    Optional<MatchResult> first =
        log.stream().flatMap(line -> MEASURED.matcher(line).results()).findFirst();
    return Double.parseDouble(
        first.orElseThrow(() -> new AssertionError("no measurement in " + log)).group(1));
  }

  /** What a failure needs to be understood. */
  private static String told(Explanation explanation, double measured) {
    StringBuilder text = new StringBuilder(" of " + measured + " ms that it measured:");
    for (Explanation.Phase phase : explanation.phases()) {
      text.append("\n").append(phase.name().label()).append(' ').append(phase.wallMillis());
      phase.causes().stream()
          .filter(row -> row.millis() > 1)
          .forEach(row ->
              text.append("\n  ")
                  .append(row.cause().label())
                  .append(' ')
                  .append(row.millis())
                  .append(' ')
                  .append(row.owners().stream().limit(2).toList()));
    }
    return text.toString();
  }
}
