package thaw.lambdaapi.invoke;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import thaw.pool.RequestOutcome;

class ResponsePipeTest {
  private static final RequestOutcome OUTCOME = new RequestOutcome.Unprepared("cause", "remedy");

  private final ResponsePipe pipe = new ResponsePipe();

  private void write(int bytes) throws IOException {
    pipe.write(new byte[bytes], bytes);
  }

  private CompletableFuture<Void> writeInBackground() {
    CompletableFuture<Void> written = new CompletableFuture<>();
    Thread.ofVirtual()
        .start(() -> {
          try {
            write(1);
            written.complete(null);
          } catch (IOException e) {
            written.completeExceptionally(e);
          }
        });
    return written;
  }

  @Test
  void parts_come_out_in_their_order() throws Exception {
    pipe.chosen("7");
    pipe.begin("text/plain");
    pipe.write(new byte[] {1, 2, 3}, 2);
    pipe.end(OUTCOME);
    assertEquals(new ResponsePipe.Part.Begun("7", "text/plain"), pipe.take());
    var piece = assertInstanceOf(ResponsePipe.Part.Piece.class, pipe.take());
    assertArrayEquals(new byte[] {1, 2}, piece.bytes());
    assertEquals(new ResponsePipe.Part.Ended(OUTCOME), pipe.take());
  }

  @Test
  void who_writes_into_a_full_pipe_waits_for_the_reader() throws Exception {
    write(ResponsePipe.CAPACITY_BYTES);
    CompletableFuture<Void> more = writeInBackground();
    assertFalse(more.isDone());
    pipe.take();
    more.get(10, TimeUnit.SECONDS);
  }

  @Test
  void the_invocations_end_ends_the_wait_and_keeps_what_was_written() throws Exception {
    write(ResponsePipe.CAPACITY_BYTES);
    CompletableFuture<Void> more = writeInBackground();
    pipe.end(OUTCOME);
    assertThrows(ExecutionException.class, () -> more.get(10, TimeUnit.SECONDS));
    assertThrows(IOException.class, () -> write(1));
    assertInstanceOf(ResponsePipe.Part.Piece.class, pipe.take());
    assertEquals(new ResponsePipe.Part.Ended(OUTCOME), pipe.take());
  }

  @Test
  void a_reader_who_leaves_ends_the_wait() throws Exception {
    write(ResponsePipe.CAPACITY_BYTES);
    CompletableFuture<Void> more = writeInBackground();
    pipe.abandon();
    assertThrows(ExecutionException.class, () -> more.get(10, TimeUnit.SECONDS));
    assertFalse(pipe.fail(new IllegalStateException()));
  }

  @Test
  void only_the_first_end_counts() {
    assertTrue(pipe.fail(new IllegalStateException()));
    assertFalse(pipe.fail(new IllegalStateException()));
  }
}
