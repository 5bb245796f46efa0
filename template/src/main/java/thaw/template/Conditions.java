package thaw.template;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import thaw.problem.Spelling;

/**
 * Whether the conditions of a template hold.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/intrinsic-function-reference-conditions.html">Condition
 *     functions</a>
 */
final class Conditions {
  /** Whether a condition holds; {@code unknown} says why nobody knows. */
  record Outcome(boolean holds, Optional<TemplateValue.Unknown> unknown) {
    static Outcome of(boolean holds) {
      return new Outcome(holds, Optional.empty());
    }

    private static Outcome unknown(TemplateValue.Call call) {
      return new Outcome(
          false,
          Optional.of(
              call.unknown().orElseGet(() -> new TemplateValue.Unknown(call.mistake(), true))));
    }

    boolean isKnown() {
      return unknown.isEmpty();
    }
  }

  private final TemplateValue.Members declared;
  private final UnaryOperator<TemplateValue> evaluation;
  private final Map<String, Outcome> known = new HashMap<>();
  private final Set<String> inProgress = new LinkedHashSet<>();

  /**
   * @param declared the section Conditions
   * @param evaluation of what they compare
   */
  Conditions(TemplateValue.Members declared, UnaryOperator<TemplateValue> evaluation) {
    this.declared = declared;
    this.evaluation = evaluation;
  }

  /**
   * Evaluates all, so that a circle of them is found.
   *
   * @throws thaw.problem.UserMistake when one refers to itself, or to one that is not there
   */
  void check() {
    declared.members().forEach((name, member) -> named(name, member.key()));
  }

  /**
   * @param reference where the name stands
   */
  Outcome named(String name, Place reference) {
    Outcome before = known.get(name);
    if (before != null) {
      return before;
    }
    TemplateValue.Member member =
        declared
            .member(name)
            .orElseThrow(() ->
                reference.mistake(
                    "no condition has this name: " + name,
                    Spelling.nearest(name, declared.members().keySet())
                        .map(near -> "write " + near)
                        .orElse("declare it under Conditions")));
    if (!inProgress.add(name)) {
      throw member
          .key()
          .mistake(
              "the condition %s refers to itself: %s -> %s"
                  .formatted(name, String.join(" -> ", inProgress), name),
              "write one of them without the others");
    }
    try {
      Outcome outcome = outcome(member.value());
      known.put(name, outcome);
      return outcome;
    } finally {
      inProgress.remove(name);
    }
  }

  /** Whether the first argument of {@code If} holds. */
  Outcome chosen(TemplateValue value) {
    return value instanceof TemplateValue.Text name
        ? named(name.asString(), name.place())
        : outcome(value);
  }

  /** Whether a condition holds that stands where it is used. */
  Outcome outcome(TemplateValue value) {
    if (value instanceof TemplateValue.Call call) {
      return switch (call.function()) {
        case "Equals" -> equal(call);
        case "Not" -> negated(call);
        case "And" -> both(call, false);
        case "Or" -> both(call, true);
        case "Condition" -> named(text(call.argument()), call.place());
        default -> plain(evaluation.apply(call));
      };
    }
    if (value instanceof TemplateValue.Members members && members.members().size() == 1) {
      Optional<TemplateValue> name = members.value("Condition");
      if (name.isPresent()) {
        return named(text(name.get()), members.place());
      }
    }
    return plain(evaluation.apply(value));
  }

  private static Outcome plain(TemplateValue value) {
    if (value instanceof TemplateValue.Call call) {
      return Outcome.unknown(call);
    }
    if (value instanceof TemplateValue.Text text && text.asString().matches("true|false")) {
      return Outcome.of(Boolean.parseBoolean(text.asString()));
    }
    throw value
        .place()
        .mistake(
            "a condition must be !Equals, !And, !Or, !Not or !Condition",
            "write for example !Equals [!Ref Stage, prod]");
  }

  private static String text(TemplateValue name) {
    if (name instanceof TemplateValue.Text text) {
      return text.asString();
    }
    throw name.place().mistake("the name of a condition is expected here", "write one name");
  }

  private Outcome equal(TemplateValue.Call call) {
    List<TemplateValue> arguments = call.arguments(2, 2, "!Equals [value, value]");
    TemplateValue one = evaluation.apply(arguments.getFirst());
    TemplateValue other = evaluation.apply(arguments.getLast());
    Optional<TemplateValue.Call> unknown =
        TemplateValue.unknown(one).or(() -> TemplateValue.unknown(other));
    return unknown.isPresent()
        ? Outcome.unknown(unknown.get())
        : Outcome.of(PlainValue.texts(one).equals(PlainValue.texts(other)));
  }

  private Outcome negated(TemplateValue.Call call) {
    Outcome inner = outcome(call.arguments(1, 1, "!Not [condition]").getFirst());
    return inner.isKnown() ? Outcome.of(!inner.holds()) : inner;
  }

  /**
   * @param decisive what one of them decides whatever the others are
   */
  private Outcome both(TemplateValue.Call call, boolean decisive) {
    Outcome result = Outcome.of(!decisive);
    String usage = "!" + call.function() + " [condition, condition]";
    for (TemplateValue each : call.arguments(1, 10, usage)) {
      Outcome outcome = outcome(each);
      if (outcome.isKnown() && outcome.holds() == decisive) {
        return outcome;
      }
      result = outcome.isKnown() ? result : outcome;
    }
    return result;
  }
}
