package thaw.attribution.finding;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import thaw.attribution.Cause;
import thaw.attribution.Explanation;
import thaw.attribution.Finding;
import thaw.attribution.PhaseName;
import thaw.attribution.ProfileSample;
import thaw.attribution.evidence.ClassCodeReader;
import thaw.attribution.evidence.Evidence;
import thaw.attribution.evidence.PackageClasses;
import thaw.fixture.Sources;
import thaw.recording.Frame;

/** A cold start written by hand, of a function that is compiled from text. */
public final class Example {
  private static final Predicate<String> OWN = name -> name.startsWith("example.");

  private static final Pattern MILLIS = Pattern.compile("([\\d,]+(?:\\.\\d)?) ms\\b");
  private static final double ROUNDED = 0.5;

  private final PackageClasses classes;
  private final List<ProfileSample> samples = new ArrayList<>();
  private final List<Explanation.LoadedClass> loads = new ArrayList<>();
  private final Map<PhaseName, Map<Cause, Double>> spent = new EnumMap<>(PhaseName.class);
  private final List<Evidence.LivingThread> threads = new ArrayList<>();
  private boolean hasSources = true;
  private OptionalDouble later = OptionalDouble.empty();
  private Evidence.Settings settings =
      new Evidence.Settings(
          "example.Handler",
          512,
          0.5,
          25,
          true,
          true,
          false,
          Set.of(),
          Duration.ofSeconds(10),
          "my-app --function Example",
          "{}",
          Optional.empty());

  private Example(PackageClasses classes) {
    this.classes = classes;
  }

  public static Example of(Path folder, String... sources) throws IOException {
    Sources.compile(folder, sources);
    return new Example(PackageClasses.of(folder, Optional.empty()));
  }

  public static Example of(PackageClasses classes) {
    return new Example(classes);
  }

  public Example with(UnaryOperator<Evidence.Settings> change) {
    settings = change.apply(settings);
    return this;
  }

  static UnaryOperator<Evidence.Settings> handledBy(String handler) {
    return settings -> settings.withHandler(handler);
  }

  public static UnaryOperator<Evidence.Settings> snapStart() {
    return settings -> settings.withSnapStart(true);
  }

  static UnaryOperator<Evidence.Settings> c2() {
    return settings -> settings.withC1Only(false);
  }

  static UnaryOperator<Evidence.Settings> fullCpu() {
    return settings -> settings.withMemoryMiB(1769).withVcpus(1);
  }

  public static UnaryOperator<Evidence.Settings> noArchive(int jdk) {
    return settings -> settings.withJdk(jdk).withClassArchive(false);
  }

  static UnaryOperator<Evidence.Settings> environment(String... names) {
    return settings -> settings.withEnvironment(Set.of(names));
  }

  /**
   * Samples of a millisecond each.
   *
   * @param frames the leaf first, {@code example.Handler.handleRequest@build}: at its call of build
   */
  public Example sampled(PhaseName phase, Cause cause, int count, String... frames) {
    return owned("", phase, cause, count, frames);
  }

  /** The same, with an owner: a library or a peer. */
  Example owned(String owner, PhaseName phase, Cause cause, int count, String... frames) {
    List<Frame> stack = Arrays.stream(frames).map(this::frame).toList();
    for (int i = 0; i < count; i++) {
      samples.add(new ProfileSample(1, i, "main", true, phase, cause, 1, "", owner, stack));
    }
    return spent(phase, cause, count);
  }

  /** CPU of a thread for which nobody waits. */
  Example beside(PhaseName phase, String thread, int millis) {
    samples.add(
        new ProfileSample(
            1, 0, thread, false, phase, Cause.JIT_THREADS, millis, "", "", List.of()));
    return this;
  }

  /** What the threads of the JVM took of the quota of the thread that is waited for. */
  public Example waitedBeside(PhaseName phase, Cause cause, int millis) {
    samples.add(new ProfileSample(0, 0, "main", true, phase, cause, millis, "", "", List.of()));
    return spent(phase, cause, millis);
  }

