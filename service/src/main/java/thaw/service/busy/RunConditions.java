package thaw.service.busy;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Consumer;
import thaw.service.process.LocalService;

/** The conditions of one run, with what is drawn in it and who is told of it. */
final class RunConditions {
  private final Conditions conditions;
  private final Fates fates;
  private final Consumer<Effect> effects;
  private final InstantSource clock;

  RunConditions(Conditions conditions, Consumer<Effect> effects, InstantSource clock) {
    this.conditions = conditions;
    this.fates = new Fates(conditions);
    this.effects = effects;
    this.clock = clock;
  }

  Draws draws() {
    return new Draws(conditions.seed());
  }

  Fates fates() {
    return fates;
  }

  InstantSource clock() {
    return clock;
  }

  Terms terms(LocalService service) {
    return conditions.of(service);
  }

  Terms terms(Call call) {
    return conditions.of(call.service(), call.operation());
  }

  /** Returns how long a resource is in a state. */
  Duration time(LocalService service, String state) {
    double millis = AwsTimes.published().of(service, state).toMillis();
    return Duration.ofMillis(Math.round(millis * terms(service).states()));
  }

  /**
   * Returns how long a request takes in all.
   *
   * @param quantile of the times of such requests, from 0 on, below 1
   */
  long timeNanos(Call call, double quantile) {
    Terms terms = terms(call);
    double millis =
        terms.median().isPresent()
            ? terms.median().getAsDouble()
            : AwsTimes.published()
                .operation(call.service(), call.operation())
                .map(published -> published.millis(quantile) * terms.times())
                .orElse(0.0);
    return Math.round(millis * 1e6);
  }

  void tell(Call call, String what) {
    tell(call.service(), call.operation(), call.resource(), what, call.trace());
  }

  void tell(
      LocalService service,
      String operation,
      String resource,
      String what,
      Optional<String> trace) {
    effects.accept(new Effect(clock.instant(), service, operation, resource, what, trace));
  }
}
