package thaw.runtime;

import com.amazonaws.services.lambda.runtime.LambdaLogger;
import com.amazonaws.services.lambda.runtime.logging.LogLevel;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The logger of {@code context.getLogger()} and of {@code LambdaRuntime.getLogger()}: levels below
 * the least one are dropped, lines are text or JSON as {@code AWS_LAMBDA_LOG_FORMAT} has it. For
 * any thread.
 */
final class FunctionLogger implements LambdaLogger {
  /** The invocation of each thread that serves one: lines of other threads have no request. */
  private static final ThreadLocal<InvocationContext> CONTEXT = new ThreadLocal<>();

  private static final byte[] NULL = {'n', 'u', 'l', 'l'};

  private final LogSink sink;
  private final boolean json;
  private final LogLevel least;

  FunctionLogger(LogSink sink, boolean json, LogLevel least) {
    this.sink = sink;
    this.json = json;
    this.least = least;
  }

  /** Lets the lines of this thread belong to an invocation from now on. */
  void serve(InvocationContext invocation) {
    if (json) {
      CONTEXT.set(invocation);
    }
  }

  /** An error that this client tells of. */
  void error(String message) {
    log(message, json ? LogLevel.ERROR : LogLevel.UNDEFINED);
  }

  /** A line of this client. */
  void info(String message) {
    log(message, json ? LogLevel.INFO : LogLevel.UNDEFINED);
  }

  @Override
  public void log(@Nullable String message) {
    log(message, LogLevel.UNDEFINED);
  }

  @Override
  public void log(byte @Nullable [] message) {
    log(message, LogLevel.UNDEFINED);
  }

  @Override
  public void log(@Nullable String message, LogLevel level) {
    if (!isEnabled(level)) {
      return;
    }
    String text = message;
    if (json) {
      text = JsonLine.of(System.currentTimeMillis(), message, level.name(), CONTEXT.get());
    } else if (level != LogLevel.UNDEFINED) {
      text = "[".concat(level.name()).concat("] ").concat(String.valueOf(message));
    }
    log(text == null ? null : text.getBytes(StandardCharsets.UTF_8), level);
  }

  /** Bytes are written as they are, in either format. */
  @Override
  @SuppressWarnings("EnumOrdinal") // Frames have levels by these numbers.
  public void log(byte @Nullable [] message, LogLevel level) {
    if (isEnabled(level)) {
      sink.write(level.ordinal(), json, message == null ? NULL : message);
    }
  }

  private boolean isEnabled(LogLevel level) {
    return level == LogLevel.UNDEFINED || level.compareTo(least) >= 0;
  }
}
