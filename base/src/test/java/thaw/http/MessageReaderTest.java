package thaw.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Heads that a connection repeats byte by byte, and those that only look so. */
class MessageReaderTest {
  private static final String NEXT =
      "GET /next HTTP/1.1\r\nHost: api\r\nUser-Agent: client/1\r\n\r\n";

  private static String post(String path, String body) {
    return "POST "
        + path
        + " HTTP/1.1\r\nHost: api\r\nContent-Length: "
        + body.length()
        + "\r\n\r\n"
        + body;
  }

  /**
   * @param piece so many bytes come at a time
   */
  private static MessageReader reader(String bytes, int piece, int headBytes) {
    InputStream all = new ByteArrayInputStream(bytes.getBytes(StandardCharsets.ISO_8859_1));
    return new MessageReader(
        new InputStream() {
          @Override
          public int read() {
            throw new IllegalStateException("reads in pieces");
          }

          @Override
          public int read(byte[] target, int offset, int length) throws IOException {
            return all.read(target, offset, Math.min(length, piece));
          }
        },
        MessageReader.LineEnds.STRICT,
        headBytes,
        100);
  }

  private static List<String> said(MessageReader in) throws IOException {
    List<String> said = new ArrayList<>();
    for (RequestHead head = RequestHead.read(in); head != null; head = RequestHead.read(in)) {
      String body = new String(head.content().readNBytes(1000), StandardCharsets.ISO_8859_1);
      said.add(
          head.method() + " " + head.target() + " " + head.fields().list().size() + " " + body);
    }
    return said;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 7, 50, 61, 10_000})
  void what_is_repeated_and_what_differs_in_little_is_read_as_if_each_came_alone(int piece)
      throws IOException {
    List<String> requests =
        List.of(
            NEXT,
            post("/1", "one"),
            NEXT,
            post("/1", "two"),
            NEXT,
            post("/2", "three"),
            post("/2", "three"),
            NEXT,
            NEXT.replace("client/1", "client/2"),
            NEXT.replace("\r\n\r\n", "\r\nMore: 1\r\n\r\n"),
            NEXT.replace("HTTP/1.1", "HTTP/1.0"),
            post("/1", "a".repeat(11)),
            NEXT);
    List<String> alone = new ArrayList<>();
    for (String request : requests) {
      alone.addAll(said(reader(request, 10_000, 10_000)));
    }
    assertEquals(requests.size(), alone.size());
    assertEquals(alone, said(reader(String.join("", requests), piece, 10_000)));
  }

  @Test
  void a_section_that_is_repeated_is_not_read_again() throws IOException {
    String byTurns =
        NEXT + post("/1", "a") + NEXT + post("/2", "bb") + NEXT + post("/3", "ccc") + NEXT;
    MessageReader in = reader(byTurns, 10_000, 10_000);
    FieldSection first = RequestHead.read(in).fields();
    for (int length = 1; length <= 3; length++) {
      RequestHead.read(in).content().readNBytes(length);
      assertSame(first, RequestHead.read(in).fields());
    }
    assertNull(RequestHead.read(in));
  }

  @Test
  void what_is_repeated_counts_for_the_limit_of_a_head_too() throws IOException {
    String fields = "Host: api\r\nNote: " + "n".repeat(40) + "\r\n\r\n";
    MessageReader in =
        reader("GET / HTTP/1.1\r\n" + fields + "GET /long HTTP/1.1\r\n" + fields, 10_000, 80);
    RequestHead.read(in);
    assertThrows(MalformedMessage.class, () -> RequestHead.read(in));
  }
}
