package thaw.load.http;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.ProtocolException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ResponseParserTest {
  /** One whole answer. */
  record Message(String text, boolean isHead, int status, String body, boolean persistent) {
    Message(String text, int status, String body, boolean persistent) {
      this(text, false, status, body, persistent);
    }

    byte[] bytes() {
      return text.getBytes(StandardCharsets.ISO_8859_1);
    }
  }

  static Stream<Message> messages() {
    return Stream.of(
        new Message("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello", 200, "hello", true),
        new Message("HTTP/1.1 200\r\ncontent-length:5\r\n\r\nhello", 200, "hello", true),
        new Message("HTTP/1.1 200 OK\nContent-Length: 2\n\nok", 200, "ok", true),
        new Message("\r\nHTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n", 404, "", true),
        new Message(
            "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\nok", 200, "ok", true),
        new Message(
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
                + "3\r\nhel\r\n2;a=\"b\"\r\nlo\r\n0\r\n\r\n",
            200,
            "hello",
            true),
        new Message(
            "HTTP/1.1 200 OK\r\nContent-Length: 99\r\nTransfer-Encoding: gzip, Chunked\r\n\r\n"
                + "00A\r\n0123456789\r\n0\r\nDigest: x\r\nContent-Length: 7\r\n\r\n",
            200,
            "0123456789",
            true),
        new Message(
            "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nContent-Length: 9\r\n"
                + "Connection: close\r\n\r\nHTTP/1.1 201 Created\r\nContent-Length: 1\r\n\r\nx",
            201,
            "x",
            true),
        new Message("HTTP/1.1 204 No Content\r\nContent-Length: 5\r\n\r\n", 204, "", true),
        new Message(
            "HTTP/1.1 304 Not Modified\r\nTransfer-Encoding: chunked\r\n\r\n", 304, "", true),
        new Message("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n", true, 200, "", true),
        new Message("HTTP/1.1 101 Switching Protocols\r\n\r\n", 101, "", false),
        new Message(
            "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok",
            200,
            "ok",
            false),
        new Message(
            "HTTP/1.1 200 OK\r\nConnection: x, Close\r\nConnection: keep-alive\r\n"
                + "Content-Length: 2\r\n\r\nok",
            200,
            "ok",
            false),
        new Message("HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nok", 200, "ok", false),
        new Message(
            "HTTP/1.0 200 OK\r\nConnection: Keep-Alive\r\nContent-Length: 2\r\n\r\nok",
            200,
            "ok",
            true));
  }

  private static ResponseParser parser(boolean isHead) {
    ResponseParser parser = new ResponseParser(true);
    parser.expect(isHead);
    return parser;
  }

  private static void feed(ResponseParser parser, byte[] bytes, int from, int to)
      throws ProtocolException {
    parser.feed(ByteBuffer.wrap(bytes, from, to - from));
  }

  private static void check(Message message, ResponseParser parser) {
    assertTrue(parser.isDone());
    assertEquals(message.status(), parser.status());
    assertEquals(message.body(), new String(parser.body(), StandardCharsets.ISO_8859_1));
    assertEquals(message.persistent(), parser.isPersistent());
  }

  @ParameterizedTest
  @MethodSource("messages")
  void an_answer_is_read_however_it_is_split(Message message) throws ProtocolException {
    byte[] bytes = message.bytes();
    for (int split = 0; split <= bytes.length; split++) {
      ResponseParser parser = parser(message.isHead());
      feed(parser, bytes, 0, split);
      assertEquals(split == bytes.length, parser.isDone(), "split at " + split);
      feed(parser, bytes, split, bytes.length);
      check(message, parser);
    }
    ResponseParser single = parser(message.isHead());
    for (int i = 0; i < bytes.length; i++) {
      feed(single, bytes, i, i + 1);
    }
    check(message, single);
  }

  @ParameterizedTest
  @MethodSource("messages")
  void nothing_of_one_answer_is_left_for_the_next(Message message) throws ProtocolException {
    ResponseParser parser = parser(message.isHead());
    feed(parser, message.bytes(), 0, message.bytes().length);
    parser.expect(false);
    assertFalse(parser.hasBegun());
    byte[] next =
        "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nnext+".getBytes(StandardCharsets.US_ASCII);
    ByteBuffer in = ByteBuffer.wrap(next);
    parser.feed(in);
    check(new Message("", 200, "next", true), parser);
    assertEquals(1, in.remaining(), "what is behind the answer");
  }

  @Test
  void an_answer_without_length_ends_with_the_connection() throws ProtocolException {
    for (String head :
        new String[] {
          "X: y", "Transfer-Encoding: gzip", "Transfer-Encoding: gzip\r\nContent-Length: 2"
        }) {
      ResponseParser parser = parser(false);
      byte[] bytes =
          ("HTTP/1.1 200 OK\r\n" + head + "\r\n\r\nsome").getBytes(StandardCharsets.US_ASCII);
      feed(parser, bytes, 0, bytes.length);
      assertFalse(parser.isDone());
      assertTrue(parser.end());
      check(new Message("", 200, "some", false), parser);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "HTTP/1.1 2",
        "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhell",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n"
      })
  void an_end_in_the_middle_is_none(String text) throws ProtocolException {
    ResponseParser parser = parser(false);
    byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
    feed(parser, bytes, 0, bytes.length);
    assertFalse(parser.end());
    assertEquals(!text.isEmpty(), parser.hasBegun());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SSH-2.0-OpenSSH_9.6\r\n",
        "HTTP/2 200 OK\r\n",
        "HTTP/1.1 20 OK\r\n",
        "HTTP/1.1 2x0 OK\r\n",
        "HTTP/1.1 2000 OK\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: five\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: +5\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length:\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabcd\r\n",
      })
  void what_is_no_http_is_told(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
    assertThrows(ProtocolException.class, () -> feed(parser(false), bytes, 0, bytes.length));
  }

  @Test
  void a_head_without_end_is_not_kept_for_ever() {
    byte[] bytes =
        ("HTTP/1.1 200 OK\r\nX: " + "x".repeat(ResponseParser.HEAD_LIMIT_BYTES))
            .getBytes(StandardCharsets.US_ASCII);
    assertThrows(ProtocolException.class, () -> feed(parser(false), bytes, 0, bytes.length));
  }

  @Test
  void many_short_lines_are_a_long_head_as_well() {
    byte[] bytes =
        ("HTTP/1.1 200 OK\r\n" + ("X: " + "x".repeat(1000) + "\r\n").repeat(70))
            .getBytes(StandardCharsets.US_ASCII);
    assertThrows(ProtocolException.class, () -> feed(parser(false), bytes, 0, bytes.length));
  }

  @Test
  void the_header_that_marks_a_functions_error_is_kept() throws ProtocolException {
    byte[] bytes =
        "HTTP/1.1 200 OK\r\nx-amz-FUNCTION-error:  Unhandled \r\nContent-Length: 0\r\n\r\n"
            .getBytes(StandardCharsets.US_ASCII);
    ResponseParser parser = parser(false);
    feed(parser, bytes, 0, bytes.length);
    assertEquals(Optional.of("Unhandled"), parser.functionError());
    parser.expect(false);
    assertEquals(Optional.empty(), parser.functionError());
  }

  @Test
  void a_body_that_nobody_reads_is_not_kept() throws ProtocolException {
    ResponseParser parser = new ResponseParser(false);
    parser.expect(false);
    byte[] bytes =
        "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello".getBytes(StandardCharsets.US_ASCII);
    feed(parser, bytes, 0, bytes.length);
    assertTrue(parser.isDone());
    assertArrayEquals(new byte[0], parser.body());
  }
}
