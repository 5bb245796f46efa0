package thaw.junit.durable;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import thaw.junit.program.HandlerJson;
import thaw.junit.program.LambdaClient;
import thaw.program.ThawException;

/**
 * An execution of a durable function. It waits as long as its function says, unless
 * {@code @ThawApplication(options = {"--durable-time", "fast"})} has time go to the next timer when
 * all executions wait.
 */
public final class DurableExecution {
  private static final long LOOK_MILLIS = 20;

  private final LambdaClient client;
  private final String arn;

  /**
   * @param client of the program that runs it
   */
  public DurableExecution(LambdaClient client, String arn) {
    this.client = client;
    this.arn = arn;
  }

  public String arn() {
    return arn;
  }

  private String path() {
    return "durable-executions/" + LambdaClient.encoded(arn);
  }

  private Map<String, @Nullable Object> described() {
    return HandlerJson.object(client.get(path()));
  }

  /** Returns {@code RUNNING}, {@code SUCCEEDED}, {@code FAILED}, {@code TIMED_OUT} and so on. */
  public String status() {
    return HandlerJson.text(described(), "Status");
  }

  /**
   * Waits for the end.
   *
   * @param patience of real time
   * @throws ThawException when it has not ended in time, or the thread was interrupted
   */
  public DurableResult await(Duration patience) {
    return awaited(
        () -> {
          Map<String, @Nullable Object> told = described();
          String status = HandlerJson.text(told, "Status");
          return status.equals("RUNNING") || status.startsWith("PAUS")
              ? Optional.empty()
              : Optional.of(new DurableResult(this, status, told));
        },
        "did not end",
        patience);
  }

  /**
   * Returns its events until now, as the API has them: {@code EventType}, {@code Name} and so on.
   */
  public List<Map<String, @Nullable Object>> history() {
    List<Map<String, @Nullable Object>> events = new ArrayList<>();
    String marker = "";
    do {
      Map<String, @Nullable Object> page =
          HandlerJson.object(
              client.get(
                  path()
                      + "/history?IncludeExecutionData=true&MaxItems=1000"
                      + (marker.isEmpty() ? "" : "&Marker=" + LambdaClient.encoded(marker))));
      HandlerJson.list(page.get("Events")).forEach(event -> events.add(HandlerJson.object(event)));
      marker = HandlerJson.text(page, "NextMarker");
    } while (!marker.isEmpty());
    return events;
  }

  /** Returns its operations until now, in the order of their starts. */
  public List<DurableOperation> operations() {
    Map<String, List<Map<String, @Nullable Object>>> byId = new LinkedHashMap<>();
    for (Map<String, @Nullable Object> event : history()) {
      String id = HandlerJson.text(event, "Id");
      if (!id.isEmpty() && !HandlerJson.text(event, "EventType").startsWith("Execution")) {
        byId.computeIfAbsent(id, each -> new ArrayList<>()).add(event);
      }
    }
    List<DurableOperation> operations = new ArrayList<>();
    byId.forEach((id, events) -> operations.add(DurableOperation.of(id, events)));
    return operations;
  }

  /**
   * Returns an operation by its name; of several the first.
   *
   * @throws AssertionError when there is none
   */
  public DurableOperation operation(String name) {
    List<DurableOperation> all = operations();
    return all.stream()
        .filter(each -> each.name().equals(name))
        .findFirst()
        .orElseThrow(() ->
            new AssertionError("no operation " + name + " in " + arn + "; there are: " + all));
  }

  /**
   * Waits until the function has asked for a callback, which has not ended.
   *
   * @param name of the callback's operation, or of the context around it: where a function waits
   *     for a callback by one call, AWS's SDKs give that name to a context, and another to the
   *     callback
   * @param patience of real time
   * @throws ThawException when it has not in time, or the thread was interrupted
   */
  public DurableCallback callback(String name, Duration patience) {
    return awaited(
        () ->
            openCallback(name, operations())
                .map(each -> new DurableCallback(client, each.callbackId())),
        "did not ask for the callback " + name,
        patience);
  }

  private static Optional<DurableOperation> openCallback(
      String name, List<DurableOperation> operations) {
    Set<String> named = new HashSet<>();
    operations.stream()
        .filter(each -> each.name().equals(name))
        .forEach(each -> named.add(each.id()));
    return operations.stream()
        .filter(DurableOperation::isOpenCallback)
        .filter(each -> named.contains(each.id()) || named.contains(each.parentId()))
        .findFirst();
  }

  /** Ends it. */
  public void stop() {
    client.post(path() + "/stop", "{}".getBytes(java.nio.charset.StandardCharsets.UTF_8));
  }

  private <T> T awaited(Supplier<Optional<T>> looked, String what, Duration patience) {
    long end = System.nanoTime() + patience.toNanos();
    try {
      while (true) {
        Optional<T> found = looked.get();
        if (found.isPresent()) {
          return found.get();
        }
        if (System.nanoTime() > end) {
          throw new ThawException(
              "the execution %s %s within %d s; its operations: %s"
                  .formatted(arn, what, patience.toSeconds(), operations()),
              "wait longer, or let time go on by --durable-time fast");
        }
        TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ThawException(
          "the test was interrupted while it waited for " + arn,
          "give the test more time than the execution takes",
          e);
    }
  }

  @Override
  public String toString() {
    return arn;
  }
}
