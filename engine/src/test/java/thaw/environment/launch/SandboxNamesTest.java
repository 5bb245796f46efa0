package thaw.environment.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.sandbox.Bind;

class SandboxNamesTest {
  @TempDir Path folder;

  @Test
  void names_that_somebody_else_has_put_into_the_hosts_file_stay() throws Exception {
    Path given = Files.writeString(folder.resolve("given"), "127.0.0.9 dynamodb.example\n");
    Bind other = Bind.readOnly(folder, Path.of("/opt"));
    List<Bind> binds =
        SandboxNames.in(
            List.of(Bind.readOnly(given, Path.of("/etc/hosts")), other), folder.resolve("hosts"));
    assertEquals(
        List.of(Path.of("/etc/hosts"), Path.of("/opt")), binds.stream().map(Bind::target).toList());
    assertEquals(
        "127.0.0.1 sandbox.localdomain sandbox\n127.0.0.9 dynamodb.example\n",
        Files.readString(binds.getFirst().source()));
  }

  @Test
  void the_names_of_the_host_stay() throws Exception {
    String text =
        Files.readString(SandboxNames.in(List.of(), folder.resolve("hosts")).getFirst().source());
    assertTrue(text.startsWith("127.0.0.1 sandbox.localdomain sandbox\n"));
    assertTrue(text.endsWith(Files.readString(Path.of("/etc/hosts"))));
  }
}
