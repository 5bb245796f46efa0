package thaw.function.template.resource;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import thaw.function.Output;
import thaw.problem.UserMistake;
import thaw.template.Intrinsics;
import thaw.template.TemplateValue;

/**
 * Reads {@code Outputs}. Nothing runs by them, so one that has no value here is left out, without a
 * word.
 */
final class OutputReader {
  private OutputReader() {}

  static List<Output> read(TemplateValue.Members section, Intrinsics intrinsics) {
    List<Output> outputs = new ArrayList<>();
    section
        .members()
        .forEach((name, member) ->
            value(member.value(), intrinsics)
                .ifPresent(value -> outputs.add(new Output(name, value))));
    return outputs;
  }

  private static Optional<String> value(TemplateValue output, Intrinsics intrinsics) {
    Optional<TemplateValue> value =
        output instanceof TemplateValue.Members members ? members.value("Value") : Optional.empty();
    if (value.isEmpty()) {
      return Optional.empty();
    }
    if (TemplateValue.unknown(value.get()).isPresent()) {
      return Optional.empty();
    }
    try {
      return Optional.of(intrinsics.text(value.get(), "Value"));
    } catch (UserMistake e) {
      return Optional.empty();
    }
  }
}
