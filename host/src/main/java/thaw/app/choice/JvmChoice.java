package thaw.app.choice;

import java.util.List;
import java.util.Optional;
import thaw.environment.launch.ClientKind;

/**
 * Chooses what a function runs on, in place of what its configuration says.
 *
 * @param jdk feature version or folder in place of what the runtime names
 * @param flags options of the JVM, after those of the managed runtime
 * @param client what speaks to the Runtime API in it
 */
public record JvmChoice(Optional<String> jdk, List<String> flags, ClientKind client) {
  public JvmChoice {
    flags = List.copyOf(flags);
  }

  public static JvmChoice on(Optional<String> jdk, ClientKind client) {
    return new JvmChoice(jdk, List.of(), client);
  }
}
