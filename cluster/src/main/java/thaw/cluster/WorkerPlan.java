package thaw.cluster;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import thaw.app.packaging.WorkerSnapshots;
import thaw.app.run.ApiPorts;

/**
 * The workers that are wanted in a cluster.
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
 * @param port the one that Knative leads requests to
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
  /** The port of the Lambda API. */
  static final int LAMBDA_PORT = 3001;

  /** The port of the template's first API. */
  static final int API_PORT = ApiPorts.DEFAULT_PORT;

  static final int DEFAULT_ENVIRONMENTS = 10;

  private static final int MOST_ENVIRONMENTS = 1000;

  /**
   * The longest name of a StatefulSet, which is shorter than others because a label of its pods
   * adds eleven characters.
   */
  private static final int LONGEST_OF_SET = 52;

  /** RFC 1123, as names of Services must be. */
  private static final Pattern LABEL = Pattern.compile("[a-z]([a-z0-9-]{0,61}[a-z0-9])?");

  private static final Pattern SIZE = Pattern.compile("([1-9]\\d{0,5})(Mi|Gi|Ti)");

  private static final Pattern RANGE = Pattern.compile("(\\d{1,6})(?:\\.\\.(\\d{1,6}))?");

  private static final Pattern IMAGE =
      Pattern.compile("[a-zA-Z0-9][a-zA-Z0-9._:/-]*(@sha256:[0-9a-f]{64})?");

  /**
   * The number of workers that there may be.
   *
   * @param least for Knative 0 is possible
   */
  record Scale(int least, int most) {
    /**
     * @param text {@code 2} or {@code 0..5}
     */
    static Scale of(String text) {
      Matcher range = RANGE.matcher(text);
      int least = range.matches() ? Integer.parseInt(range.group(1)) : -1;
      int most = least < 0 || range.group(2) == null ? least : Integer.parseInt(range.group(2));
      Mistakes.require(least >= 0 && most >= Math.max(1, least), "workers", text);
      return new Scale(least, most);
    }
  }

  WorkerPlan {
    hosts = List.copyOf(hosts);
    Mistakes.require(LABEL.matcher(name).matches(), "label", "--name", name);
    Mistakes.require(LABEL.matcher(namespace).matches(), "label", "--namespace", namespace);
    Mistakes.require(IMAGE.matcher(image).matches(), "image", image);
    Mistakes.require(
        environments >= 1 && environments <= MOST_ENVIRONMENTS,
        "environments",
        MOST_ENVIRONMENTS,
        environments);
    events.ifPresent(size -> mebibytes("--keep-events", size));
    Mistakes.require(
        events.isEmpty() || name.length() <= LONGEST_OF_SET, "long-name", LONGEST_OF_SET, name);
    requireOfEngine(engine, scale, prometheus, events);
  }

  /** Returns the labels that all objects have. */
  Map<String, String> labels() {
    return new TreeMap<>(
        Map.of(WorkerObjects.MANAGED_BY, WorkerObjects.MANAGER, WorkerObjects.NAME, name));
  }

  /**
   * @param option that has it
   * @param text such as {@code 4Gi}
   */
  static long mebibytes(String option, String text) {
    Matcher size = SIZE.matcher(text);
    Mistakes.require(size.matches(), "size", option, text);
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
    Mistakes.require(!knative || prometheus.isEmpty(), "keda-knative");
    Mistakes.require(!knative || events.isEmpty(), "events-knative");
    boolean fixed = !knative && prometheus.isEmpty();
    int least = scale.least();
    Mistakes.require(!fixed || least == scale.most(), "range", least, scale.most());
    Mistakes.require(prometheus.isEmpty() || least >= 1, "no-least");
  }

  /**
   * Turns the name of a folder or of a file's folder into one that Kubernetes allows for objects.
   */
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
