package thaw.app.packaging;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import thaw.app.shared.Progress;
import thaw.fixture.SideBySide;
import thaw.problem.UserMistake;

@SideBySide
class PackageScratchTest {
  private static final IOException FULL =
      new FileSystemException("/tmp/a.zip", null, "No space left on device");

  private static UserMistake told(PackageScratch.Work<Void> work) {
    return assertThrows(UserMistake.class, () -> PackageScratch.with(Progress.SILENT, work));
  }

  @Test
  void a_disk_that_becomes_full_is_told_whichever_step_meets_it_and_nothing_stays() {
    AtomicReference<Path> used = new AtomicReference<>();
    UserMistake step =
        told((_, scratch) -> {
          used.set(Files.writeString(scratch.resolve("half"), "a"));
          throw FULL;
        });
    assertTrue(step.getMessage().contains("/tmp/a.zip"), step.getMessage());
    assertTrue(step.remedy().contains("free space"), step.remedy());
    assertFalse(Files.exists(used.get().getParent()));

    UserMistake below =
        told((_, _) -> {
          throw new UncheckedIOException(FULL);
        });
    assertTrue(below.remedy().contains("free space"), below.remedy());
  }
}
