package thaw.source;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import thaw.function.EventSource;
import thaw.function.constraint.LambdaRules;
import thaw.platform.EventSourceMappings;
import thaw.platform.EventSourceMappings.EventSourceMapping;
import thaw.platform.EventSourceMappings.State;
import thaw.platform.MappingDefaults;
import thaw.platform.record.Arn;
import thaw.platform.record.Refused;
import thaw.problem.UserMistake;
import thaw.service.AwsJson;
import thaw.service.ServiceFault;
import thaw.steady.InternalFault;
import thaw.steady.ThreadsEnd;

/**
 * Has the source of every mapping polled, as the mapping says now: those of the template and those
 * that clients make.
 */
final class MappingPollers implements EventSourceMappings.Watcher, AutoCloseable {
  private static final Duration CONNECT_PATIENCE = Duration.ofSeconds(5);
  private static final Duration CLOSE_PATIENCE = Duration.ofSeconds(10);

  private final EventSourceMappings sources;
  private final Surroundings surroundings;
  private final InstantSource clock;
  private final ExecutorService workers =
      Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("source-", 0).factory());

  /** The changes by mapping; they are made one after the other. */
  private final Map<String, CompletableFuture<Void>> changes = new HashMap<>(); // sources' lock

  private final Map<String, Running> running = new ConcurrentHashMap<>();

  /** The progress of the shards by mapping of a stream: what was read, which outlives a poller. */
  private final Map<String, Map<String, ShardProgress>> progress = new ConcurrentHashMap<>();

  private final Lazy http = new Lazy();

  /**
   * The HTTP client, made when it is needed: it would be a third of the time that the program takes
   * to start.
   */
  private static final class Lazy {
    private Optional<HttpClient> client = Optional.empty(); // guarded by this object

    synchronized HttpClient get() {
      HttpClient made =
          client.orElseGet(() ->
              HttpClient.newBuilder()
                  .version(HttpClient.Version.HTTP_1_1)
                  .connectTimeout(CONNECT_PATIENCE)
                  .build());
      client = Optional.of(made);
      return made;
    }

    synchronized void close() {
      client.ifPresent(HttpClient::shutdownNow);
    }
  }

  private record Running(Poller poller, CountDownLatch ended) {}

  private MappingPollers(
      EventSourceMappings sources, Surroundings surroundings, InstantSource clock) {
    this.sources = sources;
    this.surroundings = surroundings;
    this.clock = clock;
  }

  /**
   * Polls from now on.
   *
   * @param declared those of the template
   */
  static MappingPollers start(
      EventSourceMappings sources,
      List<EventSource.Mapping> declared,
      Surroundings surroundings,
      InstantSource clock) {
    MappingPollers mappings = new MappingPollers(sources, surroundings, clock);
    for (EventSource.Mapping each : declared) {
      mappings.requireUnderstood(each);
    }
    sources.watch(mappings);
    declared.forEach(each -> sources.declare(mapping(each, clock.millis())));
    return mappings;
  }

  private void requireUnderstood(EventSource.Mapping declared) {
    try {
      Filters.of(json(declared).getOrDefault("FilterCriteria", AwsJson.object()));
    } catch (InvalidPattern e) {
      throw new UserMistake(
          "%s: a filter of %s is not an event pattern: %s"
              .formatted(declared.place(), declared.id(), e.getMessage()),
          "write it like {\"body\": {\"kind\": [\"order\"]}}");
    }
  }

  private static Map<String, JsonNode> json(EventSource.Mapping declared) {
    Map<String, JsonNode> settings = new HashMap<>();
    declared
        .settings()
        .forEach((name, value) -> settings.put(name, AwsJson.JSON.valueToTree(value)));
    return settings;
  }

  private static EventSourceMapping mapping(EventSource.Mapping declared, long now) {
    EventSource.Target target = declared.target();
    Map<String, JsonNode> settings = MappingDefaults.of(service(declared.sourceArn()));
    settings.putAll(json(declared));
    settings.put("EventSourceArn", AwsJson.JSON.valueToTree(declared.sourceArn()));
    String name = target.function() + "/" + declared.id(); // the same at each start
    return new EventSourceMapping(
        UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8)).toString(),
        Arn.function(target.function(), target.qualifier()),
        declared.enabled(),
        settings,
        Map.of(),
        now);
  }

  private static String service(String arn) {
    String[] parts = arn.split(":", -1);
    return parts.length > 2 ? parts[2] : "";
  }

  private static String sourceArn(EventSourceMapping mapping) {
    JsonNode arn = mapping.settings().get("EventSourceArn");
    return arn == null ? "" : arn.asText();
  }

  // ---- of the watcher ----

  @Override
  public void check(EventSourceMapping mapping, Duration timeout) {
    try {
      poller(mapping);
    } catch (InvalidPattern e) {
      throw Refused.invalid("Invalid filter pattern definition.");
    }
    String arn = sourceArn(mapping);
    Optional<URI> endpoint = surroundings.endpoint(service(arn));
    if (endpoint.isEmpty()) {
      return;
    }
    try {
      if (service(arn).equals("sqs")) {
        SqsQueue queue = SqsQueue.open(http.get(), endpoint.get(), arn);
        LambdaRules.visibility(queue.visibilityTimeout(), timeout)
            .ifPresent(fault -> {
              throw Refused.invalid(fault);
            });
      } else if (RecordStream.find(http.get(), endpoint.get(), arn).isEmpty()) {
        throw Refused.invalid("Stream not found: " + arn);
      }
    } catch (ServiceFault e) {
      if (SqsQueue.isMissing(e)) {
        throw Refused.invalid(
            "Error occurred while ReceiveMessage. SQS Error Code:"
                + " AWS.SimpleQueueService.NonExistentQueue. SQS Error Message: The specified queue"
                + " does not exist.");
      }
    } catch (IOException e) {
      return; // the poller says so, and goes on trying
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void changed(EventSourceMapping mapping) {
    then(
        mapping,
        () -> {
          stop(mapping);
          if (mapping.enabled()) {
            begin(mapping);
          } else {
            sources.report(mapping, State.DISABLED);
          }
        });
  }

  @Override
  public void removed(EventSourceMapping mapping) {
    then(
        mapping,
        () -> {
          stop(mapping);
          progress.remove(mapping.uuid());
          sources.gone(mapping);
        });
  }

  private void then(EventSourceMapping mapping, Runnable change) {
    CompletableFuture<Void> before =
        changes.getOrDefault(mapping.uuid(), CompletableFuture.completedFuture(null));
    changes.put(
        mapping.uuid(),
        before
            .thenRunAsync(change, workers)
            .exceptionally(e -> {
              if (!workers.isShutdown()) {
                surroundings.problems().accept(new IllegalStateException("a mapping", e));
              }
              return null;
            }));
  }

  private void stop(EventSourceMapping mapping) {
    Running before = running.remove(mapping.uuid());
    if (before != null) {
      before.poller().stop();
      try {
        before.ended().await(); // what is under way comes to its end
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void begin(EventSourceMapping mapping) {
    Optional<Poller> made;
    try {
      made = poller(mapping);
    } catch (InvalidPattern e) { // of a mapping that was kept and was never checked
      say(mapping, "is not polled: a filter is not an event pattern: " + e.getMessage());
      return;
    }
    if (made.isEmpty()) {
      say(mapping, "is not polled: no such service runs here");
      sources.report(mapping, State.ENABLED);
      return;
    }
    Running begun = new Running(made.get(), new CountDownLatch(1));
    running.put(mapping.uuid(), begun);
    workers.execute(() -> {
      try {
        begun.poller().run(() -> sources.report(mapping, State.ENABLED));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt(); // the program ends
      } catch (RuntimeException | Error e) {
        surroundings.problems().accept(InternalFault.of(e));
      } finally {
        begun.ended().countDown();
      }
    });
  }

  private void say(EventSourceMapping mapping, String what) {
    surroundings.log().line(function(mapping), sourceArn(mapping) + " " + what);
  }

  private static String function(EventSourceMapping mapping) {
    return mapping.function().split(":", -1)[6];
  }

  private static String qualifier(EventSourceMapping mapping) {
    String[] parts = mapping.function().split(":", -1);
    return parts.length > 7 ? parts[7] : "";
  }

  /** Returns a poller of the mapping's source; empty where no such service runs. */
  private Optional<Poller> poller(EventSourceMapping mapping) throws InvalidPattern {
    String arn = sourceArn(mapping);
    BatchInvocation invocation =
        new BatchInvocation(
            surroundings, function(mapping), qualifier(mapping), clock, new CountDownLatch(1));
    Optional<URI> endpoint = surroundings.endpoint(service(arn));
    return switch (service(arn)) {
      case "sqs" -> {
        QueueTerms terms = QueueTerms.of(mapping.settings());
        yield endpoint.map(
            uri -> new QueuePoller(http.get(), uri, arn, terms, invocation, workers));
      }
      case "dynamodb", "kinesis" -> {
        StreamTerms terms = StreamTerms.of(mapping.settings());
        yield endpoint.map(uri ->
            new StreamPoller(
                http.get(),
                uri,
                mapping.uuid(),
                arn,
                terms,
                invocation,
                progress.computeIfAbsent(mapping.uuid(), _ -> new ConcurrentHashMap<>()),
                result -> sources.report(mapping, result),
                workers));
      }
      default -> Optional.empty();
    };
  }

  /** Interrupts what is under way: messages and records that were not processed stay there. */
  @Override
  public void close() {
    sources.unwatch();
    running.values().forEach(each -> each.poller().stop());
    workers.shutdownNow();
    http.close();
    ThreadsEnd.await(workers, CLOSE_PATIENCE, "pollers");
  }
}
