package thaw.cli;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import thaw.app.choice.EventChoice;

/** The option that names the event with which a function is invoked. */
public final class EventOption {
  @Option(
      names = {"-e", "--event"},
      paramLabel = "FILE|JSON|@FILE|-",
      description =
          "Event of the first invocation: a file, JSON text, or - for standard input; @ before the"
              + " name of a file that looks like JSON. Default: events/FUNCTION.json of the folder,"
              + " else events/event.json, else an event of the function's source in the"
              + " template, else {}.")
  private @Nullable String event;

  public boolean readsStandardInput() {
    return "-".equals(event);
  }

  public EventChoice choice() {
    return EventChoice.of(Optional.ofNullable(event));
  }
}
