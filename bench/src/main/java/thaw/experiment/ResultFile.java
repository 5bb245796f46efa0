package thaw.experiment;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import thaw.experiment.sampling.JsonLines;
import thaw.experiment.sampling.SampleLog;
import thaw.problem.UserMistake;
import thaw.store.FolderLock;

/**
 * {@code results.jsonl}, with its folder locked: one line a sample, as {@link ResultFormat} has it,
 * forced to disk before the next one starts.
 */
final class ResultFile implements AutoCloseable {
  private static final String GATE = "gate.json";
  private static final String[] MADE = {
    "summary.json", "report.html", "baseline.json", GATE, "tune.json", "tune.html"
  };

  private final FolderLock lock;
  private final SampleLog<Sample> log;

  private ResultFile(FolderLock lock, SampleLog<Sample> log) {
    this.lock = lock;
    this.log = log;
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
    return open(folder, ResultFormat.of(plan), aside);
  }

  /**
   * Opens the results of an experiment without variants; otherwise it is like {@link #open(Path,
   * Plan, Consumer)}.
   */
  static ResultFile open(Path folder, ResultFormat format, Consumer<Path> aside) {
    JsonLines lines = new JsonLines(folder.resolve("results.jsonl"));
    try {
      FolderLock lock = lines.lock();
      // Results and what was made of them stay together, under one stamp.
      SampleLog<Sample> log = SampleLog.open(lines, format, aside, MADE);
      Files.deleteIfExists(folder.resolve(GATE)); // of fewer samples, against whatever it was
      return new ResultFile(lock, log);
    } catch (IOException e) {
      throw notWritten(folder, e);
    }
  }

  /** Returns the samples of this plan; none if the file is of another one. */
  static List<Sample> kept(Path folder, ResultFormat format) {
    JsonLines lines = new JsonLines(folder.resolve("results.jsonl"));
    if (!Files.isRegularFile(lines.path())) {
      return List.of();
    }
    try {
      return format.ofPlan(lines.read());
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

  SampleLog<Sample> log() {
    return log;
  }

  @Override
  public void close() {
    lock.close();
  }
}
