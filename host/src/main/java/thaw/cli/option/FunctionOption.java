package thaw.cli.option;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import thaw.app.choice.FunctionChoice;

/** Which function, at which size and on which JDK: the same in commands that are about one. */
public final class FunctionOption extends FunctionChoice {
  @Mixin private final TimeoutOption timeoutOption = new TimeoutOption();

  @Mixin private final ClientOption clientOption = new ClientOption();

  public FunctionOption() {
    chooseTimeout(timeoutOption);
    chooseClient(clientOption);
  }

  @Option(
      names = "--function",
      paramLabel = "NAME",
      description = "Logical id or name; needed where a template has several functions.")
  @Override
  public void chooseName(@Nullable String name) {
    super.chooseName(name);
  }

  @Option(names = "--memory", paramLabel = "MB", description = "Memory size.")
  @Override
  public void chooseMemory(@Nullable Integer memory) {
    super.chooseMemory(memory);
  }

  @Option(names = "--jdk", paramLabel = "VERSION|DIR", description = "JDK to run on.")
  @Override
  public void chooseJdk(@Nullable String jdk) {
    super.chooseJdk(jdk);
  }
}
