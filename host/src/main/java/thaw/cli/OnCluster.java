package thaw.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import thaw.problem.UserMistake;

/**
 * {@code --on} of commands that are about this machine. With {@code --on kubernetes} another
 * command of that name takes their place, unless its jars are missing.
 */
final class OnCluster {
  @Option(
      names = "--on",
      paramLabel = "kubernetes",
      description =
          "kubernetes: does the same for what thaw deploy has put into a cluster. Its options: --on"
              + " kubernetes --help.")
  private @Nullable String place;

  /**
   * @param command whose option it is, such as {@code thaw ps}
   * @throws UserMistake when another place than this machine is named
   */
  void requireHere(String command) {
    if (place == null) {
      return;
    }
    if (place.equals(ClusterProgram.KUBERNETES)) {
      throw missing(command + " --on kubernetes");
    }
    throw new UserMistake(
        "--on must be kubernetes: " + place, "leave it out for what runs on this machine");
  }

  /** Returns the mistake to tell where the jars are missing. */
  static UserMistake missing(String command) {
    return new UserMistake(
        "the jars of " + command + ", in the folder cluster, are not on the class path",
        "start it with the launcher: " + command);
  }
}
