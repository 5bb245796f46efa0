package thaw.platform;

import java.time.Duration;
import java.util.function.Consumer;
import thaw.platform.catalog.FirstPublication;
import thaw.pool.InFlight;
import thaw.pool.PayloadObservation;
import thaw.pool.RequestOutcome;
import thaw.runtimeapi.Invocation;

/** The entrance of requests: they are counted while they run, and observers see their payloads. */
final class RequestEntrance {
  private final InFlight inFlight = new InFlight();
  private final InvocationRouting routing;
  private final FirstPublication firstPublication;
  private volatile Consumer<PayloadObservation> payloads = _ -> {};

  RequestEntrance(InvocationRouting routing, FirstPublication firstPublication) {
    this.routing = routing;
    this.firstPublication = firstPublication;
  }

  /** Does the work of {@link Platform#invoke(String, Invocation, boolean, Consumer, Consumer)}. */
  void invoke(
      String name,
      Invocation invocation,
      boolean wantsLog,
      Consumer<String> chosen,
      Consumer<RequestOutcome> onOutcome)
      throws InterruptedException {
    inFlight.enter();
    try {
      run(name, invocation, wantsLog, chosen, onOutcome, InvocationRouting.Entry.AWAITED);
    } finally {
      inFlight.leave();
    }
  }

  /** Does the work of {@link Platform#begin}. */
  void begin(
      String name,
      Invocation invocation,
      boolean wantsLog,
      Consumer<RequestOutcome> onOutcome,
      Consumer<RuntimeException> fault)
      throws InterruptedException {
    inFlight.enter();
    Begun begun = new Begun(inFlight, fault);
    try {
      run(name, invocation, wantsLog, _ -> {}, onOutcome, begun);
    } finally {
      if (!begun.isIn()) {
        inFlight.leave();
      }
    }
  }

  private void run(
      String name,
      Invocation invocation,
      boolean wantsLog,
      Consumer<String> chosen,
      Consumer<RequestOutcome> onOutcome,
      InvocationRouting.Entry entry)
      throws InterruptedException {
    Consumer<PayloadObservation> seen = payloads;
    var missing = firstPublication.await(name, invocation.qualifier());
    if (missing.isPresent()) {
      onOutcome.accept(
          new RequestOutcome.Unprepared(missing.get().cause(), missing.get().remedy()));
      return;
    }
    routing.run(
        name,
        invocation,
        wantsLog,
        version -> {
          seen.accept(
              new PayloadObservation.Came(invocation.requestId(), name, invocation.payload()));
          chosen.accept(version);
        },
        outcome -> {
          seen.accept(PayloadObservation.of(invocation, outcome));
          onOutcome.accept(outcome);
        },
        entry);
  }

  /** Does the work of {@link Platform#observePayloads}. */
  void observePayloads(Consumer<PayloadObservation> observer) {
    payloads = payloads.andThen(observer);
  }

  /** Does the work of {@link Platform#drain}. */
  boolean drain(Duration patience) {
    return inFlight.drain(patience);
  }
}
