package thaw.runtimeapi;

import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * The calls of {@code next} that wait for an event, and how it is written to them. Guarded by the
 * lock of its {@link RuntimeSession}, but for {@link #write}, which nobody should wait for.
 */
final class NextCalls {
  private final Consumer<Throwable> faults;
  private final List<Waiting> waiting = new ArrayList<>();

  /** One of them; its connection may end before there is an event. */
  record Waiting(Consumer<NextInvocation> reply, BooleanSupplier isAwaited) {}

  /**
   * @param faults gets those of ours that keep an event from a runtime
   */
  NextCalls(Consumer<Throwable> faults) {
    this.faults = faults;
  }

  /** A runtime may give up its call and ask again, for ever. */
  void add(Consumer<NextInvocation> reply, BooleanSupplier isAwaited) {
    waiting.removeIf(each -> !each.isAwaited().getAsBoolean());
    waiting.add(new Waiting(reply, isAwaited));
  }

  /** Returns whether a connection is left on which somebody waits. */
  boolean areAwaited() {
    return waiting.stream().anyMatch(each -> each.isAwaited().getAsBoolean());
  }

  /** All that wait, and no longer do. */
  List<Waiting> take() {
    List<Waiting> all = List.copyOf(waiting);
    waiting.clear();
    return all;
  }

  void clear() {
    waiting.clear();
  }

  /** Writes an event to those who wait for it: at once where that cannot take long. */
  void write(List<Waiting> to, NextInvocation event) {
    // Who asks twice at once is no runtime that reads: it must not keep this thread.
    if (to.size() == 1 && event.invocation().payload().length <= PayloadLimits.SMALL_BYTES) {
      to.forEach(call -> write(call, event));
    } else {
      Thread.ofVirtual().name("event").start(() -> to.forEach(call -> write(call, event)));
    }
  }

  private void write(Waiting to, NextInvocation event) {
    try {
      to.reply().accept(event);
    } catch (UncheckedIOException e) {
      // The runtime has closed its connection: it ends, asks again, or time runs out.
    } catch (RuntimeException | Error e) {
      faults.accept(e); // the runtime has no event, and is not to be blamed for it
    }
  }
}
