package thaw.service.redirect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TrustStoreTest {
  private static final X509Certificate OLD = certificate();
  private static final X509Certificate NEW = certificate();

  @TempDir Path folder;

  private static X509Certificate certificate() {
    return SessionAuthority.forNames(List.of(List.of("example.com")), false).certificate();
  }

  @ParameterizedTest(name = "{0} with password {1}")
  @CsvSource({"JKS,changeit", "PKCS12,changeit", "PKCS12,"})
  void a_jvm_that_gives_no_password_finds_the_old_and_the_new(String type, String password)
      throws Exception {
    Path original = folder.resolve("cacerts");
    KeyStore store = KeyStore.getInstance(type);
    store.load(null, null);
    store.setCertificateEntry("old", OLD);
    try (OutputStream out = Files.newOutputStream(original)) {
      store.store(out, password == null ? null : password.toCharArray());
    }
    Path copy = folder.resolve("copy");

    TrustStore.copy(original, copy, NEW);

    KeyStore read = KeyStore.getInstance(type);
    try (InputStream in = Files.newInputStream(copy)) {
      read.load(in, null);
    }
    assertEquals(OLD, read.getCertificate("old"));
    assertEquals(
        List.of("old", "thaw-session-authority"),
        List.copyOf(new TreeSet<>(java.util.Collections.list(read.aliases()))));
    assertEquals(NEW, read.getCertificate("thaw-session-authority"));
  }

  @Test
  void a_file_that_is_no_trust_store_is_named() throws Exception {
    Path original = Files.writeString(folder.resolve("cacerts"), "not a store");
    IOException problem =
        assertThrows(
            IOException.class, () -> TrustStore.copy(original, folder.resolve("copy"), NEW));
    assertEquals(true, problem.getMessage().contains(original.toString()), problem.getMessage());
  }

  @Test
  void a_store_of_a_kind_that_no_jvm_trusts_by_is_named() throws Exception {
    Path original = folder.resolve("cacerts");
    KeyStore store = KeyStore.getInstance("JCEKS");
    store.load(null, null);
    store.setCertificateEntry("old", OLD);
    try (OutputStream out = Files.newOutputStream(original)) {
      store.store(out, "changeit".toCharArray());
    }
    assertThrows(
        TrustStore.Unreadable.class, () -> TrustStore.copy(original, folder.resolve("copy"), NEW));
  }
}
