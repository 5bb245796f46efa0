package thaw.service.busy;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import thaw.http.Exchange;
import thaw.http.HttpHandler;

/**
 * The services of one run under conditions like those of AWS: makes what stands in front of each.
 */
public final class Busy {
  private final Conditions conditions;
  private final Fates fates;
  private final Consumer<Effect> effects;
  private final InstantSource clock;

  /**
   * @param effects told what is done to whom
   */
  public Busy(Conditions conditions, Consumer<Effect> effects, InstantSource clock) {
    this.conditions = conditions;
    this.fates = new Fates(conditions);
    this.effects = effects;
    this.clock = clock;
  }

  /** Stands before a service that this program is itself. */
  public HttpHandler before(AwsService service, HttpHandler handler) {
    return before(service, handler, handler);
  }

  /**
   * Stands before a service that has states and limits.
   *
   * @param ours answers requests of Thaw's own, which know neither
   */
  public HttpHandler before(AwsService service, HttpHandler handler, HttpHandler ours) {
    return new BusyHandler(handler, ours, exchange -> Call.of(service, exchange), this);
  }

  /**
   * @param calls reads what a request asks for
   */
  public HttpHandler before(HttpHandler handler, Function<Exchange, Call> calls) {
    return new BusyHandler(handler, handler, calls, this);
  }

  /** Stands before a service that runs in a process. */
  public FrontedProcess before(AwsService service, InetSocketAddress process) {
    Passing passing = new Passing(process);
    HttpHandler handler =
        switch (service) {
          case DYNAMODB -> new Tables(passing, this);
          case SQS -> new InFlight(passing, this);
          default -> passing;
        };
    return new FrontedProcess(before(service, handler, passing), passing);
  }

  Draws draws() {
    return new Draws(conditions.seed());
  }

  Fates fates() {
    return fates;
  }

  public Terms terms(AwsService service) {
    return conditions.of(service);
  }

  /** Returns how long a resource is in a state. */
  public Duration time(AwsService service, String state) {
    double millis = AwsTimes.published().of(service, state).toMillis();
    return Duration.ofMillis(Math.round(millis * terms(service).states()));
  }

  Terms terms(Call call) {
    return conditions.of(call.service(), call.operation());
  }

  InstantSource clock() {
    return clock;
  }

  /** Returns how long a request takes in all. */
  long timeNanos(Call call, double quantile) {
    return 0;
  }

  void tell(Call call, String what) {
    tell(call.service(), call.operation(), call.resource(), what, call.trace());
  }

  /** Tells what is done because of a state or a limit. */
  public void tell(
      AwsService service, String operation, String resource, String what, Optional<String> trace) {
    effects.accept(new Effect(clock.instant(), service, operation, resource, what, trace));
  }
}
