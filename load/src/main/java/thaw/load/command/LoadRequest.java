package thaw.load.command;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.nio.file.Path;
import java.util.List;
import thaw.load.LoadGoal;

/**
 * Load to be made.
 *
 * @param goals empty for the usual ones
 * @param out folder of the result
 */
@RecordBuilder
record LoadRequest(
    LoadSubject subject,
    ScheduleChoice schedule,
    RequestChoice requests,
    List<LoadGoal> goals,
    Path out)
    implements LoadRequestBuilder.With {
  LoadRequest {
    goals = List.copyOf(goals);
  }

  /** One run by the usual schedule. */
  static LoadRequest of(LoadSubject subject, Path out) {
    return new LoadRequest(subject, ScheduleChoice.USUAL, RequestChoice.USUAL, List.of(), out);
  }
}
