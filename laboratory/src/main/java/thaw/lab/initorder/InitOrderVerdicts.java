package thaw.lab.initorder;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import thaw.lab.result.Bounds;
import thaw.lab.result.Case;
import thaw.lab.result.Claims;
import thaw.lab.result.Measurements;
import thaw.lab.result.Quantity;
import thaw.lab.result.Ratio;
import thaw.lab.result.Verdict;

/** The verdicts on what was published about init. */
final class InitOrderVerdicts {
  private static final String TALK =
      "\"Best practices for AWS Lambda and Java\", re:Invent SVS403, 2019, Java 8, 256 MB";
  private static final String LANGUAGE = "Java Language Specification, 12.4.1";

  /**
   * The least ratio that counts as several times. The talk measured 4.9; at 256 MB a request has
   * 1/6.9 of a CPU.
   */
  private static final double SEVERAL_TIMES = 3;

  /** A cold start that is a fifth shorter; the talk measured 30 %. */
  private static final double A_FIFTH_SHORTER = 1.25;

  private final Measurements samples;
  private final Claims claims;

  InitOrderVerdicts(Measurements samples) {
    this.samples = samples;
    this.claims = Claims.onJdksOf(samples);
  }

  List<Verdict> verdicts() {
    return List.of(
        phases(
            "Static fields of the handler's class and its constructor run in init, what the handler"
                + " calls runs in a request",
            TALK,
            Map.of(
                WorkPlace.STATIC_INITIALISER,
                WorkPhase.INIT,
                WorkPlace.CONSTRUCTOR,
                WorkPhase.INIT,
                WorkPlace.HANDLER,
                WorkPhase.EVERY_REQUEST)),
        phases(
            "A static final field of another class, which only the handler reads, is set in the"
                + " first request and not in init",
            LANGUAGE,
            Map.of(WorkPlace.OTHER_CLASS, WorkPhase.FIRST_REQUEST)),
        phases(
            "An interface with a default method is initialised with the class that implements it,"
                + " one without is not",
            LANGUAGE,
            Map.of(
                WorkPlace.INTERFACE_WITH_DEFAULT,
                WorkPhase.INIT,
                WorkPlace.INTERFACE_WITHOUT_DEFAULT,
                WorkPhase.FIRST_REQUEST)),
        phases(
            "A class of which only a compile-time constant is read is never initialised",
            LANGUAGE,
            Map.of(WorkPlace.CONSTANT, WorkPhase.NEVER)),
        claims.verdict(
            "The same work takes several times as long in a request as in init: 8.3 s became 1.71 s"
                + " at 256 MB",
            TALK,
            this::throttled),
        claims.verdict(
            "A client in a static field makes the cold start at least a fifth shorter than one in"
                + " the handler, here at 512 MB: 12 s in place of 17.2 s",
            TALK,
            jdk -> limited(jdk, InitFunction.CLIENT_IN_HANDLER, this::moved)),
        claims.verdict(
            "It does not matter whether the constructor builds it or a static field",
            "follows from the order: both run in init",
            this::alike));
  }

  private Verdict phases(String claim, String source, Map<WorkPlace, WorkPhase> wanted) {
    return claims.verdict(claim, source, jdk -> inPhases(jdk, wanted));
  }

  private Verdict.ForJdk inPhases(String jdk, Map<WorkPlace, WorkPhase> wanted) {
    List<WorkPlace> places = wanted.keySet().stream().sorted().toList();
    int count = places.stream().mapToInt(place -> count(jdk, place)).max().orElse(0);
    if (count == 0) {
      return Verdict.ForJdk.undecided(jdk, "not measured");
    }
    List<Verdict.Judgement> judgements =
        places.stream()
            .map(place ->
                InitOrderTables.phase(samples, jdk, place)
                    .map(phase -> Verdict.Judgement.of(phase == wanted.get(place)))
                    .orElse(Verdict.Judgement.UNDECIDED))
            .toList();
    String seen =
        places.stream()
            .map(place ->
                place.words()
                    + ": "
                    + InitOrderTables.phase(samples, jdk, place)
                        .map(WorkPhase::words)
                        .orElse(count(jdk, place) == 0 ? "not measured" : "differs"))
            .collect(Collectors.joining("; "));
    return new Verdict.ForJdk(
        jdk,
        Bounds.all(judgements),
        seen + (count == 1 ? " (1 cold start)" : " (" + count + " cold starts)"));
  }

  private int count(String jdk, WorkPlace place) {
    return samples.of(place.phase(), Case.JDK, jdk).length;
  }

  /** Decides only where the CPU was limited. */
  private Verdict.ForJdk limited(
      String jdk, InitFunction function, Function<String, Optional<Verdict.ForJdk>> answer) {
    String[] factors = InitOrderTables.factors(jdk, function.words());
    Optional<Verdict.ForJdk> found = answer.apply(jdk);
    if (found.isPresent() && samples.of(InitQuantities.VCPUS, factors).length == 0) {
      return Verdict.ForJdk.undecided(jdk, "nothing limits the CPU on this machine");
    }
    return found.orElseGet(() -> Verdict.ForJdk.undecided(jdk, "not measured"));
  }

  private Verdict.ForJdk throttled(String jdk) {
    Case subject = InitFunction.ALL_PLACES.on(jdk);
    return limited(
        jdk,
        InitFunction.ALL_PLACES,
        _ ->
            Ratio.of(
                    samples,
                    InitQuantities.WORK_IN_REQUEST,
                    subject,
                    InitQuantities.WORK_IN_INIT,
                    subject)
                .map(ratio ->
                    new Verdict.ForJdk(
                        jdk,
                        ratio.above(SEVERAL_TIMES),
                        evidence(
                            ratio,
                            median(InitQuantities.WORK_IN_REQUEST, subject),
                            median(InitQuantities.WORK_IN_INIT, subject)))));
  }

  private Optional<Verdict.ForJdk> moved(String jdk) {
    return compared(
        jdk,
        InitFunction.CLIENT_IN_HANDLER,
        InitFunction.CLIENT_IN_STATIC_FIELD,
        ratio -> ratio.above(A_FIFTH_SHORTER));
  }

  private Verdict.ForJdk alike(String jdk) {
    return compared(
            jdk,
            InitFunction.CLIENT_IN_CONSTRUCTOR,
            InitFunction.CLIENT_IN_STATIC_FIELD,
            ratio -> ratio.within(A_FIFTH_SHORTER))
        .orElseGet(() -> Verdict.ForJdk.undecided(jdk, "not measured"));
  }

  private Optional<Verdict.ForJdk> compared(
      String jdk,
      InitFunction more,
      InitFunction less,
      Function<Ratio, Verdict.Judgement> decision) {
    Case subject = more.on(jdk);
    Case base = less.on(jdk);
    return Ratio.of(samples, InitQuantities.TOTAL, subject, base)
        .map(ratio ->
            new Verdict.ForJdk(
                jdk,
                decision.apply(ratio),
                evidence(
                    ratio,
                    median(InitQuantities.TOTAL, subject),
                    median(InitQuantities.TOTAL, base))));
  }

  private double median(Quantity quantity, Case subject) {
    return samples
        .spread(
            quantity,
            InitOrderTables.factors(subject.get(Case.JDK), subject.get(InitQuantities.FUNCTION)))
        .orElseThrow()
        .median();
  }

  private static String evidence(Ratio ratio, double more, double less) {
    return String.format(Locale.ROOT, "%,.0f ms against %,.0f ms: ", more, less) + ratio.words();
  }
}
