package thaw.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import thaw.environment.Environment;
import thaw.environment.EnvironmentSpec;
import thaw.environment.Invocation;
import thaw.environment.InvocationOutcome;
import thaw.problem.UserMistake;
import thaw.sandbox.Instance;

/**
 * What a function answers to its events, so that a changed one can be compared. A response that
 * differs from run to run of the same function is compared by its shape: members and types.
 */
final class Responses {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Instance instance;
  private final FixEvents events;
  private final List<String> expected;
  private final List<Boolean> exact = new ArrayList<>();

  /**
   * Has the unchanged function answer twice.
   *
   * @throws UserMistake when it cannot
   */
  Responses(Instance instance, EnvironmentSpec spec, FixEvents events, Progress progress)
      throws InterruptedException {
    this.instance = instance;
    this.events = events;
    this.expected = good(answers(spec));
    List<String> again = good(answers(spec));
    for (int i = 0; i < expected.size(); i++) {
      exact.add(isSame(expected.get(i), again.get(i)));
      if (!exact.get(i)) {
        progress.line(
            "the response to "
                + events.names().get(i)
                + " differs from run to run: it is compared by members and types");
      }
    }
  }

  /**
   * Of events that nobody has written, those that the function can serve.
   *
   * @throws UserMistake when it serves none
   */
  static FixEvents served(
      Instance instance, EnvironmentSpec spec, FixEvents events, Progress progress)
      throws InterruptedException {
    if (!events.generated()) {
      return events;
    }
    List<InvocationOutcome> answers = answers(instance, spec, events);
    List<Integer> served = new ArrayList<>();
    List<String> failures = new ArrayList<>();
    for (int i = 0; i < answers.size(); i++) {
      if (answers.get(i) instanceof InvocationOutcome.Failure failure) {
        failures.add(
            "the function fails at %s: %s: %s"
                .formatted(events.names().get(i), failure.type(), failure.message()));
      } else {
        served.add(i);
      }
    }
    if (served.isEmpty()) {
      throw new UserMistake(failures.getFirst(), "give an event that it can serve: --event FILE");
    }
    failures.forEach(failure -> progress.line("left out: " + failure));
    return events.only(served);
  }

  /** What is different; empty when nothing is. */
  Optional<String> difference(EnvironmentSpec changed) throws InterruptedException {
    List<InvocationOutcome> answers = answers(changed);
    for (int i = 0; i < answers.size(); i++) {
      if (answers.get(i) instanceof InvocationOutcome.Failure failure) {
        return Optional.of(
            "with it the function fails at %s: %s: %s"
                .formatted(events.names().get(i), failure.type(), failure.message()));
      }
      String text = text(answers.get(i));
      if (exact.get(i)
          ? !isSame(text, expected.get(i))
          : !shape(text).equals(shape(expected.get(i)))) {
        return Optional.of(
            "with it the response to %s is another one".formatted(events.names().get(i)));
      }
    }
    return Optional.empty();
  }

  private List<String> good(List<InvocationOutcome> answers) {
    List<String> texts = new ArrayList<>();
    for (InvocationOutcome answer : answers) {
      if (answer instanceof InvocationOutcome.Failure failure) {
        throw new UserMistake(
            "the function fails at %s: %s: %s"
                .formatted(events.names().get(texts.size()), failure.type(), failure.message()),
            "mend it first, or give an event that it can serve: --event FILE");
      }
      texts.add(text(answer));
    }
    return texts;
  }

  private List<InvocationOutcome> answers(EnvironmentSpec spec) throws InterruptedException {
    return answers(instance, spec, events);
  }

  private static List<InvocationOutcome> answers(
      Instance instance, EnvironmentSpec spec, FixEvents events) throws InterruptedException {
    List<InvocationOutcome> answers = new ArrayList<>();
    try (Environment environment = Environment.prepareWithLog(instance, spec, _ -> {})) {
      environment.initialise();
      for (byte[] event : events.texts()) {
        answers.add(environment.invoke(Invocation.of(event)).outcome());
      }
    }
    return answers;
  }

  private static String text(InvocationOutcome outcome) {
    return new String(outcome.payload(), StandardCharsets.UTF_8);
  }

  /** JSON objects have no order, and some maps have another one in each JVM. */
  static boolean isSame(String one, String other) {
    try {
      return one.equals(other) || JSON.readTree(one).equals(JSON.readTree(other));
    } catch (IOException e) {
      return false;
    }
  }

  static String shape(String text) {
    try {
      return shape(JSON.readTree(text));
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
