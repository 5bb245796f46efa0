package thaw.live;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The state as server-sent events, for one viewer: {@code state} is all of it, {@code changes} what
 * has become different since the message before. The id of a message is {@code RUN-CHANGE}: who
 * comes back with the last id that it has seen gets what has changed since, however long that was,
 * and who comes from another run of the program, or from too long ago, gets all.
 *
 * @param run names this run of the program
 * @param seenChange the last one that the viewer knows; -1 when it knows nothing
 * @see <a href="https://html.spec.whatwg.org/multipage/server-sent-events.html">Server-sent
 *     events</a>
 */
record ServerSentEvents(LiveState state, String run, long seenChange) {
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  /** A viewer that has gone away is noticed when it is written to. */
  private static final long SILENCE_NANOS = TimeUnit.SECONDS.toNanos(5);

  private static final byte[] GREETING = "retry: 1000\n\n".getBytes(StandardCharsets.UTF_8);
  private static final byte[] SIGN_OF_LIFE = ": \n\n".getBytes(StandardCharsets.UTF_8);

  private record Message(long change, byte[] text) {}

  /**
   * @param lastId as the viewer has it from a message
   */
  static ServerSentEvents resumed(LiveState state, String run, Optional<String> lastId) {
    long seen =
        lastId
            .filter(id -> id.startsWith(run + "-"))
            .map(id -> number(id.substring(run.length() + 1)))
            .orElse(-1L);
    return new ServerSentEvents(state, run, seen);
  }

  private static long number(String digits) {
    try {
      return Long.parseLong(digits);
    } catch (NumberFormatException e) {
      return -1;
    }
  }

  void show(Viewers.Viewer viewer) throws IOException, InterruptedException {
    viewer.send(GREETING);
    long seen = seenChange;
    do {
      Optional<Message> message = after(seen);
      viewer.send(message.map(Message::text).orElse(SIGN_OF_LIFE));
      seen = message.map(Message::change).orElse(seen);
    } while (state.awaitAfter(seen, PAUSE_NANOS, SILENCE_NANOS));
  }

  private Optional<Message> after(long seen) {
    return state.read(view -> {
      if (seen == view.change()) {
        return Optional.empty();
      }
      boolean whole = seen < 0 || !StateJson.canTellSince(view, seen);
      StateJson.StateView data = whole ? StateJson.all(view) : StateJson.since(view, seen);
      String text =
          "event: %s\nid: %s-%d\ndata: %s\n\n"
              .formatted(whole ? "state" : "changes", run, view.change(), StateJson.text(data));
      return Optional.of(new Message(view.change(), text.getBytes(StandardCharsets.UTF_8)));
    });
  }
}
