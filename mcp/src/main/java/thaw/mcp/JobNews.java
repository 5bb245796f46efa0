package thaw.mcp;

import io.modelcontextprotocol.server.McpSyncServerExchange;
import io.modelcontextprotocol.spec.McpSchema;
import org.jspecify.annotations.Nullable;
import thaw.app.shared.Progress;

/**
 * Sends a job's progress to the client: steps as progress notifications if it has asked for them,
 * lines as log messages. Any thread may call it.
 */
final class JobNews implements Progress {
  private final McpSyncServerExchange client;
  private final @Nullable Object token;
  private final Cancellation cancellation;

  /** Each notification must have more of it than the one before. */
  private double steps;

  /** The number of steps in all; null as long as nobody knows. */
  private @Nullable Double expected;

  JobNews(McpSyncServerExchange client, McpSchema.CallToolRequest request) {
    this.client = client;
    this.token = request.meta() == null ? null : request.meta().get("progressToken");
    this.cancellation = Cancellation.of(client);
  }

  /** Returns whether what fails from now on does so because the job is to end. */
  boolean isCancelled() {
    return cancellation.isAsked();
  }

  @Override
  public void lines(String text) {
    text.lines().filter(line -> !line.isBlank()).forEach(this::log);
  }

  @Override
  public Work begin(String text, String stage) {
    step(stage.isEmpty() ? text : text + ": " + stage);
    return new Work() {
      @Override
      public void reach(String next) {
        step(text + ": " + next);
      }
    };
  }

  @Override
  public Bar bar(String task, int total) {
    expect(total);
    return new Bar() {
      @Override
      public void step(int done, String name, String outcome) {
        String message = outcome.isEmpty() ? name : name + " " + outcome;
        JobNews.this.step("%s, %d of %d: %s".formatted(task, done, total, message));
      }
    };
  }

  /** Announces that so many steps will follow. */
  synchronized void expect(int more) {
    expected = steps + more;
  }

  synchronized void step(String message) {
    steps++;
    if (expected != null && expected < steps) {
      expected = null;
    }
    if (token != null) {
      double done = steps;
      Double all = expected;
      send(() ->
          client.progressNotification(
              new McpSchema.ProgressNotification(token, done, all, message)));
    }
  }

  private synchronized void log(String line) {
    send(() ->
        client.loggingNotification(
            McpSchema.LoggingMessageNotification.builder()
                .level(
                    line.startsWith("warning:")
                        ? McpSchema.LoggingLevel.WARNING
                        : McpSchema.LoggingLevel.INFO)
                .logger("thaw")
                .data(line)
                .build()));
  }

  /**
   * A job does not end because nobody is told how it goes: that the client is gone, the session
   * says.
   */
  private void send(Runnable notification) {
    if (isCancelled()) {
      return;
    }
    try {
      notification.run();
    } catch (RuntimeException e) {
      System.err.println("thaw: a notification could not be sent: " + e.getMessage());
    }
  }
}
