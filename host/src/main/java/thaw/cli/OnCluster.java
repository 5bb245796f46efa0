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
      throw MissingJars.of(command + " --on kubernetes", MissingJars.CLUSTER);
    }
    throw new UserMistake(
        "--on must be kubernetes: " + place, "leave it out for what runs on this machine");
  }
}
