package thaw.attribution.finding;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import thaw.attribution.Cause;
import thaw.attribution.Finding;
import thaw.attribution.Gain;
import thaw.attribution.PhaseName;
import thaw.attribution.ProfileSample;
import thaw.attribution.evidence.AnalysisContext;
import thaw.attribution.evidence.Archive;
import thaw.attribution.evidence.Cost;
import thaw.attribution.evidence.Profile;
import thaw.recording.Frame;

/**
 * The calls of own code that cost most in a phase, each with all below it, whatever the cause is:
 * from the first own method down for as long as one call has most of the time. Not told where other
 * findings tell half of the time or more, in methods of the chain.
 */
final class OwnCalls {
  private static final int MOST = 2;
  private static final int LEAST_SAMPLES = 5;
  private static final double LEAST_SHARE = 0.05;

  /** The share of a method's time from which one call counts as the reason for it. */
  private static final double MOSTLY = 0.5;

  private static final List<PhaseName> PHASES =
      List.of(PhaseName.HANDLER_INIT, PhaseName.RESTORE, PhaseName.FIRST_INVOCATION);

  private final AnalysisContext examined;

  private OwnCalls(AnalysisContext examined) {
    this.examined = examined;
  }

  /** A chain of calls, the outermost first, and its samples. */
  private record Chain(List<String> steps, List<ProfileSample> samples) {
    /** The last own place: before it are its callers, behind it what it calls. */
    String place() {
      boolean isOwn = steps.getLast().contains("(") || steps.size() == 1;
      return isOwn ? steps.getLast() : steps.get(steps.size() - 2);
    }

    /** Returns the last method of the chain, none of whose calls has most of its time. */
    String called() {
      return method(steps.getLast());
    }
  }

  /** Returns a place without its line. */
  private static String method(String place) {
    int line = place.indexOf('(');
    return line < 0 ? place : place.substring(0, line);
  }

  /**
   * @param told by other checks
   */
  static List<Finding> of(AnalysisContext examined, Collection<Finding> told) {
    OwnCalls calls = new OwnCalls(examined);
    List<Finding> found = new ArrayList<>();
    for (PhaseName phase : PHASES) {
      calls.chains(phase).stream()
          .filter(chain -> !calls.isTold(chain, told))
          .map(chain -> calls.finding(phase, chain))
          .forEach(found::add);
    }
    return found;
  }

  private boolean isTold(Chain chain, Collection<Finding> told) {
    double half = MOSTLY * examined.profile().cost(chain.samples()).millis();
    Set<String> methods = new HashSet<>();
    chain.samples().forEach(sample -> steps(sample).forEach(step -> methods.add(method(step))));
    return told.stream()
            .filter(finding -> methods.contains(method(finding.place())))
            .mapToDouble(Finding::highMillis)
            .sum()
        >= half;
  }

  private List<Chain> chains(PhaseName phase) {
    List<ProfileSample> rest =
        new ArrayList<>(
            examined.profile().samples().stream()
                .filter(sample -> sample.phase() == phase)
                .filter(sample -> examined.ownFrame(sample).isPresent())
                .toList());
    double least = LEAST_SHARE * examined.totalMillis();
    List<Chain> found = new ArrayList<>();
    while (found.size() < MOST && !rest.isEmpty()) {
      Chain chain = hottest(rest);
      Cost cost = examined.profile().cost(chain.samples());
      if (cost.millis() < least || (cost.samples() < LEAST_SAMPLES && !waits(chain))) {
        break;
      }
      found.add(chain);
      Set<ProfileSample> taken = Collections.newSetFromMap(new IdentityHashMap<>());
      taken.addAll(chain.samples());
      rest.removeIf(taken::contains);
    }
    return found;
  }

  /**
   * Tells whether most of the time is a wait. Its length was measured, so one sample is enough to
   * tell where it was.
   */
  private boolean waits(Chain chain) {
    List<ProfileSample> blocked =
        chain.samples().stream()
            .filter(sample -> sample.cause().kind() == Cause.Kind.BLOCKED)
            .toList();
    return isMost(blocked, chain.samples());
  }

  private Chain hottest(List<ProfileSample> samples) {
    List<String> steps = new ArrayList<>();
    List<ProfileSample> within = samples;
    while (true) {
      int depth = steps.size();
      List<ProfileSample> deeper =
          within.stream().filter(sample -> steps(sample).size() > depth).toList();
      Function<ProfileSample, Optional<String>> step =
          sample -> Optional.of(steps(sample).get(depth));
      Optional<Map.Entry<String, List<ProfileSample>>> line = largest(deeper, step);
      if (line.isEmpty()) {
        return new Chain(steps, within);
      }
      if (depth == 0 || isMost(line.get().getValue(), within)) {
        steps.add(line.get().getKey());
        within = line.get().getValue();
        continue;
      }
      Optional<Map.Entry<String, List<ProfileSample>>> method =
          largest(deeper, step.andThen(place -> place.map(OwnCalls::method)));
      if (method.isPresent()
          && isMost(method.get().getValue(), within)
          && line.get().getKey().startsWith(method.get().getKey() + "(")) {
        steps.add(line.get().getKey()); // several of its lines
        within = method.get().getValue();
      }
      return new Chain(steps, within);
    }
  }

