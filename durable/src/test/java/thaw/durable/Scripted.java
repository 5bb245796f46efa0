package thaw.durable;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import thaw.json.Json;
import thaw.store.Store;

/** The engine with functions that are Java, and a clock that waits for nothing. */
final class Scripted implements Functions, AutoCloseable {
  static final int TIMEOUT_SECONDS = 365 * 24 * 3600;
  private static final long PATIENCE_SECONDS = 20;

  private final Map<String, Handler> durable = new ConcurrentHashMap<>();
  private final Map<String, Handler> plain = new ConcurrentHashMap<>();
  private final List<Exception> problems = Collections.synchronizedList(new ArrayList<>());
  private final Store store;
  private final InvocationRecorder recorder;
  private final DurableExecutions executions;

  /** Code of a function. */
  interface Handler {
    Answer answer(Session session) throws InterruptedException;
  }

  /**
   * @param grace how long time stands where a callback is awaited
   * @param functions that are there before the executions of the store go on
   */
  Scripted(Optional<Path> folder, Duration grace, Consumer<Scripted> functions) {
    functions.accept(this);
    this.store = Store.open(folder);
    this.recorder = new InvocationRecorder(store, problems::add);
    this.executions =
        new DurableExecutions(
            store, this, EngineClock.fast(InstantSource.system(), grace), recorder, problems::add);
    executions.begin();
  }

  static Scripted inMemory() {
    return new Scripted(Optional.empty(), Duration.ZERO, _ -> {});
  }

  Scripted durable(String function, Handler handler) {
    durable.put(function, handler);
    return this;
  }

  Scripted plain(String function, Handler handler) {
    plain.put(function, handler);
    return this;
  }

  DurableExecutions executions() {
    return executions;
  }

  InvocationRecorder recorder() {
    return recorder;
  }

  KeptExecutions kept() {
    return KeptExecutions.with(store, recorder);
  }

  List<Exception> problems() {
    return problems;
  }

  @Override
  public Target target(String named) {
    boolean isDurable = durable.containsKey(named);
    if (!isDurable && !plain.containsKey(named)) {
      throw new Rejected(Rejected.Reason.NOT_FOUND, "Function not found: " + named);
    }
    return target(named, isDurable);
  }

  private static Target target(String named, boolean isDurable) {
    return new Target(
        "us-east-1",
        "000000000000",
        named,
        "1",
        isDurable ? Optional.of(new DurableTerms(TIMEOUT_SECONDS, 14, null)) : Optional.empty());
  }

  @Override
  public Answer invoke(Call call) throws InterruptedException {
    Handler handler = (call.execution().isPresent() ? durable : plain).get(call.function());
    try {
      return handler == null
          ? new Gone("Function not found: " + call.function())
          : handler.answer(new Session(executions, call));
    } catch (Rejected e) { // as the SDK does, which leaves it to Lambda to invoke it again
      return new Failed("InvocationError", bytes("{\"errorMessage\":\"" + e.text() + "\"}"));
    }
  }

  StartRequest request(String function, @Nullable String name, String input) {
    return new StartRequest(
        target(function, true), Optional.ofNullable(name), input, false, null, null);
  }

  ExecutionArn start(String function, String input) {
    return executions.start(request(function, null, input)).arn();
  }

  Ending run(String function, String input) {
    return await(start(function, input));
  }

  Ending await(ExecutionArn arn) {
    try {
      return executions.ending(arn).get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (Exception e) {
      throw new IllegalStateException("has not ended: " + history(arn) + " " + problems, e);
    }
  }

  List<HistoryEvent> events(ExecutionArn arn) {
    List<HistoryEvent> events = new ArrayList<>();
    String marker = null;
    do {
      Page<HistoryEvent> page = executions.history(arn, marker, 7, false);
      events.addAll(page.items());
      marker = page.nextMarker();
    } while (marker != null);
    return events;
  }

  /** Names of the events, with the operation that each is about. */
  List<String> history(ExecutionArn arn) {
    return events(arn).stream()
        .map(event ->
            event.type().lambdaName()
                + (event.operation() == null || event.operation().equals(arn.id())
                    ? ""
                    : " " + event.operation()))
        .toList();
  }

  JsonNode details(ExecutionArn arn, EventType type) {
    return events(arn).stream()
        .filter(event -> event.type() == type)
        .findFirst()
        .orElseThrow()
        .details();
  }

  void awaitHistory(ExecutionArn arn, String event) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (!history(arn).contains(event)) {
      if (System.nanoTime() > end) {
        throw new IllegalStateException("no " + event + " in " + history(arn) + " " + problems);
      }
      Thread.sleep(2);
    }
  }

  static Answer pending() {
    return new Returned(bytes("{\"Status\":\"PENDING\"}"));
  }

  static Answer succeeded(String result) {
    return new Returned(
        bytes("{\"Status\":\"SUCCEEDED\",\"Result\":%s}".formatted(quoted(result))));
  }

  static Answer crashed() {
    return new Failed(
        "Runtime.ExitError",
        bytes("{\"errorType\":\"Runtime.ExitError\",\"errorMessage\":\"exit status 1\"}"));
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String quoted(String text) {
    StringBuilder quoted = new StringBuilder();
    Json.quote(text, quoted);
    return quoted.toString();
  }

  @Override
  public void close() {
    executions.close();
    recorder.close();
    store.close();
  }

  /** One invocation, and what its code does by the SDK. */
  static final class Session {
    private final DurableExecutions executions;
    private final Call call;
    private final JsonNode event;
    private String token;

    Session(DurableExecutions executions, Call call) {
      this.executions = executions;
      this.call = call;
      this.event = Json.read(call.payload()).orElseThrow();
      this.token = event.path("CheckpointToken").asText();
    }

    JsonNode event() {
      return event;
    }

    Call call() {
      return call;
    }

    ExecutionArn arn() {
      return call.execution().orElseThrow();
    }

    String token() {
      return token;
    }

    /** An operation as the function got it with its event. */
    JsonNode operation(String id) {
      for (JsonNode operation : event.path("InitialExecutionState").path("Operations")) {
        if (operation.path("Id").asText().equals(id)) {
          return operation;
        }
      }
      return Json.MAPPER.missingNode();
    }

    String status(String id) {
      return operation(id).path("Status").asText("");
    }

    List<Operation> checkpoint(Update... updates) {
      CheckpointAnswer answer = executions.checkpoint(arn(), token, null, List.of(updates));
      token = answer.token() == null ? token : answer.token();
      return answer.operations();
    }

    /** Does a step that is not done yet. */
    void step(String id, String result) {
      if (!status(id).equals("SUCCEEDED")) {
        if (!status(id).equals("STARTED")) {
          checkpoint(Updates.start(OperationType.STEP, id));
        }
        checkpoint(Updates.succeed(OperationType.STEP, id, result));
      }
    }

    /** Returns whether a wait is over, which is begun when it is new. */
    boolean waited(String id, int seconds) {
      if (status(id).isEmpty()) {
        checkpoint(Updates.waiting(id, seconds));
      }
      return status(id).equals("SUCCEEDED");
    }
  }
}
