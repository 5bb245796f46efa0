package thaw.files;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TreesTest {
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

  @Test
  void contents_are_copied_with_times_and_as_programs_but_not_with_permissions_that_forbid()
      throws IOException {
    Path from = Files.createDirectories(folder.resolve("from"));
    Path program = Files.createDirectories(from.resolve("bin")).resolve("program");
    Files.writeString(program, "run");
    assertTrue(program.toFile().setExecutable(true));
    FileTime time = FileTime.from(Instant.parse("2020-01-02T03:04:05Z"));
    Files.setLastModifiedTime(program, time);
    Files.createSymbolicLink(from.resolve("link"), Path.of("bin/program"));
    Files.createSymbolicLink(from.resolve("linked"), Path.of("bin"));
    Files.createDirectories(from.resolve("empty"));
    Files.createDirectories(from.resolve("left/out"));
    Files.writeString(from.resolve("left/out/file"), "out");
    Files.setPosixFilePermissions(
        from.resolve("bin"), PosixFilePermissions.fromString("r-xr-xr-x"));
    Path to = folder.resolve("to");

    Trees.copyContents(from, to, Set.of(), path -> !path.equals(Path.of("left")));

    assertTrue(Files.isExecutable(to.resolve("bin/program")));
    assertEquals(time, Files.getLastModifiedTime(to.resolve("bin/program")));
    assertTrue(
        Files.getPosixFilePermissions(to.resolve("bin")).contains(PosixFilePermission.OWNER_WRITE));
    assertEquals("run", Files.readString(to.resolve("link")));
    assertFalse(Files.isSymbolicLink(to.resolve("link")));
    for (String absent : List.of("linked", "empty", "left")) {
      assertFalse(Files.exists(to.resolve(absent), LinkOption.NOFOLLOW_LINKS), absent);
    }

    Trees.copyContents(from, to, Set.of(FileVisitOption.FOLLOW_LINKS), _ -> true);

    assertEquals("run", Files.readString(to.resolve("linked/program")));
    assertEquals("out", Files.readString(to.resolve("left/out/file")));
  }
}
