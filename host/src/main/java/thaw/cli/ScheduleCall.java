package thaw.cli;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import thaw.deployment.WorkerImage;

/**
 * Tells one worker that a schedule is due, and ends with 1 unless that has accepted it. The clock
 * of a cluster runs it in a container of a worker's image.
 */
public final class ScheduleCall {
  /** The variable of the container that has the name of its Job. */
  public static final String JOB = "JOB";

  private static final int PATIENCE_MILLIS = 20_000;

  /** Matches minutes since 1970, from 1989 to 2160. */
  private static final int DIGITS = 8;

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
        url,
        "$(" + JOB + ")");
  }

  /** Tells the worker. The arguments are the URL at which it is told, and the name of the Job. */
  public static void main(String[] arguments) {
    String url = arguments[0] + at(arguments[1]);
    String said;
    try {
      HttpURLConnection worker = (HttpURLConnection) URI.create(url).toURL().openConnection();
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
    System.err.println("the worker at " + url + " " + said);
    System.exit(1);
  }

  /** A Job of a CronJob's has at its end the minutes since 1970 in which it is due. */
  private static String at(String job) {
    String end = job.substring(job.lastIndexOf('-') + 1);
    boolean isTime = end.length() == DIGITS && end.chars().allMatch(Character::isDigit);
    return isTime ? "&at=" + Instant.ofEpochSecond(60 * Long.parseLong(end)) : "";
  }
}
