package thaw.junit.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Process tests, with scripts in place of the program. */
@Tag("processes")
class ProgramCallTest {
  @TempDir Path folder;

  private ProgramCall call(String script, Duration patience) throws Exception {
    Path program = FakeProgram.write(folder.resolve("home"), script).resolve("bin/thaw");
    return ProgramCall.run(List.of(program.toString()), patience, () -> {});
  }

  @Test
  void all_of_its_output_is_kept_and_the_end_of_what_it_says_beside() throws Exception {
    ProgramCall ended = call("seq 20000; seq 20000 >&2; cat; exit 3\n", Duration.ofSeconds(60));
    assertEquals(3, ended.exit());
    assertEquals(20_000, ended.output().size());
    assertEquals("20000", ended.output().get(19_999));
    assertEquals("20000", ended.errors().get(ended.errors().size() - 1));
    assertTrue(ended.errors().size() < 20_000, () -> "lines: " + ended.errors().size());
  }

  @Test
  void one_that_takes_too_long_is_ended() throws Exception {
    Path ended = folder.resolve("ended");
    assertThrows(
        TimeoutException.class,
        () ->
            call(
                "trap 'touch " + ended + "; exit' TERM; while :; do sleep 0.02; done\n",
                Duration.ofSeconds(2)));
    assertTrue(ended.toFile().exists());
  }
}
