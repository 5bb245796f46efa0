package thaw.cli;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import thaw.environment.ClientKind;
import thaw.function.Application;
import thaw.function.FunctionDefinition;
import thaw.function.MemorySize;
import thaw.problem.UserMistake;

/** Which function, at which size and on which JDK: the same in commands that are about one. */
public final class FunctionOption {
  @Option(
      names = "--function",
      paramLabel = "NAME",
      description = "Logical id or name; needed where a template has several functions.")
  private @Nullable String name;

  @Option(names = "--memory", paramLabel = "MB", description = "Memory size.")
  private @Nullable Integer memory;

  @Option(names = "--jdk", paramLabel = "VERSION|DIR", description = "JDK to run on.")
  private @Nullable String jdk;

  @Mixin private TimeoutOption timeout = new TimeoutOption();

  @Mixin private ClientOption client = new ClientOption();

  /** As given; null when none was. */
  @Nullable String name() {
    return name;
  }

  /** The options that were given beside the name, as they are written. */
  String named() {
    return (memory == null ? "" : " --memory " + memory)
        + (jdk == null ? "" : " --jdk " + jdk)
        + timeout.named()
        + (client.kind() == ClientKind.OFFICIAL ? "" : " --runtime thaw");
  }

  /** In place of what the runtime names. */
  public JvmChoice jvm() {
    return JvmChoice.on(Optional.ofNullable(jdk), client.kind());
  }

  /** Has a mistake told before anything is built. */
  public void check() {
    if (memory != null) {
      new MemorySize(memory);
    }
    timeout.limit();
  }

  /** With the memory size and the timeout that were asked for. */
  public FunctionDefinition of(Application application, SourceOptions source) {
    return of(application, source.function(name));
  }

  /** The same, but one that something else names. */
  public FunctionDefinition of(Application application, @Nullable String named) {
    FunctionDefinition chosen = timeout.of(chosen(application, named));
    return memory == null ? chosen : chosen.withMemory(new MemorySize(memory));
  }

  /** The one with that logical id or name; without a name the only one. */
  public static FunctionDefinition chosen(Application application, @Nullable String name) {
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
        .orElseThrow(() -> Variants.noFunction(application, name));
  }
}
