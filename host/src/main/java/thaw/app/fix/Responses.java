package thaw.app.fix;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import thaw.app.choice.EventChoice;
import thaw.app.shared.Progress;
import thaw.app.workspace.FirstAnswers;
import thaw.app.workspace.LogCause;
import thaw.app.workspace.RestoreFailure;
import thaw.environment.Environment;
import thaw.environment.launch.EnvironmentSpec;
import thaw.environment.launch.LimitsPolicy;
import thaw.experiment.Warning;
import thaw.explanation.FixSubject;
import thaw.problem.UserMistake;
import thaw.runtimeapi.Invocation;
import thaw.runtimeapi.InvocationOutcome;
import thaw.sandbox.Instance;

/**
 * The responses of a function to its events, with which those of a changed one are compared. A
 * response that differs from run to run of the same function is compared by its shape: members and
 * types.
 */
final class Responses {
  private static final ObjectMapper JSON =
      JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();

  private final Instance instance;
  private final FixEvents events;
  private final Optional<Warning> refusal;
  private final List<String> expected;
  private final List<Boolean> exact = new ArrayList<>();
  private final Duration coldStart;
  private final Duration takes;
  private final InvocationOutcome measured;

  private Responses(
      Instance instance,
      FixEvents events,
      Optional<Warning> refusal,
      Run first,
      Run again,
      Progress progress) {
    this.instance = instance;
    this.refusal = refusal;
    this.events = events;
    this.expected = good(events, first.outcomes());
    this.coldStart = first.coldStart();
    this.takes = first.took();
    this.measured = first.outcomes().getFirst();
    List<String> repeated = good(events, again.outcomes());
    for (int i = 0; i < expected.size(); i++) {
      exact.add(isSame(expected.get(i), repeated.get(i)));
      if (!exact.get(i)) {
        progress.line(events.line("the response to %s varies: members and types are compared", i));
      }
    }
  }

  /**
   * Has the unchanged function answer twice. Of events that nobody has written, those that it
   * cannot serve are left out.
   *
   * @throws UserMistake when it cannot answer, or serves none
   */
  static Responses of(Instance instance, EnvironmentSpec spec, FixEvents events, Progress progress)
      throws InterruptedException {
    LogCause cause = new LogCause(spec);
    Run first = run(instance, spec, events, cause);
    cause.tell(first.outcomes(), progress);
    requireRestored(instance, spec, events, first.outcomes());
    FixEvents served = events.served(first.outcomes(), cause::reason, progress);
    first = first.to(events, served);
    InvocationOutcome measured = first.outcomes().getFirst();
    Optional<Warning> refusal = served.refusal(spec.function(), measured, cause.reason(measured));
    refusal.ifPresent(each -> FirstAnswers.tell(each, progress));
    // What it answers does not depend on its CPU time, and this need not take as long.
    EnvironmentSpec unlimited = spec.withLimits(new LimitsPolicy(true, false, List::of));
    return new Responses(
        instance, served, refusal, first, run(instance, unlimited, served), progress);
  }

  /** Where the restore is the cause, no event is blamed. */
  private static void requireRestored(
      Instance instance, EnvironmentSpec spec, FixEvents events, List<InvocationOutcome> answers)
      throws InterruptedException {
    List<byte[]> failed = new ArrayList<>();
    List<String> failures = new ArrayList<>();
    for (int i = 0; i < answers.size(); i++) {
      Optional<String> failure = RestoreFailure.failure(answers.get(i));
      if (failure.isPresent()) {
        failed.add(events.texts().get(i));
        failures.add(failure.get());
      }
    }
    Optional<UserMistake> ofRestore = RestoreFailure.of(instance, spec, failed, failures);
    if (ofRestore.isPresent()) {
      throw ofRestore.get();
    }
  }

  /** Returns what was told of the answer to the measured event. */
  Optional<Warning> refusal() {
    return refusal;
  }

  /** Returns the events as a result names them, with the answer to the measured one. */
  FixSubject.Events told() {
    return events.toldOf(measured);
  }

  /** Returns whether it answers all events with nothing, so that equal responses tell little. */
  boolean areEmpty() {
    return expected.stream().allMatch(each -> each.isBlank() || each.strip().equals("null"));
  }

  /** Those that it serves. */
  FixEvents events() {
    return events;
  }

