package thaw.service;

import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import thaw.http.Admission;
import thaw.http.HttpHandler;
import thaw.http.HttpServer;
import thaw.http.OwnPages;
import thaw.sandbox.Instance;
import thaw.sandbox.TrustedUsers;
import thaw.service.busy.Busy;
import thaw.service.busy.FrontedProcess;
import thaw.service.database.DatabasePasswords;
import thaw.service.database.Databases;
import thaw.service.own.BusEvent;
import thaw.service.own.EventBridgeHandler;
import thaw.service.own.Kinesis;
import thaw.service.own.OwnReaders;
import thaw.service.own.ParameterStore;
import thaw.service.own.SecretsManager;
import thaw.service.own.SnsHandler;
import thaw.service.own.StsHandler;
import thaw.service.own.TopicMessage;
import thaw.service.process.JavaService;
import thaw.service.process.LocalService;
import thaw.service.process.RunningService;
import thaw.service.process.ServiceJars;
import thaw.service.process.ServiceProgram;
import thaw.service.process.ServiceRule;
import thaw.service.redirect.Regions;
import thaw.steady.AllSteps;

/**
 * Starts the services of a specification; each stands alone, any thread may start it.
 *
 * @param progress told what takes long, and what goes wrong later
 * @param changes told what becomes of objects
 * @param events told what is put on a bus
 * @param messages told what is published to topics
 * @param busy stands in front of all of them; absent: they answer at once
 */
