package thaw.app.bench;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
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
 * @param id of at most 50 lower-case letters, digits and -: other ones for other images, sizes,
 *     events and results
 * @param image of a worker
 * @param command that a pod runs, in place of the worker
 */
public record PodStart(
    String name, String id, String image, FunctionDefinition function, List<String> command) {
  /**
   * The largest event in bytes. It leaves room for other arguments within the longest one that the
   * kernel takes.
   */
  private static final int LONGEST_EVENT = 100_000;

  public PodStart {
    command = List.copyOf(command);
  }

  /**
   * @param values options with values that the template does not have
   * @throws UserMistake when the event is too long to be given to a pod
   */
  public static PodStart of(
      String name, String image, FunctionDefinition function, byte[] event, List<String> values) {
    if (event.length > LONGEST_EVENT) {
      throw new UserMistake(
          "the event of %s has %d bytes, and a pod is given %d at most"
              .formatted(function.logicalId(), event.length, LONGEST_EVENT),
          "name a shorter one: --event FILE");
    }
    List<String> words = new ArrayList<>(List.of("invoke", PodStartJob.OPTION));
    words.addAll(List.of("--function", function.logicalId()));
    words.addAll(List.of("--memory", "" + function.memory().mebibytes()));
    words.addAll(List.of("--event", new String(event, StandardCharsets.UTF_8)));
    words.addAll(values);
    List<String> command = WorkerImage.command(words.toArray(String[]::new));
    return new PodStart(name, id(name, image + command), image, function, command);
  }

  private static String id(String name, String measured) {
    String digest = DigestUtils.sha256Hex(measured).substring(0, 8);
    String label = name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
    return "bench-%s-%.30s".formatted(digest, label).replaceAll("-+$", "");
  }

  /** The same for a result of its own: two results never share samples. */
  public PodStart keptIn(Path out) {
    String place = out.toAbsolutePath().normalize().toString();
    return new PodStart(name, id(name, image + command + place), image, function, command);
  }

  /** Handler and memory size. */
  String description() {
    return "%s, %d MB".formatted(function.handler(), function.memory().mebibytes());
  }
}