  private Optional<Map.Entry<String, List<ProfileSample>>> largest(
      List<ProfileSample> samples, Function<ProfileSample, Optional<String>> key) {
    return examined.profile().by(samples, key).entrySet().stream().findFirst();
  }

  private boolean isMost(List<ProfileSample> part, List<ProfileSample> all) {
    return examined.profile().cost(part).millis() >= MOSTLY * examined.profile().cost(all).millis();
  }

  /** Own places from the outermost on, and last what the innermost called. */
  private List<String> steps(ProfileSample sample) {
    List<Frame.Java> frames = Profile.java(sample).reversed();
    List<String> steps = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    for (Frame.Java frame : frames) {
      if (examined.isOwn(frame)) {
        String place = frame == frames.getLast() ? itself(frame) : examined.code().place(frame);
        if (seen.add(place)) { // of a recursion the first
          steps.add(place);
        }
      }
    }
    OwnCall.in(examined, sample).ifPresent(sampled -> steps.add(sampled.call().method()));
    return steps;
  }

  /** Code that calls nothing is one, whichever of its lines was sampled. */
  private String itself(Frame.Java frame) {
    return examined
        .code()
        .methods(frame)
        .findFirst()
        .map(examined.code()::place)
        .orElseGet(() -> examined.code().place(frame));
  }

  private Finding finding(PhaseName phase, Chain chain) {
    Cost cost = examined.profile().cost(chain.samples());
    return Check.finding(
        "largest-own-call",
        "%s takes %s of the %s".formatted(chain.called(), Cost.millis(cost.millis()), words(phase)),
        "%s; by %s; %s"
            .formatted(cost.text(), String.join(" -> ", chain.steps()), causes(chain.samples())),
        chain.place(),
        new Gain(0, cost.millis(), lowIf(phase)),
        remedy(phase, chain));
  }

  private static String lowIf(PhaseName phase) {
    return phase == PhaseName.HANDLER_INIT
        ? "if the work is only moved to the first request"
        : "if each request needs the work anew";
  }

  private static String words(PhaseName phase) {
    return phase == PhaseName.HANDLER_INIT ? "handler's init" : phase.label();
  }

  /** Returns the three largest causes of the time. */
  private String causes(List<ProfileSample> samples) {
    double all = examined.profile().cost(samples).millis();
    return String.join(
        ", ",
        examined.profile().by(samples, sample -> Optional.of(sample.cause())).entrySet().stream()
            .limit(3)
            .map(entry ->
                "%s %.0f %%"
                    .formatted(
                        entry.getKey().label(),
                        100 * examined.profile().cost(entry.getValue()).millis() / all))
            .toList());
  }

  /** Jars and files are read for other reasons than classes as well. */
  private static Cause.Kind kind(ProfileSample sample) {
    Cause.Kind kind = sample.cause().kind();
    return kind == Cause.Kind.CLASS_LOADING && !NoClassArchive.isLoading(sample)
        ? Cause.Kind.CODE
        : kind;
  }

  private String remedy(PhaseName phase, Chain chain) {
    List<ProfileSample> forThreads =
        chain.samples().stream().filter(sample -> sample.cause() == Cause.LOCK_WAIT).toList();
    if (isMost(forThreads, chain.samples())) {
      return "it waits for another thread, which works meanwhile: make that work less, which other findings may tell of; else do what does not need it before it is waited for";
    }
    Cause.Kind most =
        examined
            .profile()
            .by(chain.samples(), sample -> Optional.of(kind(sample)))
            .keySet()
            .stream()
            .findFirst()
            .orElse(Cause.Kind.CODE);
    if (phase == PhaseName.HANDLER_INIT) {
      return switch (most) {
        case BLOCKED ->
            "it waits: if for nothing but time, wait for the condition itself; else start it beside the rest of init and wait for it where its result is needed,"
                + " CompletableFuture.supplyAsync(() -> ...), then join() in the handler";
        case CLASS_LOADING, LINKAGE ->
            "most of it is classes that are loaded and linked: "
                + (examined.settings().classArchive()
                    ? "do without those that the archive of this start has not"
                    : Archive.command(examined));
        default ->
            "make its result when the project is built and read it as a resource, make less of it,"
                + " or make it when an event first needs it";
      };
    }
    return switch (most) {
      case BLOCKED ->
          "it waits: if for nothing but time, do without; else ask in init if every event needs the same, else ask for less or"
              + " ask several at once";
      case CLASS_LOADING, LINKAGE -> HandlerPriming.remedy(examined);
      default ->
          "if a later invocation takes as long, make the work itself less; else "
              + HandlerPriming.remedy(examined);
    };
  }
}
