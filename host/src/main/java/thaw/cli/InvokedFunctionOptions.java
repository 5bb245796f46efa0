package thaw.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import thaw.app.choice.DataChoice;
import thaw.app.choice.FunctionChoice;
import thaw.app.choice.SourceChoice;
import thaw.problem.UserMistake;

/** Options that commands share that invoke one function. */
public final class InvokedFunctionOptions {
  @Mixin private SourceOptions source = new SourceOptions();

  @Mixin private FunctionOption function = new FunctionOption();

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "FUNCTION",
      description = "Name of the function, as with --function.")
  private @Nullable String second;

  @Mixin private DataOptions data = new DataOptions();

  public SourceChoice source() {
    return source.choice();
  }

  public FunctionChoice function() {
    return function.choice(functionName());
  }

  /** Returns the name that was given; null when none was. */
  @Nullable String functionName() {
    String named = function.name();
    if (second != null && named != null && !second.equals(named)) {
      throw new UserMistake(
          "two functions are named: " + second + " and " + named, "leave out one of the names");
    }
    return second == null ? named : second;
  }

  public DataChoice data() {
    return data.choice();
  }
}
