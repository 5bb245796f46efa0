package thaw.cli.option;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import thaw.app.choice.DataChoice;
import thaw.app.choice.FunctionChoice;
import thaw.app.choice.SourceChoice;

/** Options that commands share that invoke one function. */
public final class InvokedFunctionOptions {
  @Mixin private SourceOptions source = new SourceOptions();

  @Mixin private FunctionOption function = new FunctionOption();

  @Mixin private DataOptions data = new DataOptions();

  public SourceChoice source() {
    return source.choice();
  }

  public FunctionChoice function() {
    return function.choice();
  }

  /** Returns the name that was given; null when none was. */
  public @Nullable String functionName() {
    return function.name();
  }

  public DataChoice data() {
    return data.choice();
  }
}
