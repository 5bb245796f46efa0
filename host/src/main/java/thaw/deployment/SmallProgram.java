package thaw.deployment;

import java.util.List;

/** Runs a small program of Thaw's in the image of a worker, in place of the worker. */
public final class SmallProgram {
  private SmallProgram() {}

  /**
   * Returns the command of the container.
   *
   * @param mainClass its name
   */
  public static List<String> command(String mainClass, String argument) {
    return List.of(
        WorkerImage.JVM + "/bin/java",
        "-XX:+UseSerialGC",
        "-XX:TieredStopAtLevel=1",
        "-XX:-UsePerfData",
        "-Xmx16m",
        "-cp",
        WorkerImage.PROGRAM + "/lib/*",
        mainClass,
        argument);
  }
}
