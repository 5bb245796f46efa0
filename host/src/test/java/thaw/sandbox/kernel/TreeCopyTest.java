package thaw.sandbox.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TreeCopyTest {
  @TempDir Path folder;

  @Test
  void a_socket_of_a_process_is_no_reason_not_to_copy_its_neighbours() throws IOException {
    Path from = Files.createDirectories(folder.resolve("from/below"));
    Path to = Files.createDirectory(folder.resolve("to"));
    try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      server.bind(UnixDomainSocketAddress.of(from.resolve("door")));
      Files.writeString(from.resolve("file"), "kept");
      Trees.copy(from.getParent(), to);
    }
    assertEquals("kept", Files.readString(to.resolve("below/file")));
    assertFalse(Files.exists(to.resolve("below/door"), LinkOption.NOFOLLOW_LINKS));
  }
}
