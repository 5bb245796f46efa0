package thaw.cluster;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import thaw.app.packaging.WorkerSnapshots;
import thaw.app.run.ApiPorts;
import thaw.problem.UserMistake;

/**
 * How workers are wanted in a cluster.
 *
 * @param name of all objects that are made
 * @param image that {@code thaw package --to worker} has made, as nodes pull it
 * @param environments how many requests a worker runs at once
 * @param memoryMiB of a worker, whatever its functions' memory sizes are
 * @param scale how many workers there may be
 * @param drain so long a worker may take for what it has accepted
 * @param hosts names of clients' requests besides those that the cluster has for the Service
 * @param pullSecret with which nodes pull the image
 * @param snapshots an image with snapshots, mounted as a volume where there is one
 * @param prometheus where KEDA asks for the length of the queue
 * @param events size of a volume of its own for each worker's accepted events, as {@code 1Gi}
 * @param port of the one door that Knative leads requests to
 */
record WorkerPlan(
    ClusterEngine engine,
    String name,
    String namespace,
    String image,
    int environments,
    Optional<Long> memoryMiB,
    Scale scale,
    Duration drain,
    List<String> hosts,
    Optional<String> pullSecret,
    Optional<WorkerSnapshots> snapshots,
    Optional<String> prometheus,
    Optional<String> events,
    int port) {
  /** Of the Lambda API. */
  static final int LAMBDA_PORT = 3001;

  /** Of the first API of the template. */
  static final int API_PORT = ApiPorts.DEFAULT_PORT;

  static final int DEFAULT_ENVIRONMENTS = 10;

  private static final int MOST_ENVIRONMENTS = 1000;

  /** RFC 1123, as names of Services must be. */
  private static final Pattern LABEL = Pattern.compile("[a-z]([a-z0-9-]{0,61}[a-z0-9])?");

  private static final Pattern SIZE = Pattern.compile("([1-9]\\d{0,5})(Mi|Gi|Ti)");

  private static final Pattern IMAGE =
      Pattern.compile("[a-zA-Z0-9][a-zA-Z0-9._:/-]*(@sha256:[0-9a-f]{64})?");

  /**
   * How many workers there may be.
   *
   * @param least for Knative 0 is possible
   */
  record Scale(int least, int most) {
    /**
     * @param text {@code 2} or {@code 0..5}
     */
    static Scale of(String text) {
      String[] parts = text.split("\\.\\.", -1);
      try {
        int least = Integer.parseInt(parts[0]);
        int most = parts.length == 1 ? least : Integer.parseInt(parts[1]);
        if (parts.length <= 2 && least >= 0 && most >= Math.max(1, least)) {
          return new Scale(least, most);
        }
      } catch (NumberFormatException e) {
        // told below
      }
      throw new UserMistake(
          "--workers must be a number or a range: " + text, "use for example --workers 1..5");
    }
  }

  WorkerPlan {
    hosts = List.copyOf(hosts);
    requireLabel("--name", name);
    requireLabel("--namespace", namespace);
    if (!IMAGE.matcher(image).matches()) {
      throw new UserMistake(
          "--image is not the name of an image: " + image,
          "name what thaw package --to worker --registry has pushed, such as"
              + " registry.example.com/pets:1");
    }
    if (environments < 1 || environments > MOST_ENVIRONMENTS) {
      throw new UserMistake(
          "--environments must be 1..%d: %d".formatted(MOST_ENVIRONMENTS, environments),
          "use for example --environments 10");
    }
    events.ifPresent(size -> mebibytes("--keep-events", size));
    requireOfEngine(engine, scale, prometheus, events);
  }

  /**
   * @param option that has it
   * @param text such as {@code 4Gi}
   */
  static long mebibytes(String option, String text) {
    Matcher size = SIZE.matcher(text);
    if (!size.matches()) {
      throw new UserMistake(
          option + " must be a size such as 512Mi or 4Gi: " + text,
          "use for example " + option + " 4Gi");
    }
    long number = Long.parseLong(size.group(1));
    return switch (size.group(2)) {
      case "Ti" -> number << 20;
      case "Gi" -> number << 10;
      default -> number;
    };
  }

  private static void requireOfEngine(
      ClusterEngine engine, Scale scale, Optional<String> prometheus, Optional<String> events) {
    boolean knative = engine == ClusterEngine.KNATIVE;
    if (knative && prometheus.isPresent()) {
      throw new UserMistake(
          "--keda is for --target kubernetes: Knative scales by requests itself",
          "leave it out, or use --target kubernetes");
    }
    if (knative && events.isPresent()) {
      throw new UserMistake(
          "--keep-events is for --target kubernetes: Knative's pods have no volume of their own",
          "use --target kubernetes for functions that are invoked asynchronously");
    }
    if (!knative && prometheus.isEmpty() && scale.least() != scale.most()) {
      throw new UserMistake(
          "--workers %d..%d is a range, and nothing changes the number of workers"
              .formatted(scale.least(), scale.most()),
          "name one number, or let KEDA change it: --keda URL");
    }
    if (prometheus.isPresent() && scale.least() < 1) {
      throw new UserMistake(
          "--workers begins with 0, and a worker that does not run takes no events that could"
              + " start it",
          "use for example --workers 1..5, or --target knative, which holds requests back");
    }
  }

  private static void requireLabel(String option, String name) {
    if (!LABEL.matcher(name).matches()) {
      throw new UserMistake(
          option + " must be at most 63 lower-case letters, digits and -, a letter first: " + name,
          "use for example " + option + " pets");
    }
  }

  /** What a folder's or a file's name is as the name of objects. */
  static String nameOf(Path source) {
    Path absolute = source.toAbsolutePath().normalize();
    Path folder =
        absolute.toString().matches(".*\\.(ya?ml|json)") ? absolute.getParent() : absolute;
    String last =
        folder == null || folder.getFileName() == null ? "" : folder.getFileName().toString();
    String name = last.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
    return name.replaceAll("^[^a-z]+", "").replaceAll("-+$", "");
  }
}
