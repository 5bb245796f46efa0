package thaw.attribution.finding;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import thaw.attribution.Finding;
import thaw.attribution.Gain;
import thaw.attribution.ProfileSample;
import thaw.attribution.evidence.AgentModules;
import thaw.attribution.evidence.AnalysisContext;
import thaw.attribution.evidence.Cost;
import thaw.attribution.evidence.Profile;
import thaw.recording.Frame;

/**
 * A Java agent, such as OpenTelemetry's: it loads itself before the function, and looks at each
 * class that the function loads.
 */
final class JavaAgent implements Check {
  private static final String INSTRUMENTATION = "sun.instrument.InstrumentationImpl";

  /** Agents by their own code and by how people call them. */
  private static final Map<String, String> NAMES = new LinkedHashMap<>();

  static {
    NAMES.put("io.opentelemetry.", "OpenTelemetry's agent");
    NAMES.put("datadog.", "Datadog's agent");
    NAMES.put("com.newrelic.", "New Relic's agent");
    NAMES.put("co.elastic.", "Elastic's agent");
    NAMES.put("com.amazonaws.xray.agent.", "X-Ray's agent");
  }

  /** Thaw's own ones are gone on Lambda. */
  private static final String OURS = "thaw.";

  /**
   * The share of an agent's start that goes with the modules that are not in use: a program that
   * uses none of OpenTelemetry's 2.31.1 lost half of it, 2.0 to 1.0 s of CPU time.
   */
  private static final Gain OF_MODULES = new Gain(0.35, 0.65);

  /** What a snapshot takes away of what init does: of 9.1 s it left 0.8, the function included. */
  private static final Gain OF_SNAPSHOT = new Gain(0.85, 1);

  /**
   * What an archive of a package takes away: of 1.89 s of CPU time that OpenTelemetry's 2.31.1 had
   * added to a start, it took 0.24, and of 0.94 s with the modules in use alone 0.19.
   */
  private static final Gain OF_PACKAGE = new Gain(0.1, 0.2);

  /** What an agent does, in the order in which a sample is asked. */
  private enum Work {
    TRANSFORM("to change them"),
    MATCH("to compare classes with what it instruments"),
    EXPORT("to send what it has recorded"),
    LOAD("to load and configure itself"),
    RECORD("to record");

    private final String words;

    Work(String words) {
      this.words = words;
    }

    private boolean isOfInit() {
      return this == TRANSFORM || this == MATCH || this == LOAD;
    }
  }

  @Override
  public List<Finding> findings(AnalysisContext examined) {
    return agent(examined).map(agent -> finding(examined, agent)).stream().toList();
  }

  /** Returns the class that the JVM has started as an agent. */
  private static Optional<String> agent(AnalysisContext examined) {
    return examined.profile().samples().stream()
        .flatMap(sample -> Profile.java(sample).stream())
        .filter(frame -> frame.method().equals("premain"))
        .map(Frame.Java::className)
        .filter(name -> !name.startsWith(OURS))
        .findFirst();
  }

  private static Finding finding(AnalysisContext examined, String agent) {
    String code = codeOf(agent);
    Predicate<ProfileSample> all = sample -> work(sample, code).isPresent();
    Predicate<ProfileSample> start =
        sample -> work(sample, code).filter(Work::isOfInit).isPresent();
    Cost cost = examined.profile().cost(all);
    Cost ofInit = examined.profile().work(start);
    String name = NAMES.getOrDefault(code, "the agent " + agent);
    double share = 100 * cost.millis() / examined.totalMillis();
    return Check.finding(
        "java-agent",
        "%s takes %.0f %% of the cold start".formatted(name, share),
        "it took %s: %s%s"
            .formatted(cost.text(), parts(examined, code), modules(examined.settings().agent())),
        "",
        gain(examined, ofInit),
        remedy(examined, ofInit));
  }

  /** Returns the beginning of the names of an agent's own classes. */
  private static String codeOf(String agent) {
    return NAMES.keySet().stream()
        .filter(agent::startsWith)
        .findFirst()
        .orElseGet(
            () -> agent.contains(".") ? agent.substring(0, agent.lastIndexOf('.') + 1) : agent);
  }

