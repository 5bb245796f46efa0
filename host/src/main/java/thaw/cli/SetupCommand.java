package thaw.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import thaw.app.shared.Folders;
import thaw.app.workspace.Workspace;
import thaw.problem.UserMistake;
import thaw.sandbox.Capability;
import thaw.sandbox.jdk.Jdk;
import thaw.sandbox.jdk.JdkSources;
import thaw.snapshot.CriuCommand;
import thaw.snapshot.CriuFolder;
import thaw.snapshot.CriuSetup;

/** {@code thaw setup}: gets what snapshots need, into Thaw's own folder. */
@Command(
    name = "setup",
    description =
        "Installs CRIU, which snapshots need, into Thaw's own folder, from packages whose digests"
            + " Thaw knows; the system stays as it is.",
    mixinStandardHelpOptions = true)
final class SetupCommand implements Callable<Integer> {
  @Option(
      names = "--mirror",
      paramLabel = "URL",
      description = "Mirror of Ubuntu's archive to try first.")
  private @Nullable String mirror;

  @Option(
      names = "--check",
      description = "Only checks the CRIU that is there; exit code 1 when it does not work.")
  private boolean check;

  @Option(
      names = "--jdk",
      paramLabel = "N",
      description =
          "Only says where JDK N is on this machine, else how to have it; exit code 1 when it is not"
              + " there.")
  private @Nullable Integer jdk;

  @Mixin private JsonOption json = new JsonOption();

  @Override
  public Integer call() throws IOException {
    Map<String, String> environment = System.getenv();
    if (jdk != null) {
      return tell(jdk);
    }
    CriuFolder folder = new CriuFolder(Folders.cache(environment).resolve("criu"));
    boolean installed = !check && install(folder, environment);
    Capability found;
    try (Workspace workspace = Workspace.open(TerminalProgress.standard())) {
      found = workspace.criu().capability(!workspace.instance().host().isRootOfMachine());
    }
    if (json.isAsked()) {
      json.print(SetupDocument.of(folder.find(environment), installed, found));
    }
    if (!found.available() && !check) {
      throw new UserMistake(found.name() + " are not possible: " + found.detail(), found.remedy());
    }
    if (!json.isAsked()) {
      print(found);
    }
    return found.available() ? ExitCode.DONE : ExitCode.ANSWER_IS_NO;
  }

  /** Thaw installs no JDK: the system, or the user's own manager of them, keeps it up to date. */
  private static int tell(int feature) throws IOException {
    try (Workspace workspace = Workspace.open(TerminalProgress.standard())) {
      Optional<Jdk> found = workspace.jdks().ofFeature(feature);
      System.out.println(
          found
              .map(each -> each.label() + " is at " + each.home())
              .orElse("no JDK %d was found".formatted(feature)));
      if (found.isEmpty()) {
        System.out.println(
            "Any of these brings it to where Thaw looks, and the next command uses it:");
        JdkSources.commands(feature, Path.of(System.getProperty("user.home")))
            .forEach(command -> System.out.println("  " + command));
      }
      return found.isPresent() ? ExitCode.DONE : ExitCode.ANSWER_IS_NO;
    }
  }

  /** Returns whether there was none in the folder before. */
  private boolean install(CriuFolder folder, Map<String, String> environment) throws IOException {
    boolean absent = folder.installed().isEmpty();
    CriuCommand criu =
        new CriuSetup(folder, environment, TerminalProgress.standard()::line)
            .install(Optional.ofNullable(mirror));
    if (!json.isAsked()) {
      System.out.println("CRIU " + criu.version().text() + " is at " + criu.binary());
    }
    return absent;
  }

  private static void print(Capability found) {
    PrintStream out = System.out;
    if (found.available()) {
      out.println(found.name() + ": " + found.detail());
      return;
    }
    out.println(found.name() + " are not possible: " + found.detail());
    out.println("Remedy: " + found.remedy());
  }
}
