package thaw.service.redirect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.sandbox.Bind;

class RedirectFilesTest {
  private static final Path CACERTS =
      Path.of(System.getProperty("java.home"), "lib/security/cacerts");

  @TempDir Path folder;

  @Test
  void a_file_that_is_no_trust_store_keeps_no_other_from_its_certificate() throws Exception {
    Path other = Files.writeString(folder.resolve("other"), "not a store");
    Path place = Path.of("/var/task/a/lib/security/cacerts");
    Path known = Path.of("/var/task/b/lib/security/cacerts");
    JvmTrust trust =
        new JvmTrust(
            List.of(new JvmTrust.Store(other, place), new JvmTrust.Store(CACERTS, known)), "");
    SessionAuthority authority = SessionAuthority.forNames(List.of(List.of("example.com")), false);
    KeptFolder kept = new KeptFolder(Files.createDirectory(folder.resolve("kept")));
    for (Optional<KeptFolder> each : List.of(Optional.of(kept), Optional.<KeptFolder>empty())) {
      Redirect.Binds binds =
          new RedirectFiles(folder, authority, List.of(), Optional.empty(), each).of(trust);
      List<Path> targets = binds.binds().stream().map(Bind::target).toList();
      assertTrue(targets.contains(Path.of("/etc/hosts")), targets::toString);
      assertTrue(targets.contains(known), targets::toString);
      assertFalse(targets.contains(place), targets::toString);
      assertTrue(binds.missing().getFirst().contains(other.toString()), binds.missing()::toString);
    }
    try (var files = Files.list(kept.path())) {
      assertEquals(1, files.count(), "nothing is left of what could not be made");
    }
  }
}
