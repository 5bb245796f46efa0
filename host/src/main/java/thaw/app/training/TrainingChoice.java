package thaw.app.training;

import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import thaw.app.choice.EventChoice;
import thaw.problem.UserMistake;

/**
 * A training by recorded events.
 *
 * @param folder that {@code thaw run --record} has written
 * @param unseen events by name that train nothing: what they load is compared with what the
 *     training has
 */
public record TrainingChoice(Path folder, Map<String, byte[]> unseen) {
  private static final int LONGEST_NAME = 60;

  public TrainingChoice {
    unseen = Collections.unmodifiableMap(new LinkedHashMap<>(unseen));
  }

  /** Returns the training that is in the folder, with no event to be compared. */
  static TrainingChoice of(Path folder) {
    return new TrainingChoice(folder, Map.of());
  }

  /**
   * Reads the events at once, before anything is built for them.
   *
   * @param unseen files or JSON
   * @throws UserMistake when one cannot be read
   */
  public static TrainingChoice of(Path folder, List<String> unseen) {
    Map<String, byte[]> events = new LinkedHashMap<>();
    for (String each : unseen) {
      String name = each.substring(each.lastIndexOf('/') + 1);
      boolean isFile = !each.stripLeading().startsWith("{") && name.length() <= LONGEST_NAME;
      String shown = isFile ? name : "event " + (events.size() + 1);
      events.put(events.containsKey(shown) ? each : shown, EventChoice.read(each, "--unseen"));
    }
    return new TrainingChoice(folder, events);
  }

  /** Returns the training that is in the folder. */
  public TrainingFolder recorded() {
    return new TrainingFolder(folder);
  }
}