  /** Returns the approximate time until the first event was answered. */
  Duration coldStart() {
    return coldStart;
  }

  /** Returns what it took to have all events answered, with the environment's start and end. */
  Duration takes() {
    return takes;
  }

  /** Returns the first difference from the expected responses; empty when there is none. */
  Optional<String> difference(EnvironmentSpec changed) throws InterruptedException {
    LogCause cause = new LogCause(changed);
    List<InvocationOutcome> answers = run(instance, changed, events, cause).outcomes();
    for (int i = 0; i < answers.size(); i++) {
      if (answers.get(i) instanceof InvocationOutcome.Failure failure) {
        return Optional.of(
            "with it "
                + events.failing(i, failure)
                + cause.logged(failure).map(LogCause::behind).orElse(""));
      }
      String text = text(answers.get(i));
      if (exact.get(i)
          ? !isSame(text, expected.get(i))
          : !shape(text).equals(shape(expected.get(i)))) {
        return Optional.of("rejected: the response to %s changed".formatted(events.names().get(i)));
      }
    }
    return Optional.empty();
  }

  private static List<String> good(FixEvents events, List<InvocationOutcome> answers) {
    List<String> texts = new ArrayList<>();
    for (InvocationOutcome answer : answers) {
      if (answer instanceof InvocationOutcome.Failure failure) {
        throw new UserMistake(
            events.failing(texts.size(), failure),
            EventChoice.mending(failure.type() + ": " + failure.message(), false));
      }
      texts.add(text(answer));
    }
    return texts;
  }

  private record Run(List<InvocationOutcome> outcomes, Duration coldStart, Duration took) {
    /** The same, with the answers to some of the events. */
    Run to(FixEvents all, FixEvents some) {
      return new Run(
          some.texts().stream().map(each -> outcomes.get(all.texts().indexOf(each))).toList(),
          coldStart,
          took);
    }
  }

  private static Run run(Instance instance, EnvironmentSpec spec, FixEvents events)
      throws InterruptedException {
    return run(instance, spec, events, new LogCause(spec));
  }

  private static Run run(Instance instance, EnvironmentSpec spec, FixEvents events, LogCause cause)
      throws InterruptedException {
    List<InvocationOutcome> answers = new ArrayList<>();
    Duration coldStart = Duration.ZERO;
    instance.renew();
    long prepared = System.nanoTime();
    try (Environment environment = Environment.prepareWithLog(instance, spec, cause)) {
      long began = System.nanoTime();
      cause.initialised(environment.initialise());
      for (byte[] event : events.texts()) {
        answers.add(environment.invoke(Invocation.of(event)).outcome());
        cause.ended(answers.getLast());
        if (answers.size() == 1) {
          coldStart = Duration.ofNanos(System.nanoTime() - began);
        }
      }
    }
    return new Run(answers, coldStart, Duration.ofNanos(System.nanoTime() - prepared));
  }

  private static String text(InvocationOutcome outcome) {
    return new String(outcome.payload(), StandardCharsets.UTF_8);
  }

  /** JSON objects have no order, and some maps have another one in each JVM. */
  static boolean isSame(String one, String other) {
    try {
      return one.equals(other) || read(one).equals(read(other));
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Reads JSON, and the {@code body} of a response of HTTP that is JSON in a string as well: its
   * members have no order either.
   */
  private static JsonNode read(String text) throws IOException {
    JsonNode node = JSON.readTree(text);
    if (node instanceof ObjectNode object && object.path("body").isTextual()) {
      try {
        JsonNode body = JSON.readTree(object.path("body").textValue());
        if (body.isContainerNode()) {
          object.remove("body");
          object.set("body, which is JSON", body); // it differs from a member that is no string
        }
      } catch (IOException e) {
        return node; // it is another text
      }
    }
    return node;
  }

  static String shape(String text) {
    try {
      return shape(read(text));
    } catch (IOException e) {
      return "text";
    }
  }

  private static String shape(JsonNode node) {
    if (node.isObject()) {
      Map<String, String> members = new TreeMap<>();
      node.properties().forEach(each -> members.put(each.getKey(), shape(each.getValue())));
      return members.toString();
    }
    return node.isArray() && !node.isEmpty()
        ? "[" + shape(node.get(0)) + "]"
        : node.getNodeType().toString();
  }
}
