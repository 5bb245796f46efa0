package thaw.service.busy;

import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Function;
import thaw.http.Exchange;
import thaw.http.HttpHandler;
import thaw.http.Response;

/**
 * Stands before a service's handler, and does to its requests what was drawn for them. Requests of
 * Thaw's own, such as those that feed functions from queues, are answered at once.
 */
final class BusyHandler implements HttpHandler {
  private final HttpHandler service;
  private final HttpHandler ours;
  private final Function<Exchange, Call> calls;
  private final RunConditions run;

  /**
   * @param ours answers requests of Thaw's own
   * @param calls reads what a request asks for
   */
  BusyHandler(
      HttpHandler service, HttpHandler ours, Function<Exchange, Call> calls, RunConditions run) {
    this.service = service;
    this.ours = ours;
    this.calls = calls;
    this.run = run;
  }

  @Override
  public void serve(Exchange exchange, Consumer<Response> onResponse) throws InterruptedException {
    if (LocalSignature.isOn(exchange)) {
      ours.serve(exchange, onResponse);
      return;
    }
    long arrivedNanos = System.nanoTime();
    Call call = calls.apply(exchange);
    Fates.Fate fate = run.fates().next(call);
    Consumer<Response> inTime =
        response -> {
          waitUntil(arrivedNanos + run.timeNanos(call, fate.quantile()));
          onResponse.accept(response);
        };
    switch (fate.fault()) {
      case NONE -> service.serve(exchange, inTime);
      case THROTTLED -> refuse(call, "throttled", AwsFault.throttled(call), inTime);
      case ERROR -> refuse(call, "status 500", AwsFault.error(call), inTime);
      case EXPIRED -> refuse(call, "token expired", AwsFault.expired(call), inTime);
      case RESET -> {
        run.tell(call, "connection reset before it was done");
        exchange.reset();
        onResponse.accept(Response.nothing());
      }
      case RESET_AFTERWARDS ->
          service.serve(
              exchange,
              response -> {
                run.tell(call, "connection reset after it was done");
                exchange.reset();
                onResponse.accept(response);
              });
      case SLOW -> {
        Duration later = run.terms(call).slowFor();
        run.tell(call, "first byte " + later.toMillis() + " ms late");
        service.serve(
            exchange,
            response -> {
              waitUntil(arrivedNanos + later.toNanos());
              inTime.accept(response);
            });
      }
    }
  }

  private void refuse(Call call, String what, AwsFault fault, Consumer<Response> onResponse) {
    run.tell(call, what);
    onResponse.accept(fault.answer(call));
  }

  private static void waitUntil(long nanos) {
    try {
      Thread.sleep(Duration.ofNanos(Math.max(0, nanos - System.nanoTime())));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the program's end
    }
  }

  @Override
  public Response failed(Exception reason) {
    return service.failed(reason);
  }
}
