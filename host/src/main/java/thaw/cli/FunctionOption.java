package thaw.cli;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import thaw.app.choice.FunctionChoice;
import thaw.app.choice.JvmChoice;
import thaw.function.MemorySize;

/**
 * Options that choose a function, its memory size and its JDK. All commands that are about one
 * function have them.
 */
public final class FunctionOption {
  @Mixin private TimeoutOption timeout = new TimeoutOption();

  @Mixin private ClientOption client = new ClientOption();

  @Option(
      names = "--function",
      paramLabel = "NAME",
      description =
          "Logical id, name, or path of the construct in CDK; needed where a template has several functions.")
  private @Nullable String name;

  @Option(names = "--memory", paramLabel = "MB", description = "Memory size.")
  private @Nullable Integer memory;

  @Option(names = "--jdk", paramLabel = "VERSION|DIR", description = "JDK to run on.")
  private @Nullable String jdk;

  /** Returns the name that was given; null when none was. */
  @Nullable String name() {
    return name;
  }

  public FunctionChoice choice() {
    return choice(name);
  }

  FunctionChoice choice(@Nullable String named) {
    return new FunctionChoice(
        Optional.ofNullable(named),
        Optional.ofNullable(memory).map(MemorySize::onDemand),
        timeout.choice(),
        JvmChoice.on(Optional.ofNullable(jdk), client.kind()));
  }
}
