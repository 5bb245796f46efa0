package thaw.remedy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;
import thaw.attribution.Cause;
import thaw.attribution.Explanation;
import thaw.attribution.Finding;
import thaw.attribution.PhaseName;
import thaw.function.MemorySize;

/** Remedies that change no source. */
class CandidatesTest {
  private static final Draft ARCHIVED =
      Draft.UNCHANGED.with(
          Family.CLASS_ARCHIVE.remedy(
              Optional.empty(), "", new Prediction(0, 0), new Change.Archive()));

  private static Explanation explanation(Map<Cause, Double> causes, String... findings) {
    List<Explanation.CauseShare> shares =
        causes.entrySet().stream()
            .map(each ->
                new Explanation.CauseShare(
                    each.getKey(), each.getValue(), 0, List.of(), List.of(), List.of()))
            .toList();
    return Explanations.EMPTY
        .withPhases(
            List.of(new Explanation.Phase(PhaseName.FIRST_INVOCATION, 1000, 500, 1, shares)))
        .withFindings(
            List.of(findings).stream()
                .map(id -> new Finding(id, "", "", "", 100, 200, ""))
                .toList());
  }

  private static List<String> ids(Explanation explanation, int jdk, Draft draft, String options) {
    return Candidates.of(
            explanation, new Candidates.Facts(jdk, jdk, new MemorySize(512), draft, options))
        .stream()
        .map(Remedy::id)
        .toList();
  }

  private static Optional<Remedy> remedy(Explanation explanation, Draft draft, String id) {
    return Candidates.of(explanation, new Candidates.Facts(25, 25, new MemorySize(512), draft, ""))
        .stream()
        .filter(remedy -> remedy.id().equals(id))
        .findFirst();
  }

  @Test
  void a_later_compilation_is_tried_from_an_archive_only() {
    Explanation compiled = explanation(Map.of(Cause.JIT_THREADS, 200.0));

    assertFalse(ids(compiled, 25, Draft.UNCHANGED, "").contains("compile-threshold"));
    assertEquals(
        new Prediction(0, 0.55 * 200),
        remedy(compiled, ARCHIVED, "compile-threshold").orElseThrow().predicted());
    assertFalse(
        ids(explanation(Map.of()), 25, ARCHIVED, "").contains("compile-threshold"),
        "nothing was compiled");
  }

  @Test
  void profiles_of_the_training_are_left_out_where_only_c1_compiles() {
    Explanation compiled = explanation(Map.of(Cause.JIT_THREADS, 200.0));

    Remedy remedy = remedy(compiled, ARCHIVED, "profile-replay").orElseThrow();
    assertEquals(RemedyKind.SAFE, remedy.kind());
    assertTrue(remedy.change().needsPackage(), "the managed runtime has no cache with profiles");
    assertTrue(
        ids(compiled, 25, ARCHIVED, "-XX:+TieredCompilation -XX:TieredStopAtLevel=1")
            .contains("profile-replay"),
        "it is Lambda's own setting");
    for (String other :
        List.of(
            "-XX:TieredStopAtLevel=4",
            "-XX:-TieredCompilation",
            "-XX:+UnlockDiagnosticVMOptions -XX:+AOTReplayTraining",
            "-XX:-AOTRecordTraining")) {
      assertFalse(ids(compiled, 25, ARCHIVED, other).contains("profile-replay"), other);
    }
    assertFalse(ids(compiled, 24, ARCHIVED, "").contains("profile-replay"), "no such option");
    assertFalse(ids(compiled, 25, Draft.UNCHANGED, "").contains("profile-replay"));
    assertFalse(ids(explanation(Map.of()), 25, ARCHIVED, "").contains("profile-replay"));
  }

  @Test
  void what_is_not_compiled_in_init_gains_where_init_waits_for_a_cpu() {
    assertEquals(0.33 * 300 * 0.8, compiledInInit(200, 1000), 0.01, "a third of the compilers'");
    assertEquals(50 * 0.95, compiledInInit(50, 1000), 0.01, "no more than was waited for");
    assertEquals(0, compiledInInit(0, 1000), "compilers had CPUs of their own");
    assertEquals(0, compiledInInit(200, 650), "no other thread was at work");
  }

  /** The upper end of a prediction, where init's own thread was on a CPU for 700 of 1,000 ms. */
  private static double compiledInInit(double waited, double cpuMillis) {
    List<Explanation.CauseShare> shares =
        Map.of(Cause.HOST_CONTENTION, waited, Cause.LIBRARY, 600.0, Cause.JIT_MUTATOR, 100.0)
            .entrySet()
            .stream()
            .map(each ->
                new Explanation.CauseShare(
                    each.getKey(), each.getValue(), 0, List.of(), List.of(), List.of()))
            .toList();
    Explanation busy =
        Explanations.EMPTY
            .withTotal(new Explanation.Total(1000, cpuMillis, 1))
            .withPhases(
                List.of(new Explanation.Phase(PhaseName.HANDLER_INIT, 1000, cpuMillis, 1, shares)));
    return remedy(busy, ARCHIVED, "compile-threshold")
        .map(remedy -> remedy.predicted().highMillis())
        .orElse(0.0);
  }

