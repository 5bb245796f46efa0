package thaw.cli.cluster;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.util.List;
import thaw.deployment.WorkerImage;

/**
 * Tells one worker that a schedule is due, and ends with 1 unless that has accepted it. The clock
 * of a cluster runs it in a container of a worker's image.
 */
public final class ScheduleCall {
  private static final int PATIENCE_MILLIS = 20_000;

  private ScheduleCall() {}

  /**
   * Returns the command that runs it in a container.
   *
   * @param url at which a worker is told
   */
  public static List<String> command(String url) {
    List<String> worker = WorkerImage.command("run");
    return List.of(
        worker.getFirst(),
        "-XX:+UseSerialGC",
        "-XX:TieredStopAtLevel=1",
        "-XX:-UsePerfData",
        "-Xmx16m",
        "-cp",
        worker.get(worker.indexOf("-cp") + 1),
        ScheduleCall.class.getName(),
        url);
  }

  /** With the URL at which a worker is told. */
  public static void main(String[] arguments) {
    String said;
    try {
      HttpURLConnection worker =
          (HttpURLConnection) URI.create(arguments[0]).toURL().openConnection();
      worker.setConnectTimeout(PATIENCE_MILLIS);
      worker.setReadTimeout(PATIENCE_MILLIS);
      worker.setRequestMethod("POST");
      if (worker.getResponseCode() == HttpURLConnection.HTTP_ACCEPTED) {
        return;
      }
      said = "answers " + worker.getResponseCode() + " " + worker.getResponseMessage();
    } catch (IOException e) {
      said = "does not answer: " + e;
    }
    System.err.println("the worker at " + arguments[0] + " " + said);
    System.exit(1);
  }
}
