package thaw.runtimeapi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ApiReplyTest {
  private final CountDownLatch writing = new CountDownLatch(1);
  private final CountDownLatch mayEnd = new CountDownLatch(1);
  private final ByteArrayOutputStream written = new ByteArrayOutputStream();
  private final OutputStream slow =
      new OutputStream() {
        @Override
        public void write(int b) {
          throw new AssertionError("one write a reply");
        }

        @Override
        public void write(byte[] bytes, int offset, int length) {
          writing.countDown();
          try {
            assertTrue(mayEnd.await(30, TimeUnit.SECONDS));
          } catch (InterruptedException e) {
            throw new AssertionError(e);
          }
          written.write(bytes, offset, length);
        }
      };

  @AfterEach
  void let_writes_end() {
    mayEnd.countDown();
  }

  @Test
  void who_has_the_reply_need_not_wait_for_the_end_of_its_write() throws Exception {
    ApiReply reply = new ApiReply(slow, () -> false);
    Thread writer = Thread.ofVirtual().start(() -> reply.send(200, text("event")));
    assertTrue(writing.await(30, TimeUnit.SECONDS));
    assertTrue(reply.awaitSent(Duration.ofSeconds(1)));
    assertTrue(reply.isSent());
    assertFalse(reply.isAwaited());
    mayEnd.countDown();
    writer.join();
    assertTrue(written.toString(StandardCharsets.UTF_8).endsWith("event"));
  }

  @Test
  void the_next_reply_is_written_behind_one_whose_write_has_not_ended() throws Exception {
    ApiReply first = new ApiReply(slow, () -> false);
    Thread writer = Thread.ofVirtual().start(() -> first.send(200, text("first")));
    assertTrue(writing.await(30, TimeUnit.SECONDS));
    ApiReply second = new ApiReply(slow, () -> false);
    Thread other = Thread.ofVirtual().start(() -> second.send(200, text("second")));
    assertFalse(second.awaitSent(Duration.ofMillis(50)));
    mayEnd.countDown();
    writer.join();
    other.join();
    String all = written.toString(StandardCharsets.UTF_8);
    assertTrue(all.indexOf("first") < all.indexOf("second") && all.contains("first"));
  }

  @Test
  void nothing_goes_on_behind_a_long_reply_before_it_is_written() throws Exception {
    ApiReply reply = new ApiReply(slow, () -> false);
    Thread writer = Thread.ofVirtual().start(() -> reply.send(200, new byte[1024 * 1024]));
    assertTrue(writing.await(30, TimeUnit.SECONDS));
    assertFalse(reply.awaitSent(Duration.ofMillis(50)));
    assertTrue(reply.isSent());
    mayEnd.countDown();
    writer.join();
    assertTrue(reply.awaitSent(Duration.ofSeconds(1)));
  }

  @Test
  void a_reply_is_sent_once() {
    mayEnd.countDown();
    ApiReply reply = new ApiReply(slow, () -> false);
    reply.send(200, text("once"));
    int length = written.size();
    assertThrows(IllegalStateException.class, () -> reply.send(200, text("twice")));
    assertEquals(length, written.size());
  }

  private static byte[] text(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
