package thaw.app.bench;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import org.apache.commons.codec.digest.DigestUtils;
import thaw.app.invoke.PodStartJob;
import thaw.deployment.WorkerImage;
import thaw.function.FunctionDefinition;
import thaw.problem.UserMistake;

/**
 * One variant of cold starts in pods.
 *
 * @param name for people
 * @param id of at most 50 lower-case letters, digits and -: other ones for other images, sizes and
 *     events
 * @param image of a worker
 * @param command that a pod runs, in place of the worker
 */
public record PodStart(
    String name, String id, String image, FunctionDefinition function, List<String> command) {
  /** Of the longest argument that the kernel takes, with room for the others. */
  private static final int LONGEST_EVENT = 100_000;

  public PodStart {
    command = List.copyOf(command);
  }

  /**
   * @throws UserMistake when the event is too long to be given to a pod
   */
  public static PodStart of(String name, String image, FunctionDefinition function, byte[] event) {
    if (event.length > LONGEST_EVENT) {
      throw new UserMistake(
          "the event of %s has %d bytes, and a pod is given %d at most"
              .formatted(function.logicalId(), event.length, LONGEST_EVENT),
          "name a shorter one: --event FILE");
    }
    List<String> command =
        WorkerImage.command(
            "invoke",
            "--function",
            function.logicalId(),
            "--memory",
            "" + function.memory().mebibytes(),
            "--event",
            new String(event, StandardCharsets.UTF_8),
            PodStartJob.OPTION);
    String digest = DigestUtils.sha256Hex(image + command).substring(0, 8);
    String words = name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
    String id = "bench-%s-%.30s".formatted(digest, words).replaceAll("-+$", "");
    return new PodStart(name, id, image, function, command);
  }

  /** Handler and memory size. */
  String description() {
    return "%s, %d MB".formatted(function.handler(), function.memory().mebibytes());
  }
}
