package thaw.app.choice;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import thaw.environment.launch.ClientKind;
import thaw.function.Application;
import thaw.function.FunctionDefinition;
import thaw.function.MemorySize;
import thaw.problem.UserMistake;

/** Which function, at which size and on which JDK: the same in commands that are about one. */
public class FunctionChoice {
  private @Nullable String name;

  private @Nullable Integer memory;

  private @Nullable String jdk;

  private TimeoutChoice timeout = new TimeoutChoice();

  private ClientChoice client = new ClientChoice();

  /** As given; null when none was. */
  public @Nullable String name() {
    return name;
  }

  /** The options that were given beside the name, as they are written. */
  public String named() {
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
  public FunctionDefinition of(Application application, SourceChoice source) {
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
        .orElseThrow(() -> noFunction(application, name));
  }

  /** Chooses what {@code --function} is for. */
  public void chooseName(@Nullable String name) {
    this.name = name;
  }

  /** Chooses what {@code --memory} is for. */
  public void chooseMemory(@Nullable Integer memory) {
    this.memory = memory;
  }

  /** Chooses what {@code --jdk} is for. */
  public void chooseJdk(@Nullable String jdk) {
    this.jdk = jdk;
  }

  public void chooseTimeout(TimeoutChoice timeout) {
    this.timeout = timeout;
  }

  public void chooseClient(ClientChoice client) {
    this.client = client;
  }

  public static UserMistake noFunction(Application application, String name) {
    return new UserMistake(
        "no function has the name " + name,
        "use one of: "
            + String.join(
                ", ",
                application.functions().stream().map(FunctionDefinition::logicalId).toList()));
  }
}
