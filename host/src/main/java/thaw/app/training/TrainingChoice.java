package thaw.app.training;

import java.nio.file.Path;
import java.util.List;
import thaw.app.choice.EventChoice;
import thaw.problem.UserMistake;

/**
 * A training by recorded events.
 *
 * @param folder that {@code thaw run --record} has written
 * @param unseen events, files or JSON, that train nothing: what they load is compared with what the
 *     training has
 */
public record TrainingChoice(Path folder, List<String> unseen) {
  public TrainingChoice {
    unseen = List.copyOf(unseen);
  }

  /** With no event to be compared. */
  public static TrainingChoice of(Path folder) {
    return new TrainingChoice(folder, List.of());
  }

  /**
   * Before anything is built for it.
   *
   * @throws UserMistake when an event to be compared with cannot be read
   */
  public void check() {
    unseen.forEach(each -> EventChoice.read(each, "--unseen"));
  }

  /** What is in the folder. */
  public TrainingFolder recorded() {
    return new TrainingFolder(folder);
  }
}
