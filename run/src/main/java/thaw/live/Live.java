package thaw.live;

import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import thaw.durable.InvocationRecord;
import thaw.http.HttpHandler;
import thaw.pool.PayloadObservation;
import thaw.pool.life.EnvironmentObservation;
import thaw.pool.life.EnvironmentStatus;
import thaw.steady.AllSteps;
import thaw.trace.Trace;

/**
 * Follows a running platform for those who look at it. It is there before the platform is, and
 * hears from the first event on; what it is to ask the platform for, it is told later.
 */
public final class Live implements AutoCloseable {
  private static final long VIEWER_PATIENCE_MILLIS = 10_000;
  private static final int RUN_BYTES = 8;

  private final Payloads payloads = new Payloads();
  private final LiveState state;
  private final Metrics metrics = new Metrics(this::environments, this::known);
  private final Consumer<RuntimeException> problems;
  private final Intake intake;
  private final Viewers viewers;
  private final Asking asking;
  private final Function<String, Optional<Trace>> traces;
  private final String run;
  private volatile @Nullable Supplier<List<FunctionFacts>> facts;
  private volatile @Nullable BiConsumer<String, InvocationRecord.Run> runs;
  private volatile boolean gauges;

  /**
   * @param traces by request id, where there are any
   * @param problems faults of ours, which no request sees
   */
  public Live(Function<String, Optional<Trace>> traces, Consumer<RuntimeException> problems) {
    this(traces, problems, VIEWER_PATIENCE_MILLIS);
  }

  /**
   * @param viewerPatienceMillis within which a viewer must take what it is sent
   */
  Live(
      Function<String, Optional<Trace>> traces,
      Consumer<RuntimeException> problems,
      long viewerPatienceMillis) {
    this.traces = traces;
    this.problems = problems;
    this.state = new LiveState(this::ended, payloads::forget, problems);
    this.intake = new Intake(this::take, problems);
    this.viewers = new Viewers(viewerPatienceMillis);
    this.asking = new Asking(this::ask, viewers, problems);
    byte[] random = new byte[RUN_BYTES];
    new SecureRandom().nextBytes(random);
    this.run = HexFormat.of().formatHex(random);
  }

  /** Takes what the platform's environments tell. It is quick, and any thread may call it. */
  public void observe(EnvironmentObservation observation) {
    intake.add(observation);
  }

  /**
   * Takes what requests bring to functions and get from them. It is quick, and any thread may call
   * it.
   */
  public void observe(PayloadObservation observation) {
    payloads.accept(observation);
  }

  /** Takes what local services have done to requests; any thread may call it. */
  public void observe(ServiceEffect effect) {
    state.accept(effect);
  }

  /** Lets the platform be asked, and the machine be looked at, from now on. */
  public void ask(Facts platform) {
    gauges = true;
    ask(platform::functions);
  }

  void ask(Supplier<List<FunctionFacts>> functions) {
    facts = functions;
  }

  /**
   * Tells from now on what environments have done for requests.
   *
   * @param ran gets the request's id; must be quick
   */
  public void tell(BiConsumer<String, InvocationRecord.Run> ran) {
    runs = ran;
  }

  /**
   * The page, its data and the metrics, below {@code /_thaw}.
   *
   * @param otherwise has what is not ours
   * @param page the page itself
   */
  public HttpHandler before(HttpHandler otherwise, StatePage page, LiveSurroundings surroundings) {
    return new LiveHandler(otherwise, page, surroundings, this);
  }

  private void take(List<EnvironmentObservation> batch) {
    AllSteps.each(batch, metrics::accept, problems);
    state.accept(batch);
  }

  private void ended(RequestLife request) {
    request
        .report()
        .ifPresent(report -> {
          metrics.accept(request, report);
          BiConsumer<String, InvocationRecord.Run> told = runs;
          if (told != null) {
            told.accept(request.id(), EndedRun.of(request, report));
          }
        });
  }

  private List<EnvironmentStatus> environments() {
    return state.read(view -> view.lives().values().stream().map(Life::status).toList());
  }

  private List<FunctionFacts> known() {
    return state.read(
        view -> view.functions().values().stream().map(LiveState.Known::facts).toList());
  }

  private void ask() {
    Supplier<List<FunctionFacts>> asked = facts;
    if (asked != null) {
      state.know(asked.get());
    }
    if (gauges) {
      state.gauge();
    }
  }

  /** Takes what environments have told until now. */
  public void flush() {
    intake.flush();
  }

  /** All that has happened until now, and what the platform says now. */
  LiveState upToDate() {
    intake.flush();
    ask();
    return state;
  }

  byte[] metrics() {
    upToDate();
    return metrics.text();
  }

  /** The state as a viewer follows it. */
  ServerSentEvents stream(Optional<String> lastId) {
    return ServerSentEvents.resumed(upToDate(), run, lastId);
  }

  Viewers viewers() {
    return viewers;
  }

  Payloads payloads() {
    return payloads;
  }

  Optional<Trace> trace(String requestId) {
    return traces.apply(requestId);
  }

  /** Viewers are told nothing more. */
  @Override
  public void close() {
    intake.close();
    asking.close();
    state.close();
    viewers.close();
  }
}
