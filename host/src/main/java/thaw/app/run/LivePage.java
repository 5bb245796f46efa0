package thaw.app.run;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import thaw.durable.InvocationRecorder;
import thaw.function.Application;
import thaw.http.Exchange;
import thaw.http.HttpHandler;
import thaw.live.Facts;
import thaw.live.HostRoute;
import thaw.live.Live;
import thaw.live.LiveExecutions;
import thaw.live.LiveHtml;
import thaw.live.LiveSurroundings;
import thaw.live.RequestAddress;
import thaw.live.ServiceEffect;
import thaw.live.StatePage;
import thaw.platform.Platform;
import thaw.platform.async.EventQueue;
import thaw.pool.life.EnvironmentObservation;
import thaw.service.busy.Effect;
import thaw.trace.Traces;

/** {@code http://127.0.0.1:3001/_thaw}: the page that shows what runs, and Prometheus' metrics. */
final class LivePage implements AutoCloseable {
  static final String PATH = "/_thaw";

  private final Live live;
  private final LiveExecutions executions;
  private volatile Supplier<List<RequestAddress>> addresses = List::of;
  private volatile List<HostRoute> hosts = List.of();

  /**
   * @param recorder hears what environments did for requests
   * @param problems faults of ours, which no request sees
   */
  LivePage(
      Traces traces,
      InvocationRecorder recorder,
      LiveExecutions executions,
      Consumer<RuntimeException> problems) {
    this.live = new Live(traces::ofRequest, problems);
    this.executions = executions;
    live.tell(recorder::ran);
  }

  void observe(EnvironmentObservation observation) {
    live.observe(observation);
  }

  /** Shows what local services have done to a request. */
  void observe(Effect effect, Optional<Traces.Caller> caller) {
    live.observe(
        new ServiceEffect(
            effect.time().toEpochMilli(),
            effect.service().id(),
            effect.words(),
            caller.map(Traces.Caller::function),
            caller.map(Traces.Caller::requestId)));
  }

  /** Lets the page ask the platform from now on. */
  void follow(Platform platform, EventQueue events) {
    live.ask(new Facts(platform, events));
    platform.observePayloads(live::observe);
  }

  /** Tells the page where requests can be sent from now on, and where those of functions go. */
  void tell(Supplier<List<RequestAddress>> open, List<HostRoute> routes) {
    hosts = routes;
    addresses = open;
  }

  /**
   * @param source what is run, which the page is named after
   * @param application whose events the page offers
   * @param seesContents whether a caller may see what functions get and write
   */
  HttpHandler before(
      HttpHandler handler, Path source, Application application, Predicate<Exchange> seesContents) {
    Path name = source.toAbsolutePath().normalize().getFileName();
    String title = name == null ? "Thaw" : name.toString();
    return live.before(
        handler,
        new StatePage(() -> LiveHtml.page(title), LiveHtml::policy),
        new LiveSurroundings(
            () -> addresses.get(),
            () -> hosts,
            seesContents,
            new ProjectEvents(application)::of,
            executions));
  }

  @Override
  public void close() {
    live.close();
  }
}
