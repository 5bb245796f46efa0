package thaw.cli;

import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import thaw.app.choice.SettingsChoice;
import thaw.function.MemorySize;

/** Options that give all functions other settings than their template. */
final class SettingsOptions {
  @Option(names = "--memory", paramLabel = "MB", description = "Memory size of all functions.")
  private @Nullable Integer memory;

  @Option(
      names = "--env",
      paramLabel = "NAME=VALUE",
      description =
          "Variable of all functions, in place of one of the same name in the template;"
              + " repeatable.")
  private Map<String, String> environment = Map.of();

  @Option(
      names = "--jdk",
      paramLabel = "VERSION|DIR",
      description = "JDK that all functions run on, in place of what their runtimes name.")
  private @Nullable String jdk;

  SettingsChoice choice() {
    return new SettingsChoice(Optional.ofNullable(memory).map(MemorySize::onDemand), environment);
  }

  Optional<String> jdk() {
    return Optional.ofNullable(jdk);
  }
}
