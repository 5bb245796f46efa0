package thaw.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import thaw.app.training.EventRedaction;
import thaw.app.training.RecordChoice;
import thaw.problem.UserMistake;

/** The events that functions serve, kept for a training. */
final class RecordOptions {
  @Option(
      names = "--record",
      paramLabel = "DIR",
      description =
          "Keeps successfully served events in this folder. thaw fix and thaw package train archives"
              + " with them: --training DIR.")
  private @Nullable Path record;

  @Option(
      names = "--redact",
      paramLabel = "MEMBER",
      split = ",",
      description =
          "With --record: a member of events whose value is replaced by another one of the same type"
              + " and length: a name or a JSON pointer; repeatable, or with commas.")
  private List<String> redact = List.of();

  /**
   * Returns where events are kept, and what is redacted in them; absent when nothing is kept.
   *
   * @throws UserMistake when something is to be redacted in nothing
   */
  Optional<RecordChoice> choice() {
    if (record == null && !redact.isEmpty()) {
      throw new UserMistake("--redact is about what --record writes", "give --record DIR, too");
    }
    return Optional.ofNullable(record)
        .map(folder -> new RecordChoice(folder, EventRedaction.of(redact)));
  }
}
