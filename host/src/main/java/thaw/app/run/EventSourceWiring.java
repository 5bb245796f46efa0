package thaw.app.run;

import java.net.URI;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import thaw.app.shared.Interruption;
import thaw.function.Application;
import thaw.platform.Platform;
import thaw.platform.async.EventQueue;
import thaw.platform.async.Pace;
import thaw.platform.record.Refused;
import thaw.pool.Preparation;
import thaw.problem.UserMistake;
import thaw.service.LocalServices;
import thaw.source.EventSourcePollers;
import thaw.source.Surroundings;

/**
 * The sources that feed functions with events, wired to the platform and to the services of AWS.
 */
final class EventSourceWiring implements AutoCloseable {
  /** Variables by the name that ARNs have for a service. */
  private static final Map<String, String> VARIABLES =
      Map.of(
          "sqs", "AWS_ENDPOINT_URL_SQS",
          "dynamodb", "AWS_ENDPOINT_URL_DYNAMODB",
          "kinesis", "AWS_ENDPOINT_URL_KINESIS");

  private final EventSourcePollers pollers;
  private final Runnable hook;

  private EventSourceWiring(EventSourcePollers pollers) {
    this.pollers = pollers;
    // Before the platform is: what its end interrupts must not count as failures of functions.
    this.hook = Interruption.onInterrupt(pollers::close);
  }

  /**
   * @param elsewhere names of schedules whose clock is not ours
   * @param variables where services of AWS are found, {@code AWS_ENDPOINT_URL_SQS} and the like
   * @param ends whether what fails now does so because the program ends
   */
  static EventSourceWiring start(
      Application application,
      Platform platform,
      EventQueue.EventInvoker invoker,
      EventQueue queue,
      Pace pace,
      Set<String> elsewhere,
      Map<String, String> variables,
      EventQueue.Log log,
      BooleanSupplier ends,
      Consumer<Exception> problems) {
    Surroundings surroundings =
        new Surroundings(
            function -> missing(platform, function),
            invoker,
            Durable.acceptance(platform, queue),
            queue::tell,
            log,
            problem -> {
              if (!ends.getAsBoolean()) {
                problems.accept(problem);
              }
            },
            endpoints(variables),
            pace.scale());
    return new EventSourceWiring(
        EventSourcePollers.start(
            application.sources(),
            application.subscriptions(),
            application.notifications(),
            platform.resources().eventSources(),
            elsewhere,
            surroundings));
  }

  private static Optional<String> missing(Platform platform, String function)
      throws InterruptedException {
    try {
      return platform.prepare(function) instanceof Preparation.Failed(String cause, String remedy)
          ? Optional.of(cause + ". Remedy: " + remedy)
          : Optional.empty();
    } catch (Refused e) { // not there yet, or gone
      return Optional.of(e.text());
    }
  }

  private static Map<String, URI> endpoints(Map<String, String> variables) {
    Map<String, URI> endpoints = new HashMap<>();
    VARIABLES.forEach((service, variable) -> {
      String url = variables.getOrDefault(variable, "").strip();
      if (!url.isEmpty()) {
        endpoints.put(service, address(variable, url));
      }
    });
    return endpoints;
  }

  private static URI address(String variable, String url) {
    try {
      return URI.create(url);
    } catch (IllegalArgumentException e) {
      throw new UserMistake(
          variable + " is not an address: " + url,
          "set it to one such as http://127.0.0.1:9324, or unset it");
    }
  }

  /** Has functions fed with what the services tell of. */
  void listen(LocalServices services) {
    services.onObjectChange(pollers::objectChanged);
    services.onBusEvent(pollers::onBus);
    services.onTopicMessage(pollers::onTopic);
  }

  /**
   * A schedule is due by a clock that is not ours.
   *
   * @param at its minute, where that is known
   * @return whether there is such a schedule
   */
  boolean due(String schedule, Optional<Instant> at) {
    return pollers.due(schedule, at);
  }

  @Override
  public void close() {
    Interruption.forget(hook);
    pollers.close();
  }
}
