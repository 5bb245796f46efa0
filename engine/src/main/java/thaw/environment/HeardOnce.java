package thaw.environment;

import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import thaw.runtimeapi.log.PlatformEvent;

/**
 * Hears something in what a function writes, and tells of the first. One thread at a time, as its
 * environment's events come.
 */
final class HeardOnce implements Consumer<PlatformEvent.Stamped> {
  private final Function<String, Optional<? extends PlatformEvent>> in;
  private final Consumer<PlatformEvent.Stamped> events;
  private boolean told;

  /**
   * @param in finds in a line what is to be told
   * @param events gets it, behind the line that it was heard in
   */
  HeardOnce(
      Function<String, Optional<? extends PlatformEvent>> in,
      Consumer<PlatformEvent.Stamped> events) {
    this.in = in;
    this.events = events;
  }

  @Override
  public void accept(PlatformEvent.Stamped stamped) {
    if (!told && stamped.event() instanceof PlatformEvent.FunctionLine(String text)) {
      in.apply(text)
          .ifPresent(found -> {
            told = true;
            events.accept(new PlatformEvent.Stamped(stamped.time(), stamped.nanos(), found));
          });
    }
  }
}
