package thaw.app.training;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import thaw.app.choice.DataChoice;
import thaw.files.NamedFile;
import thaw.problem.UserMistake;

/**
 * Keeps what a training is made of, as files that people may read, change and remove.
 *
 * <pre>
 * FUNCTION/0001-0f3a9c21d7b64e58.json   its events, by logical id, in the order in which they came
 * seed/                                 what tables and buckets have in them, as thaw run --seed
 * </pre>
 */
public record TrainingFolder(Path path) {
  private static final String SEED = "seed";
  private static final String EVENT = ".json";

  Path of(String logicalId) {
    return NamedFile.in(path, logicalId);
  }

  static boolean isEvent(Path file) {
    return file.toString().endsWith(EVENT);
  }

  /** Returns the name of the file for the event with this number, from 1 on. */
  static String name(int number, String digest) {
    return "%04d-%s%s".formatted(number, digest, EVENT);
  }

  /**
   * The files of a function's events, in their order.
   *
   * @throws UserMistake when there is none
   */
  public List<Path> events(String logicalId) {
    Path folder = of(logicalId);
    if (!Files.isDirectory(folder)) {
      throw nothing(logicalId);
    }
    try (Stream<Path> files = Files.list(folder)) {
      List<Path> events = files.filter(TrainingFolder::isEvent).sorted().toList();
      if (events.isEmpty()) {
        throw nothing(logicalId);
      }
      return events;
    } catch (IOException e) {
      throw new UncheckedIOException("could not read " + folder + ": " + e, e);
    }
  }

  private UserMistake nothing(String logicalId) {
    return new UserMistake(
        "no event of " + logicalId + " was recorded in " + path,
        "run its tests with thaw run --record "
            + path
            + ", or set thaw.record for those with JUnit");
  }

  /** Returns the data that services start with, where the folder has some. */
  public DataChoice data() {
    Path own = path.resolve(SEED);
    return Files.isDirectory(own)
        ? new DataChoice(List.of(own.toString()), List.of())
        : DataChoice.NONE;
  }
}
