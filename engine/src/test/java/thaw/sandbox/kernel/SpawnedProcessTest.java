package thaw.sandbox.kernel;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.fixture.SideBySide;

@SideBySide
class SpawnedProcessTest {
  private static final Map<String, String> ENVIRONMENT =
      Map.of("PATH", "/usr/bin:/bin", "GIVEN", "value");

  /** 1 to 31; glibc lets nobody reset the two of its own above. */
  private static final long CLASSIC_SIGNALS = 0x7fff_ffffL;

  @TempDir Path folder;

  @Test
  void a_child_has_what_it_was_given_and_no_other_descriptor() throws Exception {
    SeqPacket.Pair pair = SeqPacket.pair();
    try (SeqPacket _ = pair.ours();
        SeqPacket theirs = pair.theirs()) {
      assertEquals(0, run("echo $GIVEN; ls -l /proc/$$/fd", List.of(theirs.descriptor())));
      List<String> lines = Files.readAllLines(output());
      assertEquals("value", lines.getFirst());
      String all = String.join("\n", lines);
      assertTrue(all.contains(" 0 -> /dev/null"), all);
      assertTrue(all.contains(" 3 -> socket:["), all);
      assertEquals(4, lines.stream().filter(line -> line.contains(" -> ")).count(), all);
    }
  }

  @Test
  void descriptors_whose_numbers_cross_arrive_in_order() throws Exception {
    SeqPacket.Pair one = SeqPacket.pair();
    SeqPacket.Pair two = SeqPacket.pair();
    String inodeOfOne = inode(one.theirs());
    String inodeOfTwo = inode(two.theirs());
    List<Integer> crossed = List.of(two.theirs().descriptor(), one.theirs().descriptor());
    assertEquals(0, run("readlink /proc/$$/fd/3 /proc/$$/fd/4", crossed));
    assertEquals(List.of(inodeOfTwo, inodeOfOne), Files.readAllLines(output()));
    for (SeqPacket.Pair pair : List.of(one, two)) {
      pair.ours().close();
      pair.theirs().close();
    }
  }

  @Test
  void exit_codes_and_signals_are_told_apart() throws Exception {
    assertEquals(7, run("exit 7", List.of()));
    assertEquals(128 + 9, run("kill -9 $$", List.of()));
    SpawnedProcess sleeping =
        SpawnedProcess.start(List.of("sleep", "1000"), ENVIRONMENT, output(), List.of());
    sleeping.kill();
    assertEquals(128 + 9, sleeping.exit().get(10, TimeUnit.SECONDS));
    assertTrue(!Files.exists(Path.of("/proc/" + sleeping.pid())), "it is reaped");
  }

  @Test
  void a_child_is_interrupted_as_by_a_shell_and_leads_its_session() throws Exception {
    assertEquals(
        0, run("cat /proc/$$/stat; exec grep -E '^Sig(Blk|Ign)' /proc/self/status", List.of()));
    List<String> lines = Files.readAllLines(output());
    String[] stat = lines.getFirst().split(" ");
    assertEquals(stat[0], stat[5], "session");
    for (String line : lines.subList(1, 3)) {
      long signals = Long.parseUnsignedLong(line.split("\\s+")[1], 16);
      assertEquals(0, signals & CLASSIC_SIGNALS, line);
    }
  }

  @Test
  void a_program_that_is_not_there_is_named() {
    IOException problem =
        assertThrows(
            IOException.class,
            () ->
                SpawnedProcess.start(List.of("no-such-program"), ENVIRONMENT, output(), List.of()));
    assertEquals("posix_spawn: no-such-program: No such file or directory", problem.getMessage());
  }

  @Test
  void messages_keep_their_boundaries() throws IOException {
    SeqPacket.Pair pair = SeqPacket.pair();
    try (SeqPacket ours = pair.ours();
        SeqPacket theirs = pair.theirs()) {
      ours.send("one".getBytes(UTF_8));
      ours.send("three".getBytes(UTF_8));
      assertArrayEquals("one".getBytes(UTF_8), theirs.receive(Duration.ofSeconds(5)));
      assertArrayEquals("three".getBytes(UTF_8), theirs.receive(Duration.ofSeconds(5)));
      assertThrows(SocketTimeoutException.class, () -> theirs.receive(Duration.ofMillis(1)));
      ours.close();
      assertArrayEquals(new byte[0], theirs.receive(Duration.ofSeconds(5)));
      assertThrows(IOException.class, () -> theirs.send(new byte[1]));
      assertThrows(IOException.class, () -> ours.send(new byte[1]));
    }
  }

  private static String inode(SeqPacket socket) throws IOException {
    return Files.readSymbolicLink(Path.of("/proc/self/fd/" + socket.descriptor())).toString();
  }

  private int run(String script, List<Integer> inherited) throws Exception {
    Files.deleteIfExists(output());
    return SpawnedProcess.start(List.of("sh", "-c", script), ENVIRONMENT, output(), inherited)
        .exit()
        .get(10, TimeUnit.SECONDS);
  }

  private Path output() {
    return folder.resolve("output");
  }
}
