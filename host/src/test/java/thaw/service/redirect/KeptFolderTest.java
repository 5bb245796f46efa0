package thaw.service.redirect;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Unit tests: what a project keeps of its certificates. */
class KeptFolderTest {
  private static final List<List<String>> NAMES = List.of(List.of("sqs.us-east-1.amazonaws.com"));

  @TempDir Path base;
  private KeptFolder folder;

  @BeforeEach
  void open() {
    folder = new KeptFolder(base.resolve("shop"));
  }

  private Path file() throws Exception {
    try (Stream<Path> files = Files.list(folder.path())) {
      return files.filter(file -> file.toString().endsWith(".p12")).findFirst().orElseThrow();
    }
  }

  @Test
  void the_same_names_have_the_same_authority_again() throws Exception {
    SessionAuthority first = folder.authority(NAMES);
    assertEquals(first.certificate(), folder.authority(NAMES).certificate());
    assertNotEquals(
        first.certificate(),
        folder.authority(List.of(List.of("s3.us-east-1.amazonaws.com"))).certificate());
  }

  @Test
  void nobody_else_reads_the_key() throws Exception {
    folder.authority(NAMES);
    assertEquals(
        "rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.path())));
    assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file())));
  }

  @Test
  void a_file_that_cannot_be_read_is_made_anew() throws Exception {
    SessionAuthority first = folder.authority(NAMES);
    Files.writeString(file(), "cut off");
    SessionAuthority second = folder.authority(NAMES);
    assertNotEquals(first.certificate(), second.certificate());
    assertEquals(second.certificate(), folder.authority(NAMES).certificate());
  }

  @Test
  void an_authority_is_fresh_for_half_of_its_time() throws Exception {
    SessionAuthority made = folder.authority(NAMES);
    assertTrue(made.isFresh(Instant.now().plus(Duration.ofDays(6))));
    assertFalse(made.isFresh(Instant.now().plus(Duration.ofDays(8))));
  }

  @Test
  void a_trust_store_is_the_same_file_again() throws Exception {
    SessionAuthority authority = folder.authority(NAMES);
    Path original = Path.of(System.getProperty("java.home"), "lib/security/cacerts");
    byte[] first = Files.readAllBytes(folder.trustStore(original, authority.certificate()));
    byte[] second = Files.readAllBytes(folder.trustStore(original, authority.certificate()));
    assertArrayEquals(first, second);
  }

  @Test
  void what_no_project_has_used_for_a_month_is_removed() throws Exception {
    KeptFolder other = new KeptFolder(base.resolve("other"));
    other.authority(NAMES);
    Path old = Files.writeString(other.path().resolve("trust-0"), "");
    Files.setLastModifiedTime(old, FileTime.from(Instant.now().minus(Duration.ofDays(31))));
    folder.authority(NAMES);
    assertFalse(Files.exists(old));
    assertEquals(1, Files.list(other.path()).count(), "the authority is younger");
  }
}
