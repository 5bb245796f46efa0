package thaw.experiment;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import thaw.problem.UserMistake;
import thaw.store.FolderLock;

/**
 * {@code results.jsonl}: one line a sample, forced to disk before the next one starts.
 *
 * <p>Every line says which plan it belongs to. A last line that a crash cut short is dropped when
 * the file is read.
 */
final class ResultFile implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final FolderLock lock;
  private final JsonLines lines;
  private final String plan;
  private final Map<String, String> starts;
  private final List<Sample> earlier;
  private final Object appending = new Object();
  private int kept; // guarded by appending
  private boolean stopped; // guarded by appending

  /**
   * What the file is to have.
   *
   * @param plan digest of all that makes samples comparable
   * @param starts how each of what is measured starts, by the name that its samples have
   * @param wanted samples, those of all names together
   */
  record Kept(String plan, Map<String, String> starts, long wanted) {
    Kept {
      starts = Map.copyOf(starts);
    }

    static Kept of(Plan plan) {
      Map<String, String> starts = new HashMap<>();
      plan.variants()
          .forEach(variant -> starts.put(variant.name(), variant.spec().start().words()));
      return new Kept(plan.fingerprint(), starts, (long) plan.variants().size() * plan.runs());
    }
  }

  private ResultFile(FolderLock lock, JsonLines lines, Kept kept, List<Sample> earlier) {
    this.lock = lock;
    this.lines = lines;
    this.plan = kept.plan();
    this.starts = kept.starts();
    this.earlier = earlier;
    this.kept = earlier.size();
  }

  /**
   * Makes the folder where it is missing.
   *
   * @throws UserMistake when nothing can be written there
   */
  static void makeFolder(Path folder) {
    try {
      Files.createDirectories(folder);
      if (!Files.isWritable(folder)) {
        throw new AccessDeniedException(folder.toString());
      }
    } catch (IOException e) {
      throw notWritten(folder, e);
    }
  }

  private static UserMistake notWritten(Path folder, IOException e) {
    return new UserMistake(
        "cannot write results to " + folder + ": " + reason(e),
        "name a folder that can be written with --out");
  }

  /**
   * Opens the file in {@code folder} for this plan. Samples of the same plan are kept, so that an
   * interrupted experiment goes on; those of another or of a complete one are moved aside.
   *
   * @param aside is told where they went
   */
  static ResultFile open(Path folder, Plan plan, Consumer<Path> aside) {
    return open(folder, Kept.of(plan), aside);
  }

  /** As {@link #open(Path, Plan, Consumer)}, of what has no variants. */
  static ResultFile open(Path folder, Kept kept, Consumer<Path> aside) {
    JsonLines lines = new JsonLines(folder.resolve("results.jsonl"));
    try {
      FolderLock lock = lines.lock();
      if (Files.exists(lines.path())) {
        List<ObjectNode> nodes = lines.read();
        boolean same =
            nodes.stream().allMatch(node -> node.path("plan").asText().equals(kept.plan()));
        if (same && nodes.size() < kept.wanted()) {
          lines.replace(nodes);
          List<Sample> earlier = nodes.stream().map(ResultFile::sample).toList();
          return new ResultFile(lock, lines, kept, earlier);
        }
        // Results and the reports made of them stay together, under one stamp.
        aside.accept(lines.moveAside("summary.json", "report.html"));
      }
      Files.createFile(lines.path());
      return new ResultFile(lock, lines, kept, List.of());
    } catch (IOException e) {
      throw notWritten(folder, e);
    }
  }

  /** The message of many a file system exception is the path alone. */
  private static String reason(IOException e) {
    return switch (e) {
      case FileAlreadyExistsException _ -> "there is a file of that name";
      case AccessDeniedException _ -> "permission denied";
      case NoSuchFileException _ -> "it cannot be created";
      default -> String.valueOf(e.getMessage());
    };
  }

  /** Samples that an earlier, interrupted run has left. */
  List<Sample> earlier() {
    return earlier;
  }

  private static Sample sample(JsonNode node) {
    Map<Metric, Double> values = new EnumMap<>(Metric.class);
    for (Metric metric : Metric.values()) {
      if (node.hasNonNull(metric.key())) {
        values.put(metric, node.get(metric.key()).asDouble());
      }
    }
    JsonNode failed = node.get("failure");
    Sample.@Nullable Failure failure =
        failed == null || failed.isNull()
            ? null
            : new Sample.Failure(
                failed.path("type").asText(),
                failed.path("message").asText(),
                failed.path("log").valueStream().map(JsonNode::asText).toList());
    return new Sample(
        node.get("name").asText(),
        node.get("sample").asInt(),
        Instant.parse(node.get("startedAt").asText()),
        values,
        node.hasNonNull("status") ? node.get("status").asInt() : null,
        failure,
        node.hasNonNull("remote") ? remote(node.get("remote")) : null);
  }

  private static Sample.Remote remote(JsonNode node) {
    return new Sample.Remote(
        node.path("requestId").asText(),
        node.path("version").asText(),
        node.path("roundTripMillis").asDouble(),
        node.path("reports").valueStream().map(JsonNode::asText).toList());
  }

  /** What ends the program ends its functions too: a sample that comes later is none. */
  void append(Sample sample) {
    synchronized (appending) {
      if (!stopped) {
        append(line(sample));
        kept++;
      }
    }
  }

  /**
   * Keeps no sample from now on. Any thread may call it.
   *
   * @return how many are on disk, those of earlier runs too
   */
  int stop() {
    synchronized (appending) {
      stopped = true;
      return kept;
    }
  }

  private ObjectNode line(Sample sample) {
    ObjectNode node = JSON.createObjectNode();
    node.put("name", sample.name()).put("sample", sample.number());
    node.put("start", starts.get(sample.name()));
    node.put("startedAt", sample.startedAt().toString()).put("plan", plan);
    if (sample.status() != null) {
      node.put("status", sample.status());
    }
    Sample.Failure failure = sample.failure();
    if (failure == null) {
      node.putNull("failure");
    } else {
      ObjectNode failed = node.putObject("failure");
      failed.put("type", failure.type()).put("message", failure.message());
      failure.log().forEach(failed.putArray("log")::add);
    }
    Sample.Remote remote = sample.remote();
    if (remote != null) {
      ObjectNode told = node.putObject("remote");
      told.put("requestId", remote.requestId()).put("version", remote.version());
      told.put("roundTripMillis", micros(remote.roundTripMillis()));
      remote.reports().forEach(told.putArray("reports")::add);
    }
    for (Metric metric : Metric.values()) {
      Double value = sample.values().get(metric);
      if (value == null) {
        node.putNull(metric.key());
      } else if (metric.unit().equals("ms")) {
        node.put(metric.key(), micros(value));
      } else {
        node.put(metric.key(), Math.round(value));
      }
    }
    return node;
  }

  /** To the microsecond. */
  private static double micros(double millis) {
    return Math.round(millis * 1000) / 1000.0;
  }

  private void append(ObjectNode node) {
    try {
      lines.append(node);
    } catch (IOException e) {
      throw new UncheckedIOException("could not append a sample to " + lines.path() + ": " + e, e);
    }
  }

  @Override
  public void close() {
    lock.close();
  }
}
