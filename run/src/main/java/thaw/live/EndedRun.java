package thaw.live;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import thaw.durable.InvocationRecord.Part;
import thaw.durable.InvocationRecord.PartKind;
import thaw.durable.InvocationRecord.Run;
import thaw.durable.InvocationRecord.Start;
import thaw.runtimeapi.log.PlatformEvent;

/** What an environment did for a request, for the time line of a durable execution. */
final class EndedRun {
  private EndedRun() {}

  static Run of(RequestLife request, PlatformEvent.InvocationReport report) {
    List<Part> parts = new ArrayList<>();
    for (RequestLife.Step step : request.steps()) {
      if (step.depth() == 1) {
        parts.add(
            new Part(kind(step.name()), request.begunNanos() + step.startNanos(), step.nanos()));
      }
    }
    OptionalLong billed = report.billedMillis();
    return new Run(
        request.environment(),
        switch (request.start()) {
          case WARM -> Start.WARM;
          case INIT -> Start.INIT;
          case RESTORE -> Start.RESTORE;
        },
        parts,
        report.memorySizeMiB(),
        billed.isPresent() ? billed.getAsLong() : null,
        request.hasFailed());
  }

  /** By the names that {@link Steps} gives. */
  private static PartKind kind(String step) {
    return switch (step) {
      case Steps.INIT, Steps.AGAIN -> PartKind.INIT;
      case Steps.RESTORE -> PartKind.RESTORE;
      case Steps.EVENT, Steps.THAW -> PartKind.DISPATCH;
      case Steps.HANDLER, Steps.RESPONSE -> PartKind.HANDLER;
      default -> PartKind.END;
    };
  }
}
