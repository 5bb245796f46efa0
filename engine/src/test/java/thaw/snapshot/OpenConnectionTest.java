package thaw.snapshot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OpenConnectionTest {
  private static final int TCP = 6;
  private static final int UDP = 17;
  private static final int ESTABLISHED = 1;
  private static final int LISTEN = 10;

  /** 127.0.0.1 as it lies in memory, and read as a number. */
  private static final long LOOPBACK = 0x0100007fL;

  @TempDir private Path images;

  private static WireMessage socket(int protocol, int state, int port, long... address) {
    List<WireMessage.Field> fields = new ArrayList<>();
    fields.add(WireMessage.Field.ofNumber(5, protocol));
    fields.add(WireMessage.Field.ofNumber(6, state));
    fields.add(WireMessage.Field.ofNumber(7, 40_001));
    fields.add(WireMessage.Field.ofNumber(8, port));
    for (long word : address) {
      fields.add(WireMessage.Field.ofNumber(12, word));
    }
    return WireMessage.of(
        WireMessage.Field.ofNumber(1, 4),
        WireMessage.Field.ofNumber(2, port),
        WireMessage.Field.ofBytes(4, new WireMessage(fields).bytes()));
  }

  private List<OpenConnection> open(WireMessage... files) throws IOException {
    new CriuImageFile(CriuImageFile.FILES, List.of(files)).write(images.resolve("files.img"));
    return OpenConnection.in(images);
  }

  @Test
  void a_connection_is_told_by_both_sides() throws IOException {
    assertEquals(
        List.of(new OpenConnection("127.0.0.1", 8000, 40_001)),
        open(socket(TCP, ESTABLISHED, 8000, LOOPBACK)));
  }

  @Test
  void the_sockets_of_jvms_have_ipv4_addresses_in_ipv6() throws IOException {
    assertEquals(
        List.of(new OpenConnection("127.0.0.1", 8000, 40_001)),
        open(socket(TCP, ESTABLISHED, 8000, 0, 0, 0xffff0000L, LOOPBACK)));
  }

  @Test
  void listening_sockets_and_datagrams_are_no_connections() throws IOException {
    assertEquals(
        List.of(), open(socket(TCP, LISTEN, 0, LOOPBACK), socket(UDP, ESTABLISHED, 53, LOOPBACK)));
  }

  @Test
  void a_file_that_is_no_image_is_refused() throws IOException {
    Files.writeString(images.resolve("files.img"), "no image");
    assertThrows(BadImage.class, () -> OpenConnection.in(images));
  }
}
