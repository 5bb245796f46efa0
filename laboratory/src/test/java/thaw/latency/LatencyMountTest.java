package thaw.latency;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.fixture.StartsProcesses;
import thaw.sandbox.Capability;
import thaw.sandbox.FuseLibrary;
import thaw.sandbox.Instance;
import thaw.sandbox.Job;
import thaw.sandbox.SandboxHost;

@Tag("linux")
@Tag("jvm")
@StartsProcesses("It counts the questions of a second")
class LatencyMountTest {
  private static final String BUILD =
      """
      set -e
      mkdir d && echo one > d/a && cat d/a
      ln d/a d/b && stat -c %h d/b && ln -s a d/c && readlink d/c
      mv d/b d/e && chmod 751 d/e && stat -c %a d/e && chmod 640 d/e
      touch -d '2001-02-03 04:05:06 UTC' d/e && stat -c %Y d/e
      printf 12345 > d/t && truncate -s 3 d/t && cat d/t && echo && echo more >> d/t && cat d/t
      rm d/t && test ! -e d/t && (rmdir d 2>&1 || true) | grep -o 'not empty'
      echo x > d/old && mv d/old d/a && cat d/a && rm d/c && ls d
      exec 5> d/lock && flock 5 && echo locked && sync d/lock && exec 5>&-
      head -c 3000000 /dev/urandom > d/large && cp d/large d/copy && cmp d/large d/copy
      ( umask 027 && echo x > d/masked && stat -c %a d/masked ) && rm -r d
      """;

  @TempDir private Path folder;
  private Path source;
  private Instance instance;

  @BeforeEach
  void open() throws IOException {
    SandboxHost host = SandboxHost.probe();
    Capability fuse = FuseLibrary.capability(host.hasMountNamespaces());
    assumeTrue(fuse.available(), fuse.detail() + "; " + fuse.remedy());
    instance = Instance.open(host, folder.resolve("instances"));
    source = Files.createDirectory(folder.resolve("source"));
  }

  @AfterEach
  void close() {
    if (instance != null) {
      instance.close();
    }
  }

  private String output(LatencyMount mount, String script) throws Exception {
    Job.Spec spec =
        new Job.Spec(List.of("sh", "-c", script), mount.path(), false, Optional.of(mount.job()));
    try (Job job = instance.start("test", spec)) {
      String output = new String(job.output().readAllBytes(), StandardCharsets.UTF_8);
      assertEquals(0, job.exit().get(20, TimeUnit.SECONDS), output);
      return output;
    }
  }

  @Test
  void does_all_that_a_build_does_and_leaves_it_in_the_folder() throws Exception {
    try (LatencyMount mount = LatencyMount.open(instance, source, Duration.ofMillis(1))) {
      String expected =
          "one\n2\na\n751\n981173106\n123\n123more\nnot empty\nx\na\ne\nlocked\n640\n";
      assertEquals(expected, output(mount, BUILD));
      assertEquals("", output(mount, "ls; printf kept > 'a \u00e4 name'"));
      assertEquals("kept", Files.readString(source.resolve("a \u00e4 name")));
    }
  }

  @Test
  void every_question_waits_but_what_the_kernel_knows_is_not_asked_again() throws Exception {
    try (LatencyMount mount = LatencyMount.open(instance, source, Duration.ofMillis(20))) {
      long before = mount.trips();
      long begun = System.nanoTime();
      output(mount, "for n in 1 2 3 4 5 6 7 8 9 10; do test ! -e none$n; done");
      assertTrue(System.nanoTime() - begun >= TimeUnit.MILLISECONDS.toNanos(200));
      long asked = mount.trips() - before;
      assertTrue(asked >= 10 && asked <= 10 + expired(begun), "10 names: " + asked);
      output(mount, "for n in 1 2 3 4 5 6 7 8 9 10; do test ! -e none$n; done");
      assertTrue(mount.trips() - before <= 10 + expired(begun), "" + (mount.trips() - before));
      mount.again();
      long fresh = mount.trips();
      output(mount, "test ! -e none1");
      assertTrue(mount.trips() > fresh);
    }
  }

  /** How often the attributes of the mount itself may have been asked for: they hold for 3 s. */
  private static long expired(long begun) {
    return 1 + TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begun) / 3;
  }

  @Test
  void nobody_else_sees_the_mount_and_it_ends_with_its_program() throws Exception {
    LatencyMount mount = LatencyMount.open(instance, source, Duration.ofMillis(1));
    output(mount, "echo x > file");
    assertFalse(Files.exists(mount.path().resolve("file")));
    assertFalse(Files.readString(Path.of("/proc/self/mountinfo")).contains("latency"));
    ProcessHandle.of(mount.job().pid()).orElseThrow().destroyForcibly();
    assertEquals(137, mount.job().exit().get(20, TimeUnit.SECONDS));
    instance.close();
    assertFalse(Files.exists(mount.path()));
    assertTrue(Files.exists(source.resolve("file")));
  }
}
