package thaw.app.fix;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import thaw.environment.Environment;
import thaw.environment.launch.EnvironmentSpec;
import thaw.environment.launch.LimitsPolicy;
import thaw.runtimeapi.Invocation;
import thaw.sandbox.Instance;
import thaw.trace.SpanCollector;
import thaw.trace.SpanCollector.Told;

/**
 * The spans of a function's events, which a collector of ours takes: those of a changed function
 * must be the same but for ids, times and what differs from run to run of the unchanged one.
 */
final class RecordedSpans {
  /** What the agent has to send is sent when the JVM ends, at the latest. */
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  /** Attributes that are of a run: two that are equal by chance prove nothing. */
  private static final Set<String> OF_RUN =
      Set.of(
          "thread.id",
          "thread.name",
          "faas.invocation_id",
          "faas.execution",
          "resource.process.pid",
          "resource.service.instance.id",
          "resource.process.command_args",
          "resource.process.command_line");

  private final Instance instance;
  private final List<byte[]> events;

  RecordedSpans(Instance instance, List<byte[]> events) {
    this.instance = instance;
    this.events = List.copyOf(events);
  }

  /**
   * Returns what a changed function records otherwise, or why that cannot be told; empty where all
   * spans are the same.
   */
  Optional<String> difference(EnvironmentSpec before, EnvironmentSpec after)
      throws InterruptedException {
    List<Told> first = run(before);
    return first.isEmpty()
        ? difference(first, first, first)
        : difference(first, run(before), run(after));
  }

  /**
   * @param again of the unchanged function, too
   */
  static Optional<String> difference(List<Told> first, List<Told> again, List<Told> changed) {
    if (first.isEmpty()) {
      return Optional.of(
          "rejected: the agent sends no spans by OTLP over HTTP, so nothing shows that they stay");
    }
    Set<String> varying = varying(first, again);
    Map<String, Long> expected = counted(first, varying);
    if (!expected.equals(counted(again, varying))) {
      return Optional.of("rejected: the agent records other spans in each run");
    }
    Map<String, Long> found = counted(changed, varying);
    List<String> all = new ArrayList<>(expected.keySet());
    all.addAll(found.keySet());
    return all.stream()
        .filter(span -> !found.getOrDefault(span, 0L).equals(expected.getOrDefault(span, 0L)))
        .findFirst()
        .map(span ->
            "rejected: the spans changed: %d in place of %d of %s"
                .formatted(
                    found.getOrDefault(span, 0L), expected.getOrDefault(span, 0L), cut(span)));
  }

  private static String cut(String span) {
    int longest = 300;
    return span.length() <= longest ? span : span.substring(0, longest) + "...";
  }

  /** Returns the attributes whose values differ between two runs of the same function. */
  private static Set<String> varying(List<Told> first, List<Told> again) {
    Set<String> varying = new HashSet<>(OF_RUN);
    Map<String, List<String>> one = values(first);
    Map<String, List<String>> other = values(again);
    one.forEach((name, values) -> {
      if (!values.equals(other.get(name))) {
        varying.add(name);
      }
    });
    return varying;
  }

  private static Map<String, List<String>> values(List<Told> spans) {
    Map<String, List<String>> values = new HashMap<>();
    spans.forEach(span ->
        span.attributes()
            .forEach(
                (name, value) -> values.computeIfAbsent(name, _ -> new ArrayList<>()).add(value)));
    values.values().forEach(each -> each.sort(null));
    return values;
  }

  private static Map<String, Long> counted(List<Told> spans, Set<String> varying) {
    return spans.stream()
        .map(span -> text(span, varying))
        .collect(Collectors.groupingBy(Function.identity(), TreeMap::new, Collectors.counting()));
  }

  private static String text(Told span, Set<String> varying) {
    Map<String, String> attributes = new TreeMap<>(span.attributes());
    attributes.replaceAll((name, value) -> varying.contains(name) ? "*" : value);
    return span.name() + " in \"" + span.parent() + "\" " + attributes;
  }

  private List<Told> run(EnvironmentSpec spec) throws InterruptedException {
    List<Exception> faults = new ArrayList<>();
    try (SpanCollector collector = SpanCollector.open(faults::add)) {
      Map<String, String> variables = new TreeMap<>(spec.function().environment());
      variables.keySet().removeIf(name -> name.startsWith("OTEL_EXPORTER_OTLP_"));
      variables.put("OTEL_EXPORTER_OTLP_ENDPOINT", collector.endpoint());
      variables.put("OTEL_EXPORTER_OTLP_PROTOCOL", "http/protobuf");
      variables.put("OTEL_TRACES_EXPORTER", "otlp");
      variables.put("OTEL_TRACES_SAMPLER", "always_on");
      variables.put("OTEL_METRICS_EXPORTER", "none");
      variables.put("OTEL_LOGS_EXPORTER", "none");
      EnvironmentSpec recording =
          spec.withFunction(spec.function().withEnvironment(variables))
              .withLimits(new LimitsPolicy(true, false, List::of));
      try (Environment environment = Environment.prepareWithLog(instance, recording, _ -> {})) {
        environment.initialise();
        for (byte[] event : events) {
          environment.invoke(Invocation.of(event));
        }
        environment.shutDown(PATIENCE);
      }
      return collector.spans();
    }
  }
}
