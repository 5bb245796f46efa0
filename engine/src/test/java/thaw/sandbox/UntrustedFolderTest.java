package thaw.sandbox;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import thaw.fixture.SideBySide;
import thaw.sandbox.kernel.Tool;

/** What a function can put in place of a file that is expected, and what is read then. */
@SideBySide
class UntrustedFolderTest {
  private static final Duration AT_ONCE = Duration.ofSeconds(20);
  private static final int LIMIT = 100;

  @TempDir Path temporary;
  private Path folder;
  private UntrustedFolder untrusted;
  private int own;

  @BeforeEach
  void make() throws IOException {
    folder = Files.createDirectory(temporary.resolve("folder"));
    own = (Integer) Files.getAttribute(Path.of("/proc/self"), "unix:uid");
    untrusted = new UntrustedFolder(folder, own);
    Files.writeString(temporary.resolve("secret"), "secret");
  }

  private String refusal(String name) {
    return assertTimeoutPreemptively(
        AT_ONCE,
        () -> assertThrows(IOException.class, () -> untrusted.open(name, LIMIT)).getMessage());
  }

  private void run(String... command) {
    Tool tool = Tool.run(List.of(command));
    assumeTrue(tool.succeeded(), () -> "not permitted here: " + tool.output());
  }

  @Test
  void what_is_made_is_gone_when_it_is_closed_with_all_that_a_function_wrote() throws Exception {
    try (Instance instance = Instance.open(SandboxHost.probe(), temporary.resolve("instances"));
        UntrustedFolder.Made made = UntrustedFolder.make(instance, "archive-")) {
      Path path = made.path();
      Files.writeString(Files.createDirectory(path.resolve("below")).resolve("file"), "text");
      made.close();
      assertFalse(Files.exists(path));
    }
  }

  private static long openDescriptors() throws IOException {
    try (Stream<Path> all = Files.list(Path.of("/proc/self/fd"))) {
      return all.count();
    }
  }

  @Test
  void a_file_of_the_functions_own_is_read_and_copied() throws IOException {
    Files.createDirectory(folder.resolve("inner"));
    Files.writeString(folder.resolve("inner/file"), "content");
    Path copy = temporary.resolve("copy");
    try (UntrustedFile file = untrusted.open("inner/file", 7)) {
      assertEquals("content", new String(file.read()));
      file.copyTo(copy);
    }
    assertEquals("content", Files.readString(copy));
    assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(copy)));
  }

  @ParameterizedTest
  @CsvSource({
    "link to a file, ln -s ../secret file, file, is not a file",
    "absolute link, ln -s /etc/passwd file, file, is not a file",
    "link in the way, ln -s .. inner, inner/secret, errno 20",
    "link to a device, ln -s /dev/zero file, file, is not a file",
    "FIFO, mkfifo file, file, is not a file",
    "device, mknod file c 1 5, file, is not a file",
    "folder, mkdir file, file, is not a file",
    "hard link, ln ../secret file, file, has another name",
    "more than is read, truncate -s 101 file, file, has more than 100 bytes",
    "nothing, true, file, errno 2",
    "another user's file, touch file && chown 12345 file, file, is another user's",
  })
  void nothing_else_is_opened(String what, String command, String name, String why) {
    run("sh", "-c", "cd " + folder + " && " + command);
    String refusal = refusal(name);
    assertTrue(refusal.contains(why), what + ": " + refusal);
  }

  @Test
  void a_name_cannot_leave_the_folder() {
    assertThrows(IllegalArgumentException.class, () -> untrusted.open("../secret", LIMIT));
    assertTrue(refusal(temporary.resolve("secret").toString()).contains("errno 2"));
  }

  @Test
  void a_file_that_is_replaced_after_it_was_opened_stays_what_it_was() throws IOException {
    Files.writeString(folder.resolve("file"), "content");
    try (UntrustedFile file = untrusted.open("file", LIMIT)) {
      Files.delete(folder.resolve("file"));
      Files.createSymbolicLink(folder.resolve("file"), temporary.resolve("secret"));
      assertEquals("content", new String(file.read()));
    }
  }

  @Test
  void a_file_that_grows_is_not_read_beyond_its_limit() throws IOException {
    Files.writeString(folder.resolve("file"), "content");
    Path copy = temporary.resolve("copy");
    try (UntrustedFile file = untrusted.open("file", LIMIT)) {
      Files.write(folder.resolve("file"), new byte[LIMIT + 1]);
      assertThrows(IOException.class, file::read);
      assertThrows(IOException.class, () -> file.copyTo(copy));
      assertFalse(Files.exists(copy));
      Files.write(folder.resolve("file"), new byte[LIMIT]);
      assertArrayEquals(new byte[LIMIT], file.read());
    }
  }

  @Test
  void only_a_socket_is_connected_to_and_only_the_functions_own() throws IOException {
    Path socket = folder.resolve("socket");
    Path ours = temporary.resolve("ours");
    try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        ServerSocketChannel other = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      server.bind(UnixDomainSocketAddress.of(socket));
      other.bind(UnixDomainSocketAddress.of(ours));
      try (UntrustedFile found = untrusted.socket("socket");
          SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(found.path()))) {
        assertTrue(channel.isConnected());
      }
      Files.createSymbolicLink(folder.resolve("link"), ours);
      assertThrows(IOException.class, () -> untrusted.socket("link"));
      Files.createFile(folder.resolve("file"));
      assertThrows(IOException.class, () -> untrusted.socket("file"));
      UntrustedFolder anothers = new UntrustedFolder(folder, own + 1);
      assertThrows(IOException.class, () -> anothers.socket("socket"));
    }
  }

  @Test
  void what_is_made_and_removed_is_the_name_itself() throws IOException {
    Files.createSymbolicLink(folder.resolve("link"), temporary.resolve("new"));
    assertThrows(IOException.class, () -> untrusted.makeFile("link"));
    assertFalse(Files.exists(temporary.resolve("new")));
    untrusted.makeFile("file");
    assertEquals(List.of("file"), untrusted.names(name -> name.startsWith("f")));
    untrusted.remove("file");
    untrusted.remove("file");
    Files.delete(folder.resolve("link"));
    Files.createSymbolicLink(folder.resolve("link"), temporary.resolve("secret"));
    untrusted.remove("link");
    assertEquals("secret", Files.readString(temporary.resolve("secret")));
    assertEquals(List.of(), untrusted.names(_ -> true));
  }

  @Test
  void no_descriptor_is_left_open() throws IOException {
    Files.createDirectory(folder.resolve("inner"));
    Files.createSymbolicLink(folder.resolve("inner/link"), temporary.resolve("secret"));
    refusal("inner/link"); // classes are loaded by then
    long before = openDescriptors();
    for (int i = 0; i < 100; i++) {
      assertThrows(IOException.class, () -> untrusted.open("inner/link", LIMIT));
      assertThrows(IOException.class, () -> untrusted.open("none/link", LIMIT));
      assertThrows(IOException.class, () -> untrusted.socket("inner/link"));
    }
    assertTrue(openDescriptors() < before + 100);
  }
}
