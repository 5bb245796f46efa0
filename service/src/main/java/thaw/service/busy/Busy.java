package thaw.service.busy;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import thaw.http.Exchange;
import thaw.http.HttpHandler;
import thaw.service.process.LocalService;

/**
 * The services of one run under conditions like those of AWS: makes what stands in front of each.
 */
public final class Busy {
  private final RunConditions run;

  /**
   * @param effects told what is done to whom
   */
  public Busy(Conditions conditions, Consumer<Effect> effects, InstantSource clock) {
    this.run = new RunConditions(conditions, effects, clock);
  }

  /** Stands before a service that this program is itself. */
  public HttpHandler before(LocalService service, HttpHandler handler) {
    return before(service, handler, handler);
  }

  /**
   * Stands before a service that has states and limits.
   *
   * @param ours answers requests of Thaw's own, which know neither
   */
  public HttpHandler before(LocalService service, HttpHandler handler, HttpHandler ours) {
    return new BusyHandler(handler, ours, exchange -> Call.of(service, exchange), run);
  }

  /**
   * @param calls reads what a request asks for
   */
  public HttpHandler before(HttpHandler handler, Function<Exchange, Call> calls) {
    return new BusyHandler(handler, handler, calls, run);
  }

  /** Stands before a service that runs in a process. */
  public FrontedProcess before(LocalService service, InetSocketAddress process) {
    Passing passing = new Passing(process);
    HttpHandler handler =
        switch (service) {
          case DYNAMODB -> new Tables(passing, run);
          case SQS -> new InFlight(passing, run);
          default -> passing;
        };
    return new FrontedProcess(before(service, handler, passing), passing);
  }

  /**
   * Stands before the Lambda API, for who signs requests as SDKs do: what only Thaw's own programs
   * ask is answered at once.
   *
   * @param names of operations; empty for what is none of Lambda's
   */
  public HttpHandler beforeLambda(
      HttpHandler operations, Function<Exchange, Optional<String>> names) {
    Function<Exchange, Call> calls =
        exchange -> Call.ofLambda(names.apply(exchange).orElse(""), exchange);
    HttpHandler functions = new Functions(operations, calls, run);
    HttpHandler busy = new BusyHandler(functions, operations, calls, run);
    return new OfSdks(operations, busy, names);
  }

  /** Returns how a service answers. */
  public Terms terms(LocalService service) {
    return run.terms(service);
  }

  /** Returns how long a resource is in a state. */
  public Duration time(LocalService service, String state) {
    return run.time(service, state);
  }

  /** Tells what is done because of a limit that a service knows itself. */
  public void tell(LocalService service, String operation, String resource, String what) {
    run.tell(service, operation, resource, what, Optional.empty());
  }
}
