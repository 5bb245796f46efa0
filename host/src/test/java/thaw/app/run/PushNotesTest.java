package thaw.app.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import thaw.problem.UserMistake;
import thaw.snapstart.Snapshots;

/** What a worker says of a push, whatever becomes of it. */
class PushNotesTest {
  private static final String IMAGE = "registry.example/snaps:1";
  private static final List<Snapshots.Kept> ONE =
      List.of(new Snapshots.Kept(Path.of("store/key"), Optional.empty()));

  private final List<String> said = new ArrayList<>();

  private boolean pushed(SnapshotPush.Addition addition) throws InterruptedException {
    return new SnapshotPush(IMAGE, addition, said::add).push(ONE);
  }

  @Test
  void a_registry_that_refuses_is_told_with_its_remedy_and_fails_nothing() throws Exception {
    assertFalse(
        pushed(_ -> {
          throw new UserMistake("the registry refuses it", "docker login");
        }));
    assertEquals(
        List.of(
            "snapshots are not pushed, and requests are served as before: the registry refuses it."
                + " Remedy: docker login"),
        said);
  }

  @Test
  void what_else_goes_wrong_is_told_and_fails_nothing() throws Exception {
    assertFalse(
        pushed(_ -> {
          throw new IOException("the disk is full");
        }));
    assertFalse(
        pushed(_ -> {
          throw new IllegalStateException("a bug");
        }));
    String begin = "snapshots are not pushed, and requests are served as before: ";
    assertEquals(
        List.of(
            begin + "java.io.IOException: the disk is full",
            begin + "java.lang.IllegalStateException: a bug"),
        said);
  }

  @Test
  void what_was_pushed_and_what_others_have_is_told_by_its_name() throws Exception {
    assertTrue(pushed(kept -> Optional.of(kept.getFirst().folder().getFileName().toString())));
    assertTrue(pushed(_ -> Optional.empty()));
    assertEquals(
        List.of(
            "snapshots were pushed for other workers: key",
            "no snapshots were pushed, as others have made them for such machines: " + IMAGE),
        said);
  }
}
