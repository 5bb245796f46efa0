package thaw.service.redirect;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JvmTrustTest {
  @TempDir Path folder;

  private Path file(String name) throws Exception {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, name);
  }

  @Test
  void a_jvm_in_a_deployment_package_is_found_wherever_it_is() throws Exception {
    Path packaged = file("thaw/jvm/lib/security/cacerts");
    Path own = file("jre/lib/security/jssecacerts");
    file("cacerts");
    file("lib/security/blocked.certs");
    assertEquals(
        List.of(
            new JvmTrust.Store(own, Path.of("/var/task/jre/lib/security/jssecacerts")),
            new JvmTrust.Store(packaged, Path.of("/var/task/thaw/jvm/lib/security/cacerts"))),
        JvmTrust.below(folder, Path.of("/var/task")).stores());
  }

  @Test
  void bundles_of_rds_are_found_by_their_names() throws Exception {
    Path global = file("certs/global-bundle.pem");
    Path regional = file("eu-central-1-bundle.pem");
    Path old = file("rds-combined-ca-bundle.pem");
    file("my-bundle.pem");
    file("global-bundle.p7b");
    assertEquals(
        List.of(
            new JvmTrust.Store(global, Path.of("/var/task/certs/global-bundle.pem")),
            new JvmTrust.Store(regional, Path.of("/var/task/eu-central-1-bundle.pem")),
            new JvmTrust.Store(old, Path.of("/var/task/rds-combined-ca-bundle.pem"))),
        JvmTrust.bundlesBelow(folder, Path.of("/var/task")).stores());
  }

  @Test
  void links_of_an_image_lead_to_places_in_it() throws Exception {
    Path kept = file("etc/ssl/certs/java/cacerts");
    Path security = Files.createDirectories(folder.resolve("var/lang/lib/security"));
    Files.createSymbolicLink(security.resolve("cacerts"), Path.of("/etc/ssl/certs/java/cacerts"));
    Files.createDirectories(folder.resolve("opt"));
    Files.createSymbolicLink(folder.resolve("opt/jdk"), Path.of("/var/lang"));
    assertEquals(
        List.of(new JvmTrust.Store(kept, Path.of("/etc/ssl/certs/java/cacerts"))),
        JvmTrust.inImage(folder, List.of("/var/lang", "/opt/jdk", "/nowhere")).stores());
  }

  @Test
  void what_is_too_large_for_a_trust_store_is_left_alone() throws Exception {
    Path large = file("lib/security/cacerts");
    try (var opened = new java.io.RandomAccessFile(large.toFile(), "rw")) {
      opened.setLength(1L << 30);
    }
    assertEquals(List.of(), JvmTrust.below(folder, Path.of("/opt")).stores());
    assertEquals(List.of(), JvmTrust.inImage(folder, List.of("/")).stores());
  }

  @Test
  void a_package_full_of_files_with_that_name_costs_no_more_than_a_few_mounts() throws Exception {
    for (int i = 0; i < 50; i++) {
      file("jvm" + i + "/lib/security/cacerts");
    }
    assertEquals(16, JvmTrust.below(folder, Path.of("/var/task")).stores().size());
  }
}
