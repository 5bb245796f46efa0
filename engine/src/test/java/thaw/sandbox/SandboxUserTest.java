package thaw.sandbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SandboxUserTest {
  @TempDir private Path folder;

  @Test
  void the_box_knows_the_user_beside_the_hosts_users() throws IOException {
    List<Bind> known = SandboxUser.database(Optional.empty(), folder);
    assertEquals(
        List.of(Path.of("/etc/passwd"), Path.of("/etc/group")),
        known.stream().map(Bind::target).toList());
    List<String> users = Files.readAllLines(known.getFirst().source());
    assertTrue(users.stream().anyMatch(line -> line.startsWith("root:")));
    assertEquals("sbx_user1051:x:993:990::/home/sbx_user1051:/sbin/nologin", users.getLast());
    assertEquals(1, users.stream().filter(line -> line.split(":")[2].equals("993")).count());
    assertFalse(known.getFirst().writable());
  }
}
