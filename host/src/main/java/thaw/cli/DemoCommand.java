package thaw.cli;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import thaw.app.shared.Folders;
import thaw.project.DemoProject;

/** {@code thaw demo}: what Thaw does, on a function that it brings. Downloads nothing. */
@Command(
    name = "demo",
    description =
        "Explains and compares cold starts of a function that Thaw brings. Downloads nothing, and"
            + " takes some 15 seconds on two idle CPUs.",
    mixinStandardHelpOptions = true)
final class DemoCommand implements Callable<Integer> {
  private static final String INTERFACES = "runtime-client/aws-lambda-java-core.jar";

  @Parameters(
      paramLabel = "FOLDER",
      arity = "0..1",
      description =
          "Folder for the demo: a new or empty one, or that of a demo. Default: ${DEFAULT-VALUE}.")
  private Path folder = Path.of("thaw-demo");

  @Override
  public Integer call() {
    PrintStream out = System.out;
    Path interfaces = Folders.of(System.getenv()).program().resolve(INTERFACES);
    boolean made = new DemoProject(folder).make(interfaces);
    out.printf(
        "%s in %s: an order function in two variants. Slow reads its price list and finds its%n"
            + "formats in the first request, Fast once in init. Nothing is downloaded.%n",
        made ? "Made" : "Found", folder);
    String source = folder.toString();
    int explained =
        step("why", source, "--function", "Slow", "--out", folder.resolve("thaw-why").toString());
    if (explained != ExitCode.DONE) {
      return explained;
    }
    int compared =
        step("bench", source, "--runs", "6", "--out", folder.resolve("thaw-bench").toString());
    if (compared != ExitCode.DONE) {
      return compared;
    }
    out.println();
    out.println("Next: the same for a function of yours");
    out.println("  thaw why target/your.jar    explain a cold start of its handler");
    out.println("  thaw fix FOLDER             make it shorter, and prove the gain");
    out.println("  thaw                        what to begin with in a folder");
    return ExitCode.DONE;
  }

  /** A command as anybody would write it. */
  private static int step(String... words) {
    System.out.println();
    System.out.println("$ thaw " + String.join(" ", List.of(words)));
    System.out.flush();
    return Main.run(words);
  }
}
