package thaw.runtimeapi.log;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * An environment's timeline as it is written: every event goes to the sink, and the text of those
 * since the last invocation began is kept for {@code LogType=Tail}. One thread at a time.
 */
public final class EventLog {
  /** {@code LogType=Tail} returns the last 4 KB. */
  private static final int TAIL_BYTES = 4096;

  private final Consumer<PlatformEvent.Stamped> sink;
  private final Optional<Levels> levels; // of a log in JSON
  private final Deque<String> invocation = new ArrayDeque<>(); // texts
  private int characters; // of them, each with its line feed
  private final LogFrames frames = new LogFrames();
  private boolean told; // that lines without a level are left out

  /**
   * The levels below which a log has no lines; who subscribes to events gets them all the same.
   *
   * @param application of what the function writes
   * @param system of the platform's lines
   */
  public record Levels(LogLevel application, LogLevel system) {}

  public EventLog(Consumer<PlatformEvent.Stamped> sink) {
    this(sink, Optional.empty());
  }

  private EventLog(Consumer<PlatformEvent.Stamped> sink, Optional<Levels> levels) {
    this.sink = sink;
    this.levels = levels;
  }

  /** Makes a log in which the platform's lines are JSON, as with {@code LogFormat: JSON}. */
  public static EventLog inJson(Consumer<PlatformEvent.Stamped> sink, Levels levels) {
    return new EventLog(sink, Optional.of(levels));
  }

  /** Begins a new invocation, to which everything belongs that comes from now on. */
  public void beginTail() {
    invocation.clear();
    characters = 0;
  }

  public void add(PlatformEvent event) {
    add(Instant.now(), System.nanoTime(), event);
  }

  /**
   * Adds an event that happened a moment ago.
   *
   * @param time as {@link PlatformEvent.Stamped} has it, like {@code nanos}
   */
  public void add(Instant time, long nanos, PlatformEvent event) {
    PlatformEvent.Stamped stamped =
        levels
            .map(least -> PlatformJson.stamped(time, nanos, event, least.system()))
            .orElseGet(() -> new PlatformEvent.Stamped(time, nanos, event));
    if (stamped.text().isPresent()) {
      keep(stamped.text().get());
    }
    sink.accept(stamped);
  }

  /** Keeps a text for the tail; bytes are made of it only when somebody asks for them. */
  private void keep(String text) {
    invocation.addLast(text);
    characters += text.length() + 1;
    while (characters - invocation.getFirst().length() - 1 >= TAIL_BYTES) { // the end is there
      characters -= invocation.removeFirst().length() + 1;
    }
  }

  /** Output of the runtime process since the last call. */
  public void output(byte[] output) {
    if (output.length > 0) {
      frames.split(output).forEach(this::addLine);
    }
  }

  private void addLine(LogFrames.Entry entry) {
    PlatformEvent.FunctionLine line = new PlatformEvent.FunctionLine(entry.text());
    if (levels.isEmpty()) {
      add(line);
      return;
    }
    LogLevel least = levels.get().application();
    Optional<LogLevel> level =
        least == LogLevel.TRACE // none is below it
            ? Optional.of(least)
            : entry.level().or(() -> LogLevel.of(entry.text()));
    if (level.orElse(LogLevel.INFO).compareTo(least) >= 0) {
      add(line);
      return;
    }
    sink.accept(
        new PlatformEvent.Stamped(Instant.now(), System.nanoTime(), line, Optional.empty()));
    if (level.isEmpty() && !told) {
      told = true;
      add(new PlatformEvent.LinesLeftOut(least));
    }
  }

  /** The process has ended: what it wrote last may lack its line feed. */
  public void endOfOutput() {
    frames.rest().ifPresent(this::addLine);
  }

  public byte[] tail() {
    StringBuilder text = new StringBuilder(characters);
    invocation.forEach(line -> text.append(line).append('\n'));
    byte[] all = text.toString().getBytes(StandardCharsets.UTF_8);
    return Arrays.copyOfRange(all, Math.max(0, all.length - TAIL_BYTES), all.length);
  }
}
