package thaw.load.command;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Consumer;
import thaw.app.choice.FunctionChoice;
import thaw.app.choice.SourceChoice;
import thaw.app.shared.Progress;
import thaw.function.Api;
import thaw.function.ApiRoute;
import thaw.function.Application;
import thaw.function.FunctionDefinition;
import thaw.function.PayloadFormat;
import thaw.http.Exchange;
import thaw.http.HttpHandler;
import thaw.http.HttpServer;
import thaw.http.OwnPages;
import thaw.http.Response;
import thaw.http.SiteRule;
import thaw.load.Generator;
import thaw.load.LayerTax;
import thaw.load.LoadGoal;
import thaw.load.LoadPlan;
import thaw.load.RateProfile;
import thaw.load.Schedule;
import thaw.load.http.GeneratorWarmUp;
import thaw.load.http.HttpTarget;
import thaw.load.http.HttpTransport;
import thaw.load.http.RequestTemplate;
import thaw.load.http.TraceIds;
import thaw.runtimeapi.Invocation;
import thaw.service.Seed;

/**
 * One schedule at a static server, through an HTTP API of API Gateway to the same server, and
 * through such an API to a function, frozen between requests and not. They take turns, block by
 * block, so that what disturbs this machine disturbs all alike.
 */
final class TaxRun {
  private static final String HOST = "127.0.0.1";
  private static final String API = "ThawLoadTax";
  private static final Duration BLOCK = Duration.ofSeconds(5);
  private static final Duration LIMIT = Duration.ofSeconds(30);
  private static final RateProfile USUAL = RateProfile.ramp(1, 100, Duration.ofMinutes(1));
  private static final byte[] STATIC = "42".getBytes(StandardCharsets.US_ASCII);

  private final LoadSubject.Layers subject;
  private final ScheduleChoice schedules;
  private final RequestChoice requests;
  private final Progress progress;
  private final Path out;

  TaxRun(LoadSubject.Layers subject, LoadRequest request, Progress progress) {
    this.subject = subject;
    this.schedules = request.schedule();
    this.requests = request.requests();
    this.progress = progress;
    this.out = request.out();
  }

  /** One way of the requests. */
  private record Layer(Generator generator, HttpTransport transport) {}

  /** Answers all alike. */
  private static final class StaticResponse implements HttpHandler {
    @Override
    public void serve(Exchange exchange, Consumer<Response> onResponse) {
      onResponse.accept(new Response(200, Map.of("Content-Type", "text/plain"), STATIC));
    }

    @Override
    public Response failed(Exception reason) {
      return new Response(500, Map.of(), new byte[0]);
    }
  }

  LoadOutcome run(List<LoadGoal> goals) throws InterruptedException {
    Schedule schedule = schedules.schedule(USUAL);
    SourceChoice source = subject.source();
    Application application = source.read();
    FunctionDefinition function =
        FunctionChoice.chosen(application, source.function(subject.function().orElse(null)));
    application.warnings().forEach(warning -> progress.line("warning: " + warning));
    source.sayDefaults(List.of(function), progress);
    try (HttpServer backend =
            HttpServer.open(
                HOST,
                0,
                new StaticResponse(),
                new OwnPages(SiteRule.of()),
                Invocation::newRequestId,
                HttpServer.TRANSFER_LIMIT,
                problem -> progress.line("the static server failed: " + problem));
        RunningFunction frozen = running(application, function, backend, true);
        RunningFunction unfrozen = running(application, function, backend, false)) {
      progress.line("making ready: " + function.name());
      frozen.prepare();
      unfrozen.prepare();
      return measure(schedule, backend, frozen, unfrozen, goals);
    }
  }

