package thaw.app.workspace;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import thaw.app.choice.JvmChoice;
import thaw.app.choice.ThawFile;
import thaw.environment.launch.ManagedRuntime;
import thaw.function.FunctionDefinition;
import thaw.function.HostArchitecture;
import thaw.problem.UserMistake;
import thaw.sandbox.jdk.Jdk;
import thaw.sandbox.jdk.Jdks;

/**
 * The choice of the JDK of this machine on which a function runs.
 *
 * @param once gets what is to be said of it one time
 */
record FunctionJdks(Jdks jdks, Consumer<String> once) {
  /**
   * Returns the JDK that was chosen, else that of the file beside the template, else the managed
   * runtime's.
   */
  ManagedRuntime.Choice of(
      FunctionDefinition function, JvmChoice choice, @Nullable ThawFile usual) {
    Optional<String> named =
        choice.jdk().or(() -> Optional.ofNullable(usual).flatMap(file -> file.of(function).jdk()));
    return named.isPresent()
        ? new ManagedRuntime.Choice(named(named.get()), Optional.empty())
        : managed(function.runtime());
  }

  private ManagedRuntime.Choice managed(String runtime) {
    ManagedRuntime.Choice choice = ManagedRuntime.of(runtime).choose(jdks);
    choice.standIn().ifPresent(each -> once.accept(each.sentence(choice.jdk())));
    return choice;
  }

  /** Returns the JDK that is named by its feature version or its folder. */
  Jdk named(String name) {
    if (name.matches("\\d+")) {
      return jdks.ofFeature(Integer.parseInt(name))
          .orElseThrow(() ->
              new UserMistake(
                  "no JDK " + name + " was found; there are: " + found(),
                  Jdks.remedy("JDK " + name) + ", or name a JDK's folder"));
    }
    Path home = Path.of(name);
    Optional<String> other = Jdks.otherArchitecture(home);
    if (other.isPresent()) {
      throw new UserMistake(
          "the JDK %s is for %s, and this machine is %s"
              .formatted(name, other.get(), HostArchitecture.NAME),
          "name one for this machine; thaw package takes the other one by --target-jdk");
    }
    return (Files.isDirectory(home) ? Jdks.read(home) : Optional.<Jdk>empty())
        .orElseThrow(() ->
            new UserMistake(
                name + " is not a JDK", "name a version (" + found() + ") or a JDK's folder"));
  }

  private String found() {
    return String.join(", ", jdks.all().stream().map(jdk -> "" + jdk.feature()).toList());
  }
}
