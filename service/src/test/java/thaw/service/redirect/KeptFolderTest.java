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
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.files.Trees;
import thaw.function.packaging.OwnFiles;

/** Unit tests: what a project keeps of its certificates. */
class KeptFolderTest {
  private static final List<List<String>> NAMES = List.of(List.of("sqs.us-east-1.amazonaws.com"));

  @TempDir static Path shared;
  @TempDir Path base;

  /** Made once: a pair of keys takes a JVM without its second compiler a second of CPU time. */
  private static KeptFolder known;

  private static SessionAuthority made;
  private KeptFolder folder;

  @BeforeAll
  static void make() throws Exception {
    known = new KeptFolder(shared.resolve("known"));
    made = known.authority(NAMES, false);
  }

  @BeforeEach
  void copy() throws Exception {
    folder = copyOfKnown("shop");
  }

  private KeptFolder copyOfKnown(String name) throws Exception {
    Path copy = base.resolve(name);
    OwnFiles.makeClosed(copy);
    Trees.copy(known.path(), copy);
    return new KeptFolder(copy);
  }

  private static Path file(KeptFolder of) throws Exception {
    try (Stream<Path> files = Files.list(of.path())) {
      return files.filter(file -> file.toString().endsWith(".p12")).findFirst().orElseThrow();
    }
  }

  @Test
  void the_same_names_have_the_same_authority_again() throws Exception {
    assertEquals(made.certificate(), folder.authority(NAMES, false).certificate());
    assertNotEquals(
        made.certificate(),
        folder.authority(List.of(List.of("s3.us-east-1.amazonaws.com")), false).certificate());
  }

  @Test
  void nobody_else_reads_the_key() throws Exception {
    assertEquals(
        "rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(known.path())));
    assertEquals(
        "rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(file(known))));
  }

  @Test
  void a_file_that_cannot_be_read_is_made_anew() throws Exception {
    Files.writeString(file(folder), "cut off");
    SessionAuthority second = folder.authority(NAMES, false);
    assertNotEquals(made.certificate(), second.certificate());
    assertEquals(second.certificate(), folder.authority(NAMES, false).certificate());
  }

  @Test
  void an_authority_is_fresh_for_half_of_its_time() {
    assertTrue(made.isFresh(Instant.now().plus(Duration.ofDays(6))));
    assertFalse(made.isFresh(Instant.now().plus(Duration.ofDays(8))));
  }

  @Test
  void a_trust_store_is_the_same_file_again() throws Exception {
    Path original = Path.of(System.getProperty("java.home"), "lib/security/cacerts");
    byte[] first = Files.readAllBytes(folder.trustStore(original, made.certificate()));
    byte[] second = Files.readAllBytes(folder.trustStore(original, made.certificate()));
    assertArrayEquals(first, second);
  }

  @Test
  void what_no_project_has_used_for_a_month_is_removed() throws Exception {
    KeptFolder other = copyOfKnown("other");
    Path old = Files.writeString(other.path().resolve("trust-0"), "");
    Files.setLastModifiedTime(old, FileTime.from(Instant.now().minus(Duration.ofDays(31))));
    new KeptFolder(base.resolve("new")).authority(NAMES, false);
    assertFalse(Files.exists(old));
    assertEquals(1, Files.list(other.path()).count(), "the authority is younger");
  }
}