  @Test
  void an_archive_at_its_own_address_is_for_a_package_reviewed_and_says_what_it_gives_away() {
    Explanation any = explanation(Map.of());

    Remedy remedy = remedy(any, ARCHIVED, "archive-address").orElseThrow();
    assertEquals(RemedyKind.REVIEWED, remedy.kind());
    assertTrue(remedy.change().needsPackage(), "the managed runtime has an archive of its own");
    assertTrue(remedy.what().contains("no longer random"), remedy.what());
    Draft both = ARCHIVED.with(remedy);
    assertEquals(List.of(), both.deployedLike(Draft.UNCHANGED).remedies());
    assertEquals(
        List.of(),
        both.without(ARCHIVED.remedies().getFirst(), _ -> "").remedies(),
        "it does nothing without the archive");

    assertTrue(ids(any, 17, ARCHIVED, "").contains("archive-address"));
    assertFalse(ids(any, 16, ARCHIVED, "").contains("archive-address"), "it was not random then");
    assertFalse(ids(any, 25, Draft.UNCHANGED, "").contains("archive-address"));
    assertFalse(
        ids(any, 25, ARCHIVED, "-XX:ArchiveRelocationMode=1").contains("archive-address"),
        "its owner wants that");
  }

  @Test
  void an_option_that_the_function_has_is_its_owners() {
    Explanation slow =
        explanation(
            Map.of(Cause.JIT_THREADS, 200.0, Cause.GC, 50.0),
            "first-reflective-call",
            "c2-at-small-memory");

    assertTrue(
        ids(slow, 25, ARCHIVED, "")
            .containsAll(
                List.of(
                    "compile-threshold",
                    "profile-replay",
                    "young-generation",
                    "native-reflection")));
    assertEquals(
        List.of(),
        ids(
            slow,
            25,
            ARCHIVED,
            "-XX:CompileThreshold=9 -Xmn9m"
                + " -XX:ArchiveRelocationMode=1 -XX:+AOTReplayTraining"
                + " -Djdk.reflect.useNativeAccessorOnly=false"));
  }

  @Test
  void a_jdk_is_offered_what_it_knows() {
    Explanation slow =
        explanation(Map.of(), "first-reflective-call", "c2-at-small-memory", "no-class-archive");

    assertEquals(List.of("c1-only"), ids(slow, 11, Draft.UNCHANGED, ""));
    assertEquals(List.of("class-archive"), ids(slow, 17, Draft.UNCHANGED, ""));
    assertEquals(List.of("class-archive", "native-reflection"), ids(slow, 21, Draft.UNCHANGED, ""));
    assertFalse(ids(slow, 25, ARCHIVED, "").contains("class-archive"), "it has one");
  }

  @Test
  void memory_is_doubled_where_the_quota_was_the_limit_up_to_the_largest() {
    Explanation slow = explanation(Map.of(), "small-memory");

    assertEquals(List.of("memory-1024"), ids(slow, 17, Draft.UNCHANGED, ""));
    assertEquals(
        List.of(),
        Candidates.of(
            slow, new Candidates.Facts(17, 17, new MemorySize(8192), Draft.UNCHANGED, "")));
  }

  @Test
  void the_order_of_tls_groups_changes_and_no_group_goes() throws Exception {
    Explanation slow = explanation(Map.of(), "tls-key-share");

    Change change = remedy(slow, Draft.UNCHANGED, "tls-groups").orElseThrow().change();
    String option = ((Change.JvmOptions) change).options().getFirst();
    List<String> order = List.of(option.substring(option.indexOf('=') + 1).split(","));
    String[] own = SSLContext.getDefault().getDefaultSSLParameters().getNamedGroups();
    assertEquals(Set.of(own), Set.copyOf(order));
    assertEquals(own.length, order.size());
    assertTrue(order.indexOf("secp384r1") < order.indexOf("secp256r1"), option);

    assertFalse(ids(slow, 25, ARCHIVED, "-Djdk.tls.namedGroups=secp256r1").contains("tls-groups"));
    assertEquals(List.of(), ids(slow, 11, Draft.UNCHANGED, ""));
    assertEquals(List.of("tls-groups"), ids(slow, 17, Draft.UNCHANGED, ""));
    assertEquals(List.of(), ids(slow, 27, Draft.UNCHANGED, ""), "JDK 27 has more");
  }
}
