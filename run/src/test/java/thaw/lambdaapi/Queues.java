package thaw.lambdaapi;

import java.util.Optional;
import java.util.function.Consumer;
import thaw.platform.Platform;
import thaw.platform.async.EventQueue;
import thaw.platform.async.Pace;
import thaw.store.Store;

/** A queue of events in memory, for tests of the API's other operations. */
public final class Queues {
  private Queues() {}

  public static EventQueue of(Platform platform, Store store, Consumer<Exception> problems) {
    return EventQueue.start(
        store,
        new EventQueue.Surroundings(
            (function, qualifier) -> platform.attachments().terms(function, qualifier.orElse("")),
            (function, invocation) -> platform.invoke(function, invocation, false),
            function -> platform.catalog().find(function).isPresent(),
            (_, _) -> {},
            (_, _) -> {},
            problems),
        Pace.REAL);
  }

  public static Store memory() {
    return Store.open(Optional.empty());
  }
}
