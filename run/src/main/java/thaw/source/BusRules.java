package thaw.source;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import software.amazon.event.ruler.Machine;
import thaw.function.EventSource;
import thaw.function.Region;
import thaw.platform.record.Arn;
import thaw.problem.UserMistake;
import thaw.runtimeapi.Invocation;
import thaw.steady.AllSteps;

/** The rules of event buses whose targets are functions. Any thread may call. */
final class BusRules {
  private static final String DEFAULT_BUS = "default";

  private final List<Compiled> rules;
  private final Surroundings surroundings;

  private record Compiled(EventSource.BusRule rule, Machine machine) {}

  BusRules(List<EventSource.BusRule> rules, Surroundings surroundings) {
    List<Compiled> compiled = new ArrayList<>();
    for (EventSource.BusRule rule : rules) {
      try {
        Machine machine = Filters.machine(rule.pattern());
        if (rule.enabled()) {
          compiled.add(new Compiled(rule, machine));
        }
      } catch (InvalidPattern e) {
        throw new UserMistake(
            "%s: the pattern of %s is not valid: %s"
                .formatted(rule.place(), rule.rule(), e.getMessage()),
            "write it like {\"source\": [\"my.app\"]}");
      }
    }
    this.rules = List.copyOf(compiled);
    this.surroundings = surroundings;
  }

  /**
   * An event is on a bus: functions whose rules it matches will have it, whatever becomes of one.
   *
   * @throws RuntimeException what the first one threw that could not have it
   */
  void accept(String bus, ObjectNode event) {
    AllSteps.run(rules.stream().<Runnable>map(each -> () -> give(bus, event, each)).toList());
  }

  private void give(String bus, ObjectNode event, Compiled to) {
    EventSource.BusRule rule = to.rule();
    if (rule.bus().equals(bus) && Filters.matches(to.machine(), event)) {
      String arn = Arns.rule(bus.equals(DEFAULT_BUS) ? "" : bus, rule.rule());
      give(surroundings, rule.target(), TargetInput.of(rule.input(), event, arn));
    }
  }

  /**
   * Gives the event to a function asynchronously: like Lambda's, it is retried, and destinations
   * are told.
   */
  static void give(Surroundings surroundings, EventSource.Target target, byte[] payload) {
    surroundings
        .acceptance()
        .accept(
            target.function(),
            new Invocation(
                Invocation.newRequestId(),
                payload,
                Optional.empty(),
                Optional.of(target.qualifier()).filter(named -> !named.isEmpty())));
  }

  /** Names of resources that are told to functions. */
  static final class Arns {
    private static final String ACCOUNT = Arn.function("").split(":", -1)[4];

    private Arns() {}

    static String account() {
      return ACCOUNT;
    }

    /**
     * @param bus empty for the default one
     */
    static String rule(String bus, String name) {
      return "arn:aws:events:%s:%s:rule/%s%s"
          .formatted(Region.own(), ACCOUNT, bus.isEmpty() ? "" : bus + "/", name);
    }

    static String schedule(String group, String name) {
      return "arn:aws:scheduler:%s:%s:schedule/%s/%s".formatted(Region.own(), ACCOUNT, group, name);
    }
  }
}
