package thaw.app.choice;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import thaw.environment.launch.ClientKind;
import thaw.function.FunctionDefinition;
import thaw.sandbox.jdk.Jdk;
import thaw.sandbox.jdk.Jdks;

/**
 * Chooses what a function runs on, in place of what its configuration says.
 *
 * @param jdk feature version or folder in place of what the runtime names
 * @param flags options of the JVM, after those of the managed runtime
 * @param client what speaks to the Runtime API in it
 */
public record JvmChoice(Optional<String> jdk, List<String> flags, ClientKind client) {
  private static final Pattern FEATURE = Pattern.compile("\\d{1,3}");

  public JvmChoice {
    flags = List.copyOf(flags);
  }

  /** Returns the same for another machine, which has its JDKs in other folders. */
  public JvmChoice elsewhere() {
    return new JvmChoice(
        jdk.map(each -> feature(each).map(String::valueOf).orElse(each)), flags, client);
  }

  /** Returns the function on what was chosen for it. */
  FunctionDefinition of(FunctionDefinition function) {
    return on(jdk, function);
  }

  /**
   * Returns the function, where nobody has named its runtime, on that of the JDK.
   *
   * @param jdk feature version or folder
   */
  public static FunctionDefinition on(Optional<String> jdk, FunctionDefinition function) {
    return jdk.flatMap(JvmChoice::feature).map(function::guessedFor).orElse(function);
  }

  /** What is no JDK is refused where it is to be used. */
  private static Optional<Integer> feature(String jdk) {
    return FEATURE.matcher(jdk).matches()
        ? Optional.of(Integer.valueOf(jdk))
        : Jdks.read(Path.of(jdk)).map(Jdk::feature);
  }

  public static JvmChoice on(Optional<String> jdk, ClientKind client) {
    return new JvmChoice(jdk, List.of(), client);
  }
}
