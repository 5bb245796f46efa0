package thaw.environment.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RuntimeSystemFilesTest {
  @TempDir Path host;
  @TempDir Path written;

  @ParameterizedTest
  @CsvSource({
    "java8.al2,AL2",
    "java11,AL2",
    "java17,AL2",
    "provided.al2,AL2",
    "java21,AL2023",
    "java25,AL2023",
    "java17.al2023,AL2023",
    "provided.al2023,AL2023"
  })
  void a_runtime_has_its_system(String runtime, RuntimeSystem system) {
    assertEquals(system, RuntimeSystem.of(runtime));
  }

  @ParameterizedTest
  @ValueSource(strings = {"C.utf8", "C.UTF-8"})
  void the_locale_is_the_hosts_neutral_one_whatever_else_the_host_has(String neutral)
      throws IOException {
    Path characters = host.resolve(neutral).resolve("LC_CTYPE");
    Files.createDirectories(characters.getParent());
    Files.writeString(characters, "characters");
    Files.createDirectory(host.resolve("de_DE.utf8"));
    Files.createDirectory(host.resolve("en_US.utf8"));
    Files.writeString(host.resolve("locale-archive"), "all");
    RuntimeSystemFiles.write(host, RuntimeSystem.AL2, written);
    assertEquals(List.of("C.utf8", "en_US.utf8"), locales());
    assertEquals("characters", Files.readString(written.resolve("locale/en_US.utf8/LC_CTYPE")));
    assertEquals(
        "rwxr-xr-x",
        PosixFilePermissions.toString(
            Files.getPosixFilePermissions(written.resolve("locale")))); // for another user
    Path newer = Files.createDirectory(written.resolve("newer"));
    RuntimeSystemFiles.write(host, RuntimeSystem.AL2023, newer);
    assertTrue(Files.isDirectory(newer.resolve("locale/C.utf8")));
    assertFalse(Files.exists(newer.resolve("locale/en_US.utf8")));
  }

  @Test
  void where_the_host_has_no_neutral_locale_its_own_are_seen_or_none() throws IOException {
    RuntimeSystemFiles.write(host, RuntimeSystem.AL2, written);
    assertFalse(Files.exists(written.resolve("locale")));
    Path newer = Files.createDirectory(written.resolve("newer"));
    RuntimeSystemFiles.write(host, RuntimeSystem.AL2023, newer);
    assertTrue(Files.isDirectory(newer.resolve("locale")));
    Path none = Files.createDirectory(written.resolve("none")); // no place to mount them at
    RuntimeSystemFiles.write(host.resolve("absent"), RuntimeSystem.AL2023, none);
    assertFalse(Files.exists(none.resolve("locale")));
  }

  private List<String> locales() throws IOException {
    try (Stream<Path> all = Files.list(written.resolve("locale"))) {
      return all.map(each -> each.getFileName().toString()).sorted().toList();
    }
  }
}