  private static Optional<Work> work(ProfileSample sample, String code) {
    boolean isOfAgent = false;
    boolean isExport = false;
    boolean isPremain = false;
    boolean isRewriting = false;
    for (Frame.Java frame : Profile.java(sample)) {
      String name = frame.className();
      if (name.equals(INSTRUMENTATION)) {
        if (frame.method().equals("transform")) {
          return Optional.of(isRewriting ? Work.TRANSFORM : Work.MATCH);
        }
        isPremain |= frame.method().startsWith("loadClassAndCall");
      }
      isOfAgent |= name.startsWith(code);
      isExport |= name.startsWith(code) && isSending(name, frame.method());
      isRewriting |= isRewriting(name);
    }
    if (isPremain) {
      return Optional.of(Work.LOAD);
    }
    return isOfAgent ? Optional.of(isExport ? Work.EXPORT : Work.RECORD) : Optional.empty();
  }

  /** Byte Buddy's writer of classes, or ASM's, in whatever package an agent has it. */
  private static boolean isRewriting(String name) {
    return name.contains(".dynamic.scaffold.TypeWriter") || name.endsWith(".asm.ClassWriter");
  }

  private static boolean isSending(String name, String method) {
    return name.contains(".exporter.")
        || name.contains(".export.")
        || method.equals("forceFlush")
        || method.equals("flush");
  }

  private static String parts(AnalysisContext examined, String code) {
    List<String> parts = new ArrayList<>();
    for (Work work : List.of(Work.LOAD, Work.MATCH, Work.TRANSFORM, Work.EXPORT, Work.RECORD)) {
      Cost cost =
          examined.profile().cost(sample -> work(sample, code).filter(work::equals).isPresent());
      if (!cost.isNone()) {
        parts.add(Cost.millis(cost.millis()) + " " + work.words);
      }
    }
    return String.join(", ", parts);
  }

  private static String modules(Optional<AgentModules> modules) {
    return modules
        .map(of ->
            "; of its %d modules %d changed a class (%s), %d only compared them"
                .formatted(
                    of.used().size() + of.matched().size(),
                    of.used().size(),
                    String.join(", ", of.used()),
                    of.matched().size()))
        .orElse("");
  }

  /** Returns whether only those modules could be on that are in use. */
  private static boolean canChoose(AnalysisContext examined) {
    return examined.settings().agent().filter(of -> !of.matched().isEmpty()).isPresent()
        && !examined.settings().environment().contains(AgentModules.DEFAULT);
  }

  private static Gain gain(AnalysisContext examined, Cost ofInit) {
    return canChoose(examined)
        ? of(ofInit, OF_MODULES)
        : new Gain(0, ofInit.millis(), "if the function cannot start from a snapshot");
  }

  private static Gain of(Cost cost, Gain share) {
    return share.times(cost.millis(), cost.millis());
  }

  private static String remedy(AnalysisContext examined, Cost ofInit) {
    List<String> ways = new ArrayList<>();
    if (canChoose(examined)) {
      ways.add(
          "have only the modules in use, by the function's variables: "
              + examined.settings().agent().orElseThrow().variables().entrySet().stream()
                  .map(each -> each.getKey() + "=" + each.getValue())
                  .collect(Collectors.joining(" "))
              + saves(of(ofInit, OF_MODULES)));
    }
    if (!examined.settings().snapStart()) {
      ways.add(
          "start from a snapshot (SnapStart, or thaw package --to image --snap-start)"
              + saves(of(ofInit, OF_SNAPSHOT)));
    }
    ways.add(
        "in a package (thaw package) have an archive with it"
            + saves(of(ofInit, OF_PACKAGE))
            + ", as its own work stays");
    ways.add("or leave the agent out, and record by its library in your code");
    return String.join("; ", ways);
  }

  private static String saves(Gain gain) {
    return ", which saves %s to %s".formatted(Cost.millis(gain.low()), Cost.millis(gain.high()));
  }
}
