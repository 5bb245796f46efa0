package thaw.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import thaw.app.running.RunChoice;
import thaw.app.running.RunFile;

/** The option that chooses one of the running platforms. */
final class RunOption {
  @Option(
      names = "--port",
      paramLabel = "PORT",
      description =
          "Port of the Lambda API of the thaw run to ask. Default: that of the only one, or of the"
              + " one that runs this folder.")
  private @Nullable Integer port;

  RunChoice choice() {
    return new RunChoice(Optional.ofNullable(port));
  }

  /** The one with the port, the only one, or the one that runs the folder in which we are. */
  RunFile one(Path cache) {
    return choice().one(cache);
  }

  /** Returns the runs that match, at least one. */
  List<RunFile> matching(Path cache) {
    return choice().matching(cache);
  }
}
