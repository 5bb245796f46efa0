package thaw.template;

import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** Gives readers values: those of a resolved template, and those of references that they make. */
public final class Intrinsics {
  private final UnaryOperator<TemplateValue> evaluation;

  /**
   * @param evaluation of a value
   */
  public Intrinsics(UnaryOperator<TemplateValue> evaluation) {
    this.evaluation = evaluation;
  }

  /**
   * Returns whether all of a value is known here.
   *
   * @param what is left out where it is not
   * @param warnings gets the line that says so
   */
  public static boolean isKnown(TemplateValue value, String what, Consumer<String> warnings) {
    Optional<TemplateValue.Call> unknown = TemplateValue.unknown(value);
    unknown.ifPresent(call -> warnings.accept(call.leftOut(what)));
    return unknown.isEmpty();
  }

  /**
   * The value without calls.
   *
   * @throws thaw.problem.UserMistake where a part of it cannot be known
   */
  public TemplateValue resolve(TemplateValue value) {
    TemplateValue resolved = evaluation.apply(value);
    TemplateValue.unknown(resolved)
        .ifPresent(unknown -> {
          throw unknown.mistake();
        });
    return resolved;
  }

  public String text(TemplateValue value, String what) {
    if (resolve(value) instanceof TemplateValue.Text text
        && text.kind() != TemplateValue.Kind.NULL) {
      return text.asString();
    }
    throw value.place().mistake(what + " must be a text", "write one plain value for " + what);
  }
}
