package thaw.attribution.evidence;

import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import thaw.attribution.Cause;
import thaw.attribution.Explanation;
import thaw.attribution.Gain;
import thaw.attribution.PhaseName;
import thaw.attribution.ProfileSample;
import thaw.attribution.owner.Library;
import thaw.recording.Frame;

/** One cold start as checks see it: the evidence, made ready to be asked. */
public final class AnalysisContext {
  private final Evidence evidence;
  private final Profile profile;
  private final CodeIndex code;
  private final ReachableMethods reach;
  private final List<CallSite> sites;
  private final Set<String> loaded = new HashSet<>();
  private final Set<String> loadedLate = new HashSet<>();
  private final List<ClientBuild> clients;

  public AnalysisContext(Evidence evidence) {
    this.evidence = evidence;
    this.profile = new Profile(evidence.costs());
    this.code = CodeIndex.of(evidence.classes(), evidence.firstParty());
    loads().forEach(load -> loaded.add(load.name()));
    loads()
        .filter(load -> load.phase() == PhaseName.FIRST_INVOCATION)
        .forEach(load -> loadedLate.add(load.name()));
    this.reach = ReachableMethods.of(code, evidence.settings(), loadedLate::contains);
    this.sites =
        Stream.concat(reach.initSites(), reach.handlerSites())
            .distinct() // once for all checks: of a jar with all libraries there are millions
            .sorted(
                Comparator.comparing((CallSite site) -> site.in().className())
                    .thenComparingInt(CallSite::line))
            .toList();
    this.clients = ClientBuilds.of(this);
  }

  public Evidence.Settings settings() {
    return evidence.settings();
  }

  public Evidence evidence() {
    return evidence;
  }

  public Profile profile() {
    return profile;
  }

  public CodeIndex code() {
    return code;
  }

  public ReachableMethods reach() {
    return reach;
  }

  /** Returns the places where own code builds clients of the AWS SDK. */
  public List<ClientBuild> clients() {
    return clients;
  }

  /** Returns the time of the cold start, without what other programs of this machine took. */
  public double totalMillis() {
    double others =
        Arrays.stream(PhaseName.values())
            .filter(phase -> phase != PhaseName.LATER_INVOCATIONS)
            .mapToDouble(phase -> profile.cause(phase, Cause.HOST_CONTENTION))
            .sum();
    return evidence.costs().total().wallMillis() - others;
  }

  /** Classes in the order of loading, later invocations left out. */
  public Stream<Explanation.LoadedClass> loads() {
    return evidence.costs().classes().list().stream()
        .filter(load -> load.phase() != PhaseName.LATER_INVOCATIONS);
  }

  public long loads(Predicate<String> which) {
    return loads().filter(load -> which.test(load.name())).count();
  }

  public boolean isLoaded(String className) {
    return loaded.contains(className);
  }

  /** Returns whether the first invocation loaded it, so that none of its code ran before. */
  public boolean isLoadedLate(String className) {
    return loadedLate.contains(className);
  }

  public boolean isFirstParty(String className) {
    return evidence.firstParty().test(className);
  }

  /** A method that the function's sources have: no class that the JVM or a library generated. */
  public boolean isOwn(Frame.Java frame) {
    return code.find(frame.className()).isPresent();
  }

  /** The own method that is nearest to what was sampled. */
  public Optional<Frame.Java> ownFrame(ProfileSample sample) {
    for (Frame frame : sample.frames()) {
      if (frame instanceof Frame.Java java && isOwn(java)) {
        return Optional.of(java);
      }
    }
    return Optional.empty();
  }

  /** Returns the place in own code that asked for the sample's work, if any did. */
  public Optional<String> ownPlace(ProfileSample sample) {
    return ownFrame(sample).map(code::place);
  }

  /** The own place that asked for most of these samples; empty if none did. */
  public String mainPlace(Predicate<ProfileSample> which) {
    return profile.by(which, this::ownPlace).keySet().stream().findFirst().orElse("");
  }

  public String mainPlace(Collection<ProfileSample> samples) {
    return profile.by(samples, this::ownPlace).keySet().stream().findFirst().orElse("");
  }

  /**
   * The own place that called some code in most of these samples, not one that the code called
   * back; where no sample fell, the first of these sites, and if there are none, empty.
   */
  public String callerOf(Code called, Predicate<ProfileSample> which, List<CallSite> sites) {
    String sampled =
        profile.by(which, sample -> caller(called, sample)).keySet().stream()
            .findFirst()
            .orElse("");
    return sampled.isEmpty() && !sites.isEmpty() ? code.place(sites.getFirst()) : sampled;
  }

  private Optional<String> caller(Code called, ProfileSample sample) {
    return Profile.java(sample).stream()
        .dropWhile(frame -> !called.test(frame.className()))
        .filter(frame -> isOwn(frame))
        .findFirst()
        .map(code::place);
  }

  /** Own instructions that init or an invocation can run, in the order of the class files. */
  public List<CallSite> sites(Predicate<CallSite> which) {
    return sites.stream().filter(which).toList();
  }

  /** Returns whether the instruction may have run: it can be reached, or its method was sampled. */
  boolean mayHaveRun(CallSite site) {
    return reach.inInit(site)
        || reach.inHandler(site)
        || profile.wasSampled(site.in().className() + "." + site.in().name());
  }

  /** The handler's method, not its bridge. */
  public String mainPlaceOfHandler() {
    return code.find(settings().handlerClass()).stream()
        .flatMap(found -> found.methods().stream())
        .filter(method -> method.id().name().equals(settings().handlerMethod()))
        .filter(method -> !method.isBridge())
        .map(code::place)
        .findFirst()
        .orElse(settings().handlerClass());
  }

  /** The interval of removing what is asked for: what is its own, and what it was first to use. */
  public Gain without(Predicate<ProfileSample> asked) {
    return new Gain(
        profile.work(asked.and(sample -> !isShared(sample))).millis(),
        profile.work(asked).millis(),
        "if other code needs the same classes of the JDK");
  }

  /** The JDK's classes and its machinery, which somebody else pays for when this code does not. */
  private static boolean isShared(ProfileSample sample) {
    return switch (sample.cause()) {
      case INVOKEDYNAMIC, REFLECTION, STATIC_INIT, CRYPTO -> true;
      default ->
          sample.cause().kind() == Cause.Kind.CLASS_LOADING
              && sample.owner().equals(Library.JDK.name());
    };
  }
}
