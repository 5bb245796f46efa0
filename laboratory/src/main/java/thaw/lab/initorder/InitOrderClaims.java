package thaw.lab.initorder;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import thaw.lab.result.Bounds;
import thaw.lab.result.Case;
import thaw.lab.result.Claims;
import thaw.lab.result.Figure;
import thaw.lab.result.Measurements;
import thaw.lab.result.Quantity;
import thaw.lab.result.Verdict;
import thaw.lab.result.Verdict.ForJdk;
import thaw.lab.result.Verdict.Judgement;

/** What was published about init. */
final class InitOrderClaims {
  private static final String TALK =
      "\"Best practices for AWS Lambda and Java\", re:Invent SVS403, 2019, Java 8, 256 MB";
  private static final String LANGUAGE = "Java Language Specification, 12.4.1";

  /** A cold start that is a fifth shorter; the talk measured 30 %. */
  private static final double A_FIFTH_SHORTER = 1.25;

  /**
   * The least ratio that counts as several times. The talk measured 4.9; at 256 MB a request has
   * 1/6.9 of a CPU.
   */
  private static final Bounds SEVERAL_TIMES = Bounds.atLeast(3);

  private final Measurements samples;
  private final Claims claims;

  private InitOrderClaims(Measurements samples) {
    this.samples = samples;
    this.claims = new Claims(samples);
  }

  static List<Verdict> of(Measurements samples) {
    return new InitOrderClaims(samples).verdicts();
  }

  private List<Verdict> verdicts() {
    return claims
        .add(
            "Static fields of the handler's class and its constructor run in init, what the handler"
                + " calls runs in a request",
            TALK,
            phases(
                Map.of(
                    WorkPlace.STATIC_INITIALISER,
                    WorkPhase.INIT,
                    WorkPlace.CONSTRUCTOR,
                    WorkPhase.INIT,
                    WorkPlace.HANDLER,
                    WorkPhase.EVERY_REQUEST)))
        .add(
            "A static final field of another class, which only the handler reads, is set in the"
                + " first request and not in init",
            LANGUAGE,
            phases(Map.of(WorkPlace.OTHER_CLASS, WorkPhase.FIRST_REQUEST)))
        .add(
            "An interface with a default method is initialised with the class that implements it,"
                + " one without is not",
            LANGUAGE,
            phases(
                Map.of(
                    WorkPlace.INTERFACE_WITH_DEFAULT,
                    WorkPhase.INIT,
                    WorkPlace.INTERFACE_WITHOUT_DEFAULT,
                    WorkPhase.FIRST_REQUEST)))
        .add(
            "A class of which only a compile-time constant is read is never initialised",
            LANGUAGE,
            phases(Map.of(WorkPlace.CONSTANT, WorkPhase.NEVER)))
        .add(
            "The same work takes several times as long in a request as in init: 8.3 s became 1.71 s"
                + " at 256 MB",
            TALK,
            limited(
                claims.ratio(
                    work("in a request", WorkSteps.WORK_IN_REQUEST),
                    work("in init", WorkSteps.WORK_IN_INIT),
                    SEVERAL_TIMES)))
        .add(
            "A client in a static field makes the cold start at least a fifth shorter than one in"
                + " the handler, here at 512 MB: 12 s in place of 17.2 s",
            TALK,
            limited(
                claims.ratio(
                    total(InitFunction.CLIENT_IN_HANDLER),
                    total(InitFunction.CLIENT_IN_STATIC_FIELD),
                    Bounds.atLeast(A_FIFTH_SHORTER))))
        .add(
            "It does not matter whether the constructor builds it or a static field",
            "follows from the order: both run in init",
            claims.ratio(
                total(InitFunction.CLIENT_IN_CONSTRUCTOR),
                total(InitFunction.CLIENT_IN_STATIC_FIELD),
                Bounds.within(A_FIFTH_SHORTER)))
        .verdicts();
  }

  private static Claims.OnJdk work(String words, Quantity quantity) {
    return jdk -> new Figure(words, quantity, InitFunction.ALL_PLACES.on(jdk));
  }

  private static Claims.OnJdk total(InitFunction function) {
    return jdk -> new Figure(function.words(), InitFunction.TOTAL, function.on(jdk));
  }

  /** Returns the answer of a machine that limits the CPU; without that nothing is decided. */
  private Claims.Answer limited(Claims.Answer answer) {
    return jdk ->
        samples.of(InitFunction.VCPUS, Case.of(Case.JDK, jdk)).length == 0
            ? ForJdk.undecided(jdk, "nothing limits the CPU on this machine")
            : answer.apply(jdk);
  }

  private Claims.Answer phases(Map<WorkPlace, WorkPhase> wanted) {
    return jdk ->
        ForJdk.all(
            wanted.entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(each -> inPhase(jdk, each.getKey(), each.getValue()))
                .toList());
  }

  private ForJdk inPhase(String jdk, WorkPlace place, WorkPhase wanted) {
    int count = samples.of(place.phase(), Case.of(Case.JDK, jdk)).length;
    Optional<WorkPhase> phase = InitOrderTables.phase(samples, jdk, place);
    return new ForJdk(
        jdk,
        phase.map(seen -> Judgement.of(seen == wanted)).orElse(Judgement.UNDECIDED),
        place.words()
            + ": "
            + (count == 0
                ? "not measured"
                : phase.map(WorkPhase::words).orElse("differs")
                    + (count == 1 ? " (1 sample)" : " (" + count + " samples)")));
  }
}
