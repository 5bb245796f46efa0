package thaw.attribution;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import thaw.runtimeapi.log.HostLimit;

/**
 * Tells where the time of one function's cold start went. All times are milliseconds of wall clock
 * in the baseline, unless a name says CPU: the recordings give proportions, the baseline the size.
 *
 * @param total of all phases up to the first response; later invocations are not in it
 * @param phases in their order; each phase's causes sum up to its wall time
 * @param findings the largest predicted gain first
 * @param timeline for the waterfall, in the order of their begin
 * @param profile the samples of all profiled runs, each with the share of the baseline that it
 *     stands for
 * @param handlerLines what init would take off, by line of the handler's class
 * @param notes what this host could not show and what the probe cost, one sentence each
 */
@RecordBuilder
public record Explanation(
    Subject subject,
    Total total,
    List<Phase> phases,
    Classes classes,
    List<MethodTime> methods,
    List<Movable> movable,
    List<Initialiser> initialisers,
    List<Finding> findings,
    List<Span> timeline,
    List<ProfileSample> profile,
    List<HandlerLine> handlerLines,
    List<String> notes)
    implements ExplanationBuilder.With {
  public Explanation {
    phases = List.copyOf(phases);
    methods = List.copyOf(methods);
    movable = List.copyOf(movable);
    initialisers = List.copyOf(initialisers);
    findings = List.copyOf(findings);
    timeline = List.copyOf(timeline);
    profile = List.copyOf(profile);
    handlerLines = List.copyOf(handlerLines);
    notes = List.copyOf(notes);
  }

  /** Explains what time was spent on by what was found in it. */
  public static Explanation of(
      CostBreakdown costs,
      List<Movable> movable,
      List<Initialiser> initialisers,
      List<Finding> findings,
      List<HandlerLine> handlerLines) {
    return new Explanation(
        costs.subject(),
        costs.total(),
        costs.phases(),
        costs.classes(),
        costs.methods(),
        movable,
        initialisers,
        findings,
        costs.timeline(),
        costs.profile(),
        handlerLines,
        costs.notes());
  }

  /** Wall time of a phase; 0 where there is no such phase. */
  public double wallMillis(PhaseName name) {
    return wallMillis(phases, name);
  }

  /** Returns the share of init, as a restore from a snapshot takes its place. */
  public double initShare() {
    double init =
        wallMillis(PhaseName.BOOT)
            + wallMillis(PhaseName.RUNTIME_CLIENT)
            + wallMillis(PhaseName.HANDLER_INIT);
    return total.wallMillis() > 0 ? init / total.wallMillis() : 0;
  }

  /** Returns the part of a phase's wall time that is the function's own, as of the whole. */
  public double ownMillis(PhaseName name) {
    double others =
        phases.stream()
            .filter(phase -> phase.name() == name)
            .flatMap(phase -> phase.causes().stream())
            .filter(share -> share.cause() == Cause.HOST_CONTENTION)
            .mapToDouble(CauseShare::millis)
            .sum();
    return Math.max(0, wallMillis(name) - others);
  }

  static double wallMillis(List<Phase> phases, PhaseName name) {
    return phases.stream()
        .filter(phase -> phase.name() == name)
        .mapToDouble(Phase::wallMillis)
        .sum();
  }

  /**
   * Returns the part of its wall time that other programs took from it: it is no figure of the
   * function.
   */
  public double hostMillis() {
    return phases.stream()
        .filter(phase -> phase.name() != PhaseName.LATER_INVOCATIONS)
        .flatMap(phase -> phase.causes().stream())
        .filter(share -> share.cause() == Cause.HOST_CONTENTION)
        .mapToDouble(CauseShare::millis)
        .sum();
  }

  /** Returns the share of its wall time that other programs took from it. */
  public double hostShare() {
    return total.wallMillis() > 0 ? hostMillis() / total.wallMillis() : 0;
  }

  /**
   * Returns what is left of its wall time without other programs: the function's own cold start.
   */
  public double ownMillis() {
    return Math.max(0, total.wallMillis() - hostMillis());
  }

  /**
   * Returns the same with what the function answers, where no figure is of its work then: it is
   * told before all else.
   *
   * @param refusal a sentence that names the answer
   */
  public Explanation refusing(String refusal) {
    return withFirst(Notes.REFUSED + refusal);
  }

  /**
   * Returns the same with the clients of AWS that the function has built and, with its event, not
   * called.
   */
  public Explanation callingNone(String clients) {
    return withFirst(
        Notes.CALLS_NONE
            + clients
            + ": what a first request to AWS takes is in no figure. Give an event that leads to one"
            + " with --event.");
  }

  /** Returns what it tells of clients that were not called, if that is so. */
  public Optional<String> callsNone() {
    return notes.stream().filter(note -> note.startsWith(Notes.CALLS_NONE)).findFirst();
  }

  private Explanation withFirst(String note) {
    return withNotes(Stream.concat(Stream.of(note), notes.stream()).toList());
  }

  /** Returns the notes that make its figures less sure: they are told before all else. */
  public List<String> warnings() {
    return notes.stream().filter(Notes::isWarning).toList();
  }

  /** Returns the notes that are no {@link #warnings}. */
  public List<String> remarks() {
    return notes.stream().filter(note -> !Notes.isWarning(note)).toList();
  }

  /** Returns whether it is of a start from a snapshot. */
  public boolean wasRestored() {
    return phases.stream().anyMatch(phase -> phase.name() == PhaseName.RESTORE);
  }

  /**
   * Returns whether the host was the limit of so much of it that it is to be told before all else.
   */
  public boolean wasHostLimit() {
    return new HostLimit(duration(hostMillis()), duration(total.wallMillis())).isFelt();
  }

  private static Duration duration(double millis) {
    return Duration.ofNanos(Math.round(millis * 1e6));
  }

  /**
   * Tells what the time of one cold start was spent on, before anybody looks for what could be
   * changed. Members are those of an explanation.
   */
  public record CostBreakdown(
      Subject subject,
      Total total,
      List<Phase> phases,
      Classes classes,
      List<MethodTime> methods,
      List<Span> timeline,
      List<ProfileSample> profile,
      List<String> notes) {
    public CostBreakdown {
      phases = List.copyOf(phases);
      methods = List.copyOf(methods);
      timeline = List.copyOf(timeline);
      profile = List.copyOf(profile);
      notes = List.copyOf(notes);
    }

    /** Wall time of a phase; 0 where there is no such phase. */
    public double wallMillis(PhaseName name) {
      return Explanation.wallMillis(phases, name);
    }
  }

  /**
   * Names what was explained.
   *
   * @param jdk its label, such as {@code JDK 25.0.3}
   * @param runs how many profiled runs were merged
   * @param hasSources whether it is built from sources that can be edited
   * @param hasPom whether Maven builds them
   * @param isRequest whether the explained event is an HTTP request
   */
  public record Subject(
      String function,
      String handler,
      int memoryMiB,
      String jdk,
      int runs,
      Instant recordedAt,
      boolean hasSources,
      boolean hasPom,
      boolean isRequest) {}

  /**
   * Returns a gain of this start, in which other programs have no part, in the size of other starts
   * that were measured without a profile: never more than they take.
   *
   * @param wholeMillis of those
   */
  public double within(double wholeMillis, double gainMillis) {
    double own = ownMillis();
    double share = own > wholeMillis ? wholeMillis / own : 1;
    return Math.min(wholeMillis, gainMillis * share);
  }

  /**
   * @param explainedRatio share of the wall time whose cause is known, 0..1
   */
  public record Total(double wallMillis, double cpuMillis, double explainedRatio) {}

  /**
   * @param wallMillis as measured in the baseline
   * @param cpuMillis of all threads, in the baseline
   * @param causes the largest first; {@link Cause#UNEXPLAINED} is always one of them
   */
  public record Phase(
      PhaseName name,
      double wallMillis,
      double cpuMillis,
      double explainedRatio,
      List<CauseShare> causes) {
    public Phase {
      causes = List.copyOf(causes);
    }
  }

  /**
   * @param samples on which the figure rests; 0 where it was measured and not sampled
   * @param owners whose it is: of class loading, the library that the loaded class is of; else the
   *     library whose code asked for it; of waits, the peer, the place or the threads
   * @param requesters whose code asked for it
   * @param firstParty the method of the function's own code that was the reason
   */
  public record CauseShare(
      Cause cause,
      double millis,
      int samples,
      List<OwnerShare> owners,
      List<OwnerShare> requesters,
      List<OwnerShare> firstParty) {
    public CauseShare {
      owners = List.copyOf(owners);
      requesters = List.copyOf(requesters);
      firstParty = List.copyOf(firstParty);
    }
  }

  /** A library (or peer, or method) and its part of a cause, the largest first in lists. */
  public record OwnerShare(String library, double millis) {}

  /**
   * @param loaded in all, at the end of the first invocation
   * @param list every class, in the order of loading
   */
  public record Classes(
      int loaded, List<ClassGroup> byPackage, List<ClassGroup> byLibrary, List<LoadedClass> list) {
    public Classes {
      byPackage = List.copyOf(byPackage);
      byLibrary = List.copyOf(byLibrary);
      list = List.copyOf(list);
    }
  }

  /**
   * @param archived how many of the classes came from a class archive
   * @param millis of class loading for them, in the baseline
   */
  public record ClassGroup(String name, int classes, int archived, double millis) {}

  /**
   * @param library Maven coordinates, {@code JDK}, {@code function}, or what is known of its jar
   * @param archived whether it came from a class archive
   * @param atMillis since the start of the JVM, in a profiled run
   */
  public record LoadedClass(
      String name, String library, PhaseName phase, boolean archived, double atMillis) {}

  /**
   * A method with all that it called.
   *
   * @param method such as {@code com.google.inject.Guice.createInjector}
   * @param initMillis of {@code inclusiveMillis}, before the first invocation
   */
  public record MethodTime(
      String method,
      String library,
      double inclusiveMillis,
      double selfMillis,
      double initMillis) {}

  /**
   * Work of the first invocation that does not depend on the event, so that init could do it.
   *
   * @param place class, method and line in the function's own code that asks for it
   */
  public record Movable(String method, String place, double millis, String why) {}

  /**
   * All that the first invocation does below one line, whatever it is.
   *
   * @param place class, method and line
   * @param lowMillis the least that the cold start gains when init does it
   */
  public record HandlerLine(String place, double lowMillis, double highMillis) {}

  /** The cost of a class of the function before it is used. */
  public record Initialiser(String className, double staticMillis, double constructorMillis) {}

  /**
   * Part of the waterfall.
   *
   * @param lane such as {@code phase}, {@code method}, {@code wait}, {@code GC}
   * @param startMillis since the start of the process
   */
  public record Span(String lane, String name, double startMillis, double millis) {}
}
