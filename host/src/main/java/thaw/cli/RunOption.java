package thaw.cli;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import thaw.problem.UserMistake;

/** Which of the running platforms a command is about. */
final class RunOption {
  @Option(
      names = "--port",
      paramLabel = "PORT",
      description = "Port of the Lambda API of the thaw run that is meant, when several run.")
  private @Nullable Integer port;

  /** The only one, or the one with the port. */
  RunFile one(Path cache) {
    List<RunFile> all = matching(cache);
    if (all.size() > 1) {
      throw new UserMistake(
          all.size() + " thaw run are running",
          "choose with --port: " + String.join(", ", all.stream().map(RunFile::url).toList()));
    }
    return all.getFirst();
  }

  /** At least one. */
  List<RunFile> matching(Path cache) {
    List<RunFile> all = RunFile.all(cache);
    if (all.isEmpty()) {
      throw new UserMistake("no thaw run is running", "start one: thaw run FOLDER");
    }
    List<RunFile> matching =
        all.stream().filter(run -> port == null || run.url().endsWith(":" + port)).toList();
    if (matching.isEmpty()) {
      throw new UserMistake(
          "no thaw run listens on port " + port,
          "use one of: " + String.join(", ", all.stream().map(RunFile::url).toList()));
    }
    return matching;
  }
}
