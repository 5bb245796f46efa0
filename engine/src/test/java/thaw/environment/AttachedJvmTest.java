package thaw.environment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.sandbox.UntrustedFolder;

/** What stands where a JVM's socket is expected, when a function has put it there. */
class AttachedJvmTest {
  private static final Duration PATIENCE = Duration.ofMillis(300);
  private static final Duration ALL_OF_IT = Duration.ofSeconds(30);

  @TempDir Path folder;
  private Path temporary;
  private AttachedJvm jvm;

  @BeforeEach
  void make() throws IOException {
    temporary = Files.createDirectory(folder.resolve("tmp"));
    int own = (Integer) Files.getAttribute(Path.of("/proc/self"), "unix:uid");
    jvm = new AttachedJvm(new UntrustedFolder(temporary, own), 7, () -> {});
  }

  private String refusal() {
    return refusal(PATIENCE);
  }

  private String refusal(Duration patience) {
    return assertTimeoutPreemptively(
        ALL_OF_IT,
        () ->
            assertThrows(IOException.class, () -> jvm.dumpHeap(Path.of("/tmp/heap"), patience))
                .getMessage());
  }

  @Test
  void a_link_to_another_socket_of_this_machine_is_not_connected_to() throws Exception {
    Path other = folder.resolve("other");
    try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      server.bind(UnixDomainSocketAddress.of(other));
      server.configureBlocking(false);
      Files.createSymbolicLink(temporary.resolve(".java_pid7"), other);
      assertTrue(refusal().startsWith("is not a socket: "), "it says why");
      assertNull(server.accept(), "nobody has come");
    }
  }

  @Test
  void a_link_in_place_of_the_bell_makes_no_file_elsewhere() throws Exception {
    Files.createSymbolicLink(temporary.resolve(".attach_pid7"), folder.resolve("made"));
    refusal();
    assertTrue(Files.notExists(folder.resolve("made")));
  }

  @Test
  void a_door_where_nobody_answers_is_left_in_time() throws Exception {
    try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      server.bind(UnixDomainSocketAddress.of(temporary.resolve(".java_pid7")), 1);
      assertEquals("the JVM took too long", refusal());
      List<SocketChannel> waiting = new ArrayList<>();
      try {
        fill(waiting);
        refusal(); // connecting would wait for the queue
      } finally {
        for (SocketChannel each : waiting) {
          each.close();
        }
      }
    }
  }

  private void fill(List<SocketChannel> waiting) throws IOException {
    for (int i = 0; i < 8; i++) {
      SocketChannel each = SocketChannel.open(StandardProtocolFamily.UNIX);
      waiting.add(each);
      each.configureBlocking(false);
      try {
        each.connect(UnixDomainSocketAddress.of(temporary.resolve(".java_pid7")));
      } catch (IOException e) {
        return; // full
      }
    }
  }

  @Test
  void an_answer_without_end_is_cut_off() throws Exception {
    try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      server.bind(UnixDomainSocketAddress.of(temporary.resolve(".java_pid7")));
      Thread talker =
          Thread.ofVirtual()
              .start(() -> {
                try (SocketChannel channel = server.accept()) {
                  while (true) {
                    channel.write(ByteBuffer.wrap(("1\nno" + "!".repeat(10_000)).getBytes()));
                  }
                } catch (IOException e) {
                  // Left.
                }
              });
      String refusal = refusal(ALL_OF_IT); // its end is that it has read enough, not its time
      assertTrue(refusal.startsWith("the JVM did not dump its heap"), refusal);
      talker.join();
    }
  }
}