  private RunningFunction running(
      Application application, FunctionDefinition function, HttpServer backend, boolean freezes) {
    Api api =
        new Api(
            API,
            Api.Kind.HTTP,
            Api.DEFAULT_STAGE,
            Map.of(),
            List.of(
                route(
                    "/static",
                    new ApiRoute.Target.Http(
                        "http://" + HOST + ":" + backend.port(), "/", Optional.empty(), LIMIT)),
                route(
                    "/function",
                    new ApiRoute.Target.Function(
                        function.name(), function.autoPublishAlias(), PayloadFormat.V2, LIMIT))),
            List.of(),
            Optional.empty(),
            List.of(),
            false);
    return RunningFunction.start(
        subject.source(),
        application,
        function,
        new RunningFunction.Given(
            "{}".getBytes(StandardCharsets.US_ASCII),
            List.of(api),
            freezes,
            Seed.none(),
            subject.hosting()),
        progress);
  }

  private static ApiRoute route(String path, ApiRoute.Target target) {
    return new ApiRoute(ApiRoute.ANY, path, target, Optional.empty(), false);
  }

  private LoadOutcome measure(
      Schedule schedule,
      HttpServer backend,
      RunningFunction frozen,
      RunningFunction unfrozen,
      List<LoadGoal> goals)
      throws InterruptedException {
    List<Layer> layers = new ArrayList<>();
    try (LoadSession session =
        new LoadSession(
            progress, out, List.of(), () -> frozen.environments() + unfrozen.environments())) {
      Layer direct = layer(layers, "direct", backend.port(), "/", schedule, Optional.empty());
      Layer gateway =
          layer(layers, "gateway", frozen.apiPort(API), "/static", schedule, Optional.empty());
      Layer function =
          layer(
              layers,
              "gateway + function",
              frozen.apiPort(API),
              "/function",
              schedule,
              Optional.of(frozen));
      Layer warm =
          layer(
              layers,
              "gateway + function, never frozen",
              unfrozen.apiPort(API),
              "/function",
              schedule,
              Optional.of(unfrozen));
      layers.forEach(layer -> session.add(layer.generator()));
      session.plan(schedule.length().multipliedBy(layers.size()));
      takeTurns(session, layers, schedule);
      layers.forEach(layer -> layer.transport().close()); // now all have ended
      frozen.settle();
      unfrozen.settle();
      List<LayerTax> taxes =
          List.of(
              tax("API Gateway", gateway, direct),
              tax("function", function, gateway),
              tax("freeze and thaw", function, warm));
      return LoadOutcome.of(session.conclude(taxes), taxes, goals, out);
    } finally {
      layers.forEach(layer -> layer.transport().close());
    }
  }

  private static LayerTax tax(String name, Layer with, Layer without) {
    return LayerTax.of(name, with.generator().result(), without.generator().result(), BLOCK);
  }

  /**
   * @param all gets it, to be closed whatever happens next
   */
  private Layer layer(
      List<Layer> all,
      String name,
      int port,
      String path,
      Schedule schedule,
      Optional<RunningFunction> platform)
      throws InterruptedException {
    TraceIds traces = TraceIds.next();
    RequestTemplate template =
        requests.template(new HttpTarget(false, HOST, port, path)).traced(traces);
    GeneratorWarmUp.run(template);
    Generator generator =
        new Generator(new LoadPlan(name, template.toString(), schedule, requests.timeout()), true);
    platform.ifPresent(watched -> watched.follow(traces, generator));
    Layer layer =
        new Layer(
            generator,
            HttpTransport.open(
                template,
                requests.expectation(),
                requests.trust(),
                requests.settings(schedule.highestRate())));
    all.add(layer);
    return layer;
  }

  private void takeTurns(LoadSession session, List<Layer> layers, Schedule schedule)
      throws InterruptedException {
    Random random = new Random(schedules.seed());
    Duration end = LoadJob.end(schedule);
    Duration to = Duration.ZERO;
    for (Duration from = to; from.compareTo(end) < 0; from = to) {
      Duration next = from.plus(BLOCK);
      to = next.plusNanos(1).compareTo(end) < 0 ? next : end;
      List<Layer> order = new ArrayList<>(layers);
      Collections.shuffle(order, random);
      for (Layer layer : order) {
        session.run(layer.generator(), layer.transport(), from, to);
      }
    }
  }
}
