package thaw.snapstart;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.fixture.RealRuntime;
import thaw.fixture.SideBySide;
import thaw.fixture.Sources;
import thaw.sandbox.jdk.Jdk;
import thaw.snapshot.archive.ArchiveStore;

/** Programs in the place of a JVM, which end as JVMs may. */
@Tag("linux")
@SideBySide
class ArchiveTrainingTest {
  @TempDir Path folder;
  private RealRuntime opened;

  @BeforeEach
  void open() {
    opened = RealRuntime.open(folder).plain();
    assumeTrue(
        opened.instance().host().hasMountNamespaces(), "this host permits no mount namespaces");
  }

  @AfterEach
  void close() {
    opened.close();
  }

  @Test
  void what_was_killed_is_tried_again_by_the_next_one() throws Exception {
    Jdk jdk = jdk("kill -9 $$");
    Optional<String> why = training().train(jdk);
    assertTrue(why.orElseThrow().endsWith("killed"), why::toString);
    assertEquals(Optional.empty(), training().problem(jdk));
    assertTrue(training().isMissing(jdk));
  }

  @Test
  void a_jvm_that_makes_no_archive_is_not_asked_again() throws Exception {
    Jdk jdk = jdk("echo '[0.1s][error][aot] no cache here'; exit 1");
    assertEquals(Optional.empty(), training().train(jdk));
    assertTrue(
        training().problem(jdk).orElseThrow().endsWith("[0.1s][error][aot] no cache here"),
        () -> training().problem(jdk).toString());
    assertFalse(training().isMissing(jdk));
  }

  @Test
  void what_ends_well_is_kept() throws Exception {
    assumeTrue(opened.jdk().feature() >= 25, "no JDK with AOT caches");
    assertEquals(Optional.empty(), training().train(opened.jdk()));
    assertTrue(training().find(opened.jdk()).isPresent());
  }

  /** Anew, as another run of the program has it. */
  private ArchiveTraining training() {
    return new ArchiveTraining(
        opened.instance(),
        opened.client(),
        new ArchiveStore(folder.resolve("archives")),
        Path.of(Sources.program(), "training-function"));
  }

  private Jdk jdk(String script) throws Exception {
    Path home = folder.resolve("jdk");
    Path java = Files.createDirectories(home.resolve("bin")).resolve("java");
    Files.writeString(java, "#!/bin/sh\n" + script + "\n");
    for (Path each : new Path[] {home, java.getParent(), java}) {
      Files.setPosixFilePermissions(each, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
    return new Jdk(home, 25, "25", "Test", "" + script.hashCode());
  }
}
