package thaw.runtimeapi.extensions;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import thaw.runtimeapi.log.PlatformEvent;
import thaw.runtimeapi.log.TelemetryEvent;
import thaw.runtimeapi.log.TelemetryJson;
import thaw.steady.AllSteps;
import thaw.steady.FirstFaults;

/**
 * Passes what happens in one generation of an environment's processes on to the extensions that
 * have subscribed to it. Who subscribes during the init phase also gets what happened before.
 *
 * <p>Any thread may call it; all state is guarded by {@code lock}.
 */
public final class TelemetryRelay implements Consumer<PlatformEvent.Stamped>, AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** The version of the schema from which on log lines that are JSON objects are sent as such. */
  private static final String WITH_JSON_LINES = "2022-12-13";

  /** The most events of an init phase that are kept for later subscribers. */
  private static final int HISTORY_LIMIT = 10_000;

  /** Faults of ours, which cost a subscriber an event: nobody takes them, so they are printed. */
  private static final Consumer<RuntimeException> FAULTS =
      new FirstFaults(Throwable::printStackTrace);

  private final boolean jsonLines;
  private final Receiver.Dial dial;
  private final ThawedClock clock = new ThawedClock();
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<String, Entry> byExtension = new LinkedHashMap<>();
  private final List<PlatformEvent.Stamped> history = new ArrayList<>();
  private boolean open = true;

  private record Entry(Subscription subscription, Subscriber subscriber) {}

  /** Tells how a subscription ended. */
  enum Outcome {
    SUBSCRIBED,
    /** The new settings hold from now on. */
    ALREADY_SUBSCRIBED,
    /** The extension has subscribed by the other API, and one is all that it may use. */
    OTHER_API,
    /** The init phase is over. */
    CLOSED
  }

  /** Makes a relay to subscribers in this program's network. */
  TelemetryRelay(boolean jsonLines) {
    this(jsonLines, Receiver.Dial.DIRECT);
  }

  /**
   * @param jsonLines whether the function logs in JSON format
   * @param dial leads to subscribers
   */
  public TelemetryRelay(boolean jsonLines, Receiver.Dial dial) {
    this.jsonLines = jsonLines;
    this.dial = dial;
  }

  /** Fails when the destination cannot be reached. */
  Outcome subscribe(String extension, Subscription subscription) throws IOException {
    lock.lock();
    try {
      if (!open) {
        return Outcome.CLOSED;
      }
      Entry before = byExtension.get(extension);
      if (before != null && before.subscription().api() != subscription.api()) {
        return Outcome.OTHER_API;
      }
      Subscriber subscriber =
          new Subscriber(
              subscription.buffering(),
              Receiver.open(subscription.destination(), dial),
              clock,
              loss -> texts(subscription, PlatformEvent.Stamped.now(loss)));
      byExtension.put(extension, new Entry(subscription, subscriber));
      if (before == null) {
        AllSteps.each(
            history, event -> texts(subscription, event).forEach(subscriber::offer), FAULTS);
      } else {
        before.subscriber().close();
      }
      subscriber.start();
      return before == null ? Outcome.SUBSCRIBED : Outcome.ALREADY_SUBSCRIBED;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void accept(PlatformEvent.Stamped stamped) {
    lock.lock();
    try {
      if (stamped.event() instanceof PlatformEvent.Frozen) {
        clock.stop();
      } else if (stamped.event() instanceof PlatformEvent.Thawed) {
        clock.go();
      }
      if (open && history.size() < HISTORY_LIMIT) {
        history.add(stamped);
      }
      AllSteps.each(
          byExtension.values(),
          entry -> {
            entry.subscriber().clockChanged();
            texts(entry.subscription(), stamped).forEach(entry.subscriber()::offer);
          },
          FAULTS);
    } finally {
      lock.unlock();
    }
  }

  /** The messages of this event for a subscription, none when it did not ask for its type. */
  private List<byte[]> texts(Subscription subscription, PlatformEvent.Stamped stamped) {
    String type =
        switch (stamped.event()) {
          case PlatformEvent.FunctionLine _ -> "function";
          case PlatformEvent.ExtensionLine _ -> "extension";
          case PlatformEvent.OwnEvent _ -> "";
          // Only the Logs API knows these; readers of the other fail on what they do not know.
          case PlatformEvent.Fault _, PlatformEvent.LogsSubscription _ ->
              subscription.api() == Subscription.Api.LOGS ? "platform" : "";
          case PlatformEvent.Message _ -> "platform";
        };
    if (!subscription.types().contains(type)) {
      return List.of();
    }
    List<TelemetryEvent> messages =
        subscription.api() == Subscription.Api.LOGS
            ? LogsJson.of(stamped, subscription.schemaVersion())
            : List.of(telemetry(subscription, stamped));
    return messages.stream()
        .map(message -> message.text().getBytes(StandardCharsets.UTF_8))
        .toList();
  }

  private TelemetryEvent telemetry(Subscription subscription, PlatformEvent.Stamped stamped) {
    if (jsonLines
        && stamped.event() instanceof PlatformEvent.FunctionLine line
        && subscription.schemaVersion().compareTo(WITH_JSON_LINES) >= 0) {
      try {
        JsonNode parsed = JSON.readTree(line.text());
        if (parsed.isObject()) {
          return TelemetryJson.event(stamped, "function", parsed);
        }
      } catch (JsonProcessingException e) {
        // a line of another kind stays text
      }
    }
    return TelemetryJson.of(stamped);
  }

  /** The init phase is over: nobody can subscribe any more. */
  public void closeSubscriptions() {
    lock.lock();
    try {
      open = false;
      history.clear();
    } finally {
      lock.unlock();
    }
  }

  /** Sends now what waits, as before the processes end. */
  public void flush() {
    lock.lock();
    try {
      byExtension.values().forEach(entry -> entry.subscriber().flush());
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() {
    lock.lock();
    try {
      open = false;
      byExtension.values().forEach(entry -> entry.subscriber().close());
      byExtension.clear();
    } finally {
      lock.unlock();
    }
  }
}
