package thaw.app.training;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.codec.digest.DigestUtils;
import thaw.app.shared.Progress;
import thaw.function.Application;
import thaw.function.FunctionDefinition;
import thaw.function.packaging.OwnFiles;
import thaw.pool.PayloadObservation;

/**
 * Keeps the events that functions served without an error, each once, up to a number for each
 * function. Nobody else reads the folder: events may hold secrets.
 *
 * <p>Several programs may record into one folder, one after the other or side by side. Any thread
 * may tell it. A thread of its own looks at events and writes them: no request waits for a file.
 */
public final class TrainingRecorder implements Consumer<PayloadObservation>, AutoCloseable {
  /**
   * The most events that are kept of a function. A search for remedies lets the function answer all
   * of them for each remedy.
   */
  static final int MOST = 24;

  private static final int DIGITS = 16;
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final FileAttribute<?> FOR_ITS_OWNER =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

  private final TrainingFolder folder;
  private final EventRedaction redaction;
  private final Map<String, String> logicalIds;
  private final Progress progress;

  /** The events that were not answered yet, by request. */
  private final Map<String, PayloadObservation.Came> open = new ConcurrentHashMap<>();

  private final ExecutorService writer =
      Executors.newSingleThreadExecutor(Thread.ofVirtual().name("training recorder").factory());

  // Of the writer's thread:
  private final Map<String, Set<String>> known = new HashMap<>();
  private final Set<String> said = new HashSet<>();

  private TrainingRecorder(
      TrainingFolder folder,
      EventRedaction redaction,
      Map<String, String> logicalIds,
      Progress progress) {
    this.folder = folder;
    this.redaction = redaction;
    this.logicalIds = logicalIds;
    this.progress = progress;
  }

  /**
   * @param choice what is in its folder stays
   */
  public static TrainingRecorder into(
      RecordChoice choice, Application application, Progress progress) {
    Path path = choice.folder();
    try {
      OwnFiles.makeClosed(path);
    } catch (IOException e) {
      throw new UncheckedIOException("could not make " + path + ": " + e, e);
    }
    return new TrainingRecorder(
        new TrainingFolder(path),
        choice.redaction(),
        application.functions().stream()
            .collect(
                Collectors.toMap(
                    FunctionDefinition::name, FunctionDefinition::logicalId, (first, _) -> first)),
        progress);
  }

  @Override
  public void accept(PayloadObservation observation) {
    switch (observation) {
      case PayloadObservation.Came came -> open.put(came.requestId(), came);
      case PayloadObservation.TurnedAway away -> open.remove(away.requestId());
      case PayloadObservation.Left left -> {
        PayloadObservation.Came came = open.remove(left.requestId());
        if (came != null && !left.failed()) {
          later(came);
        }
      }
    }
  }

  private void later(PayloadObservation.Came came) {
    try {
      writer.execute(() -> keep(came));
    } catch (RejectedExecutionException e) {
      // The program ends, and so does what it records.
    }
  }

  private void keep(PayloadObservation.Came came) {
    String function = logicalIds.get(came.function());
    if (function == null) {
      return; // made by a client, and in no template
    }
    try {
      byte[] event = redaction.of(came.event());
      String digest = DigestUtils.sha256Hex(event).substring(0, DIGITS);
      Set<String> digests = known.get(function);
      if (digests == null) {
        digests = digests(function);
        known.put(function, digests);
      }
      if (digests.size() < MOST) {
        if (digests.add(digest)) {
          write(function, TrainingFolder.name(digests.size(), digest), event);
        }
      } else if (!digests.contains(digest) && said.add(function)) {
        progress.line(
            "%d events of %s are recorded; further ones are not".formatted(MOST, function));
      }
    } catch (JsonProcessingException e) {
      if (said.add("JSON")) {
        progress.line(
            "thaw: an event of "
                + function
                + " is not recorded: it is not JSON, in which --redact has to look");
      }
    } catch (IOException e) { // the function's caller has nothing to do with it
      if (said.add("")) {
        progress.line("thaw: events are not recorded: " + e);
      }
    }
  }

  private Set<String> digests(String function) throws IOException {
    OwnFiles.makeClosed(folder.of(function));
    try (Stream<Path> files = Files.list(folder.of(function))) {
      return files
          .filter(TrainingFolder::isEvent)
          .map(file -> file.getFileName().toString().replaceAll("^\\d+-|\\.json$", ""))
          .collect(Collectors.toCollection(HashSet::new));
    }
  }

  private void write(String function, String name, byte[] event) throws IOException {
    Path written = folder.of(function).resolve("new-" + ProcessHandle.current().pid() + "-" + name);
    Files.deleteIfExists(written); // of a program that was killed, and had this number
    Files.createFile(written, FOR_ITS_OWNER);
    Files.write(written, event);
    Files.move(written, folder.of(function).resolve(name), StandardCopyOption.ATOMIC_MOVE);
  }

  /** Returns when all is written that was served until now. */
  @Override
  public void close() throws InterruptedException {
    writer.shutdown();
    if (!writer.awaitTermination(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
      progress.line(
          "thaw: events are not recorded to the last: the disk of %s is too slow"
              .formatted(folder.path()));
    }
  }
}