  /** What was measured and not sampled. */
  public Example spent(PhaseName phase, Cause cause, double millis) {
    spent
        .computeIfAbsent(phase, none -> new EnumMap<>(Cause.class))
        .merge(cause, millis, Double::sum);
    return this;
  }

  public Example loaded(PhaseName phase, String... names) {
    for (String name : names) {
      loadedOf("", phase, name);
    }
    return this;
  }

  /** The same of a library. */
  public Example loadedOf(String library, PhaseName phase, String name) {
    loads.add(new Explanation.LoadedClass(name, library, phase, false, 0));
    return this;
  }

  /** Classes that come from an archive. */
  Example archived(PhaseName phase, String... names) {
    for (String name : names) {
      loads.add(new Explanation.LoadedClass(name, "", phase, true, 0));
    }
    return this;
  }

  Example alive(String thread, double cpuMillis) {
    threads.add(new Evidence.LivingThread(thread, cpuMillis));
    return this;
  }

  /** A jar alone: thaw fix can edit nothing. */
  Example withoutSources() {
    hasSources = false;
    return this;
  }

  public Example later(double millis) {
    later = OptionalDouble.of(millis);
    return this;
  }

  private Frame frame(String text) {
    int call = text.indexOf('@');
    String name = call < 0 ? text : text.substring(0, call);
    int dot = name.lastIndexOf('.');
    Frame.Java frame = new Frame.Java(name.substring(0, dot), name.substring(dot + 1), 0);
    return call < 0
        ? frame
        : new Frame.Java(frame.className(), frame.method(), bci(frame, text.substring(call + 1)));
  }

  private int bci(Frame.Java frame, String called) {
    return classes
        .find(frame.className())
        .flatMap(ClassCodeReader::read)
        .orElseThrow()
        .methods()
        .stream()
        .filter(method -> method.id().name().equals(frame.method()))
        .flatMap(method -> method.sites().stream())
        .filter(site -> site.name().equals(called) || site.kind().name().equals(called))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no " + called + " in " + frame.text()))
        .bci();
  }

  public Evidence evidence() {
    List<Explanation.Phase> phases = new ArrayList<>();
    double total = 0;
    for (Map.Entry<PhaseName, Map<Cause, Double>> phase : spent.entrySet()) {
      double wall = phase.getValue().values().stream().mapToDouble(Double::doubleValue).sum();
      List<Explanation.CauseShare> causes =
          phase.getValue().entrySet().stream()
              .map(cause ->
                  new Explanation.CauseShare(
                      cause.getKey(), cause.getValue(), 0, List.of(), List.of(), List.of()))
              .toList();
      phases.add(new Explanation.Phase(phase.getKey(), wall, wall, 1, causes));
      total += wall;
    }
    return new Evidence(
        new Explanation.CostBreakdown(
            new Explanation.Subject(
                "Example",
                settings.handler(),
                settings.memoryMiB(),
                "JDK",
                1,
                Instant.EPOCH,
                hasSources,
                hasSources,
                true),
            new Explanation.Total(total, total, 1),
            phases,
            new Explanation.Classes(loads.size(), List.of(), List.of(), loads),
            List.of(),
            List.of(),
            samples,
            List.of()),
        classes,
        OWN,
        settings,
        threads,
        later);
  }

  /** Returns the findings, none of which gains more than the largest cost that it quotes. */
  public List<Finding> findings() {
    List<Finding> found = Findings.of(evidence());
    found.forEach(Example::quoted);
    return found;
  }

  private static void quoted(Finding finding) {
    double cost =
        MILLIS
            .matcher(finding.evidence())
            .results()
            .mapToDouble(figure -> Double.parseDouble(figure.group(1).replace(",", "")))
            .max()
            .orElse(0);
    if (finding.highMillis() > cost + ROUNDED) {
      throw new AssertionError("gains more than it quotes: " + finding);
    }
  }

  public List<Finding> findings(String id) {
    return findings().stream().filter(finding -> finding.id().equals(id)).toList();
  }

  /** The one of its kind. */
  public Finding finding(String id) {
    List<Finding> found = findings(id);
    if (found.size() != 1) {
      throw new AssertionError("one " + id + " expected: " + findings());
    }
    return found.getFirst();
  }
}
