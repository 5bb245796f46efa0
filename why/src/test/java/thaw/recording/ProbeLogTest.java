package thaw.recording;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProbeLogTest {
  private static final int HEADER = 4096;
  private static final int NEXT_AT = 24;

  @TempDir Path folder;

  private final ByteBuffer file = ByteBuffer.allocate(1 << 16).order(ByteOrder.nativeOrder());

  ProbeLogTest() {
    file.put(0, "THAWPRB\0".getBytes(StandardCharsets.US_ASCII));
    file.putInt(8, 1).putInt(12, 96).putLong(16, 1 << 16).putLong(NEXT_AT, HEADER);
    file.putLong(40, 7).putLong(48, 1_000_000).putLong(56, 2_000_000).putInt(64, 4711);
    file.putInt(68, 1 | 4).putInt(72, 13).putLong(80, 5_000).putLong(88, 9);
  }

  @Test
  void the_header_says_what_was_sampled_and_what_was_lost() throws IOException {
    ProbeLog log = read();
    assertEquals(1_000_000, log.interval());
    assertEquals(2_000_000, log.look());
    assertEquals(4711, log.mainThread());
    assertTrue(log.perf());
    assertEquals(false, log.kernelFrames());
    assertEquals(13, log.perfError());
    assertEquals(
        List.of(9L, 5_000L, 7L), List.of(log.samples(), log.handlerNanos(), log.dropped()));
    assertEquals(List.of(), log.onCpu());
  }

  @Test
  void records_of_every_type_are_read() throws IOException {
    add(1, sample(100));
    add(
        2,
        payload(32).putLong(0, 77).putShort(8, (short) 3).putShort(10, (short) 4),
        "LA;main",
        16);
    add(3, payload(24).putInt(8, 4712).putShort(12, (short) 6), "worker", 16);
    add(4, payload(32).putLong(0, 50).putInt(8, 3).putLong(16, 11).putLong(24, 12));
    add(
        5,
        payload(72)
            .putLong(0, 200)
            .putLong(8, 300)
            .putInt(16, 4711)
            .putInt(20, 1)
            .putShort(24, (short) 1)
            .putShort(26, (short) 1)
            .putShort(28, (short) 11)
            .putLong(32, 0xabc)
            .putLong(40, 77)
            .putInt(48, 3),
        "10.0.0.1:80",
        56);
    add(
        6,
        payload(40)
            .putLong(0, 400)
            .putInt(8, 4712)
            .putShort(12, (short) 1)
            .putShort(14, (short) 3)
            .putLong(16, 77)
            .putInt(24, 5),
        "LB;",
        32);
    ProbeLog log = read();
    ProbeLog.OnCpu sample = log.onCpu().getFirst();
    assertEquals(100, sample.nanos());
    assertArrayEquals(new long[] {0xffff_ffff_8100_0000L}, sample.kernel());
    assertArrayEquals(new long[] {0x7000, 0x7001}, sample.nativeFrames());
    assertArrayEquals(new ProbeLog.JavaFrame[] {new ProbeLog.JavaFrame(77, 12)}, sample.java());
    assertEquals(Map.of(77L, new ProbeLog.Method("LA;", "main")), log.methods());
    assertEquals(Map.of(4712L, "worker"), log.threads());
    assertEquals(List.of(new ProbeLog.Mark(ProbeLog.Mark.Kind.VM_INIT, 50, 11, 12)), log.marks());
    ProbeLog.Blocked wait = log.blocked().getFirst();
    assertEquals(List.of(200L, 300L), List.of(wait.beginNanos(), wait.endNanos()));
    assertEquals("10.0.0.1:80", wait.peer());
    assertEquals(1, wait.kind());
    assertArrayEquals(new long[] {0xabc}, wait.nativeFrames());
    ProbeLog.Loaded loaded = log.loaded().getFirst();
    assertEquals("LB;", loaded.signature());
    assertEquals(new ProbeLog.JavaFrame(77, 5), loaded.java()[0]);
  }

  @Test
  void a_record_that_was_being_written_is_passed_over() throws IOException {
    add(1, sample(100));
    add(0, sample(200));
    add(1, sample(300));
    assertEquals(List.of(100L, 300L), times());
  }

  @Test
  void a_record_without_a_size_ends_the_file() throws IOException {
    add(1, sample(100));
    file.putLong(NEXT_AT, file.getLong(NEXT_AT) + 64);
    assertEquals(List.of(100L), times());
  }

  @Test
  void a_record_that_reaches_beyond_the_end_ends_the_file() throws IOException {
    add(1, sample(100));
    int second = (int) file.getLong(NEXT_AT);
    add(1, sample(200));
    file.putInt(second, 1 << 20);
    assertEquals(List.of(100L), times());
  }

  @Test
  void a_type_that_is_not_known_is_passed_over() throws IOException {
    add(99, payload(64));
    add(1, sample(100));
    assertEquals(List.of(100L), times());
  }

  @Test
  void another_file_is_refused() throws IOException {
    file.put(0, (byte) 'X');
    assertTrue(assertThrows(IOException.class, this::read).getMessage().contains("probe"));
  }

  @Test
  void a_newer_version_is_refused() throws IOException {
    file.putInt(8, 2);
    assertThrows(IOException.class, this::read);
  }

  @Test
  void a_file_without_a_whole_header_is_refused() throws IOException {
    Path path = Files.write(folder.resolve("short"), new byte[40]);
    assertThrows(IOException.class, () -> ProbeLog.read(path));
  }

  private List<Long> times() throws IOException {
    return read().onCpu().stream().map(ProbeLog.OnCpu::nanos).toList();
  }

  private ProbeLog read() throws IOException {
    return ProbeLog.read(Files.write(folder.resolve("samples"), file.array()));
  }

  /** With one kernel, two native frames and a Java frame. */
  private static ByteBuffer sample(long nanos) {
    return payload(72)
        .putLong(0, nanos)
        .putInt(8, 4711)
        .putShort(12, (short) 1)
        .putShort(14, (short) 2)
        .putShort(16, (short) 1)
        .putLong(24, 1_000_000)
        .putLong(32, 0xffff_ffff_8100_0000L)
        .putLong(40, 0x7000)
        .putLong(48, 0x7001)
        .putLong(56, 77)
        .putInt(64, 12);
  }

  private static ByteBuffer payload(int bytes) {
    return ByteBuffer.allocate(bytes).order(ByteOrder.nativeOrder());
  }

  private void add(int type, ByteBuffer payload, String text, int textAt) {
    add(type, payload.put(textAt, text.getBytes(StandardCharsets.UTF_8)));
  }

  private void add(int type, ByteBuffer payload) {
    int at = (int) file.getLong(NEXT_AT);
    int size = 8 + payload.capacity();
    file.putInt(at, size).putShort(at + 4, (short) type);
    file.put(at + 8, payload.array());
    file.putLong(NEXT_AT, at + size);
  }
}