record ServiceStart(
    Instance instance,
    ServiceSpec spec,
    Consumer<String> progress,
    Consumer<ObjectChange> changes,
    Consumer<BusEvent> events,
    Consumer<TopicMessage> messages,
    Optional<Busy> busy) {
  private static final String LOOPBACK = "127.0.0.1";
  private static final OwnPages PAGES = new OwnPages(ServiceRule.RULE);

  /** Downloads what is not in the cache; returns when it is ready for functions. */
  RunningService start(LocalService service) {
    return switch (service) {
      case DYNAMODB -> dynamoDb();
      case SQS -> sqs();
      case S3 -> s3();
      case EVENT_BRIDGE -> eventBridge();
      case SNS ->
          own(
              service,
              new SnsHandler(
                  spec.topics(),
                  spec.subscriptions(),
                  spec.region(),
                  spec.account(),
                  messages,
                  Clock.systemUTC()));
      case KINESIS -> kinesis();
      case SECRETS_MANAGER ->
          own(
              service,
              new SecretsManager(
                      spec.secrets(), spec.region(), spec.account(), Clock.systemUTC().instant())
                  .handler());
      case SSM ->
          own(
              service,
              new ParameterStore(
                      spec.parameters(), spec.region(), spec.account(), Clock.systemUTC().instant())
                  .handler());
      case STS -> own(service, new StsHandler(spec.account(), Clock.systemUTC()));
      case LAMBDA -> throw new IllegalArgumentException("who runs functions serves it");
    };
  }

  /**
   * The host names by which the services are looked for, region by region, the own one's first:
   * whatever region code names, the services are these.
   */
  List<Map<LocalService, List<String>>> names() {
    return Regions.from(spec.region()).stream()
        .map(region -> names(new ServiceNames(region, region.equals(spec.region()))))
        .toList();
  }

  private Map<LocalService, List<String>> names(ServiceNames names) {
    List<String> buckets = spec.buckets().stream().map(bucket -> bucket.name()).toList();
    Map<LocalService, List<String>> byService = new EnumMap<>(LocalService.class);
    for (LocalService service : spec.led()) {
      byService.put(service, names.of(service, buckets));
    }
    return byService;
  }

  Optional<Databases> databases(DatabasePasswords passwords) {
    return spec.databases().isEmpty()
        ? Optional.empty()
        : Optional.of(
            Databases.start(
                instance,
                spec.databases(),
                passwords,
                new Databases.Places(spec.cache(), spec.data(), spec.renewed(), spec.later()),
                progress));
  }

  private RunningService dynamoDb() {
    JavaService process =
        process(
            LocalService.DYNAMODB,
            ServiceJars.DYNAMODB,
            DynamoDbLocal.PROGRAM,
            busy.isPresent() ? 0 : 1);
    return ready(
        process,
        () -> new DynamoDbLocal(process).create(spec.tables(), spec.region()),
        () ->
            busy.map(each -> fronted(LocalService.DYNAMODB, process, each))
                .orElseGet(
                    () -> new RunningService(LocalService.DYNAMODB, process, process.address(0))));
  }

  private RunningService sqs() {
    JavaService process =
        process(
            LocalService.SQS,
            ServiceJars.SQS,
            ElasticMq.program(spec.region(), spec.account()),
            busy.isPresent() ? 0 : 2);
    return ready(
        process,
        () -> new ElasticMq(process).create(spec.queues(), spec.region()),
        () -> {
          DeadLetterWaits waits = DeadLetterWaits.start(process.url(), spec.region());
          RunningService queues =
              busy.map(each -> fronted(LocalService.SQS, process, each))
                  .orElseGet(
                      () -> new RunningService(LocalService.SQS, process, process.address(1)));
          return queues.after(waits::close);
        });
  }

  private RunningService s3() {
    // S3Proxy is behind a port of our own, which functions know.
    JavaService process = process(LocalService.S3, ServiceJars.S3, S3Server.PROGRAM, 0);
    return ready(
        process,
        () -> new S3Server(process).create(spec.buckets()),
        () -> {
          S3Relay relay = new S3Relay(process.address(0));
          S3Changes told = new S3Changes(relay, changes, Clock.systemUTC());
          S3Handler handler = new S3Handler(relay, told);
          HttpServer server =
              server(
                  LocalService.S3,
                  0,
                  busy.<HttpHandler>map(each -> each.before(handler, S3Call::call))
                      .orElse(handler));
          return running(
              LocalService.S3,
              server,
              process.pid(),
              () -> {
                server.close();
                relay.close();
                process.close();
              });
        });
  }

  private RunningService eventBridge() {
    return own(
        LocalService.EVENT_BRIDGE,
        new EventBridgeHandler(spec.region(), spec.account(), events, Clock.systemUTC()));
  }

  private RunningService kinesis() {
    Kinesis.Times times =
        busy.map(each ->
                new Kinesis.Times(
                    each.time(LocalService.KINESIS, "CREATING"),
                    each.time(LocalService.KINESIS, "DELETING")))
            .orElse(Kinesis.Times.NONE);
    Kinesis kinesis =
        new Kinesis(spec.streams(), spec.region(), spec.account(), Clock.systemUTC(), times);
    HttpHandler handler = kinesis.handler();
    return serving(
        LocalService.KINESIS,
        busy.map(each -> each.before(LocalService.KINESIS, limited(kinesis, each), handler))
            .orElse(handler));
  }

  private static HttpHandler limited(Kinesis kinesis, Busy busy) {
    return busy.terms(LocalService.KINESIS).limits()
        ? kinesis.limited((operation, stream, shard) ->
            busy.tell(LocalService.KINESIS, operation, stream, "rate of " + shard + " exceeded"))
        : kinesis.handler();
  }

  /** One that this program is itself. */
  private RunningService own(LocalService service, HttpHandler handler) {
    return serving(service, busy.map(each -> each.before(service, handler)).orElse(handler));
  }

  private RunningService serving(LocalService service, HttpHandler handler) {
    HttpServer server = server(service, 0, handler);
    return running(service, server, ProcessHandle.current().pid(), server::close);
  }

  /** A process that clients reach through servers of ours, one for each of its addresses. */
  private RunningService fronted(LocalService service, JavaService process, Busy before) {
    List<AutoCloseable> parts = new ArrayList<>();
    List<HttpServer> servers = new ArrayList<>();
    for (int number = 0; number < process.addresses(); number++) {
      FrontedProcess fronted = before.before(service, process.address(number));
      HttpServer server = server(service, number, fronted.handler());
      servers.add(server);
      parts.addAll(List.of(server, fronted.passing()));
    }
    parts.add(process);
    RunningService running = running(service, servers.getFirst(), process.pid(), () -> {});
    return new RunningService(
        service,
        running.url(),
        new InetSocketAddress(LOOPBACK, servers.getLast().port()),
        process.pid(),
        () -> AllSteps.run(parts.stream().<Runnable>map(each -> () -> end(each)).toList()));
  }

  private static void end(AutoCloseable part) {
    try {
      part.close();
    } catch (Exception e) {
      throw new IllegalStateException("could not end a part of a local service: " + e, e);
    }
  }

  private HttpServer server(LocalService service, int number, HttpHandler handler) {
    return HttpServer.open(
        LOOPBACK,
        spec.ports().of(service, number),
        handler,
        readers(service).<Admission>map(PAGES::and).orElse(PAGES),
        () -> UUID.randomUUID().toString(),
        HttpServer.TRANSFER_LIMIT,
        problem -> progress.accept("thaw: a local service could not answer: " + problem));
  }

  /** Returns who alone may ask a service; absent: everybody. */
  Optional<OwnReaders> readers(LocalService service) {
    boolean secret = service == LocalService.SECRETS_MANAGER || service == LocalService.SSM;
    return secret && !spec.readByAll()
        ? Optional.of(new OwnReaders(TrustedUsers.of(System.getenv())))
        : Optional.empty();
  }

  private static RunningService running(
      LocalService service, HttpServer server, long pid, Runnable end) {
    return new RunningService(
        service,
        URI.create("http://" + LOOPBACK + ":" + server.port()),
        new InetSocketAddress(LOOPBACK, server.port()),
        pid,
        end);
  }

  /**
   * @param ports how many of them functions know
   */
  private JavaService process(
      LocalService service, ServiceJars jars, ServiceProgram program, int ports) {
    Path folder = jars.find(spec.cache(), progress);
    List<Integer> usual =
        IntStream.range(0, ports).map(number -> spec.ports().of(service, number)).boxed().toList();
    try {
      return JavaService.start(instance, spec.jdk(), folder, program.on(usual), progress);
    } catch (RuntimeException e) {
      if (usual.stream().allMatch(UsualPorts::isFree)) {
        throw e;
      }
      return JavaService.start(instance, spec.jdk(), folder, program, progress); // it was too late
    }
  }

  private static RunningService ready(
      JavaService process, Runnable preparation, Supplier<RunningService> running) {
    try {
      preparation.run();
      return running.get();
    } catch (RuntimeException e) {
      throw CloseOnFailure.also(process::close, e);
    }
  }
}
