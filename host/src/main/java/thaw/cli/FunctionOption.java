package thaw.cli;

import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import thaw.function.Application;
import thaw.function.FunctionDefinition;
import thaw.problem.UserMistake;

/** Which function of the application: the same in every command that is about one. */
final class FunctionOption {
  @Option(
      names = "--function",
      paramLabel = "NAME",
      description = "Logical id or name; needed where a template has several functions.")
  private @Nullable String name;

  /** As given; null when none was. */
  @Nullable String name() {
    return name;
  }

  FunctionDefinition of(Application application) {
    List<FunctionDefinition> functions = application.functions();
    if (name == null) {
      if (functions.size() == 1) {
        return functions.getFirst();
      }
      throw new UserMistake(
          "the template has " + functions.size() + " functions",
          "choose with --function: "
              + String.join(", ", functions.stream().map(FunctionDefinition::logicalId).toList()));
    }
    return functions.stream()
        .filter(f -> f.logicalId().equals(name) || f.name().equals(name))
        .findFirst()
        .orElseThrow(() -> Variants.noFunction(application, String.valueOf(name)));
  }
}
