package thaw.app.running;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.problem.UserMistake;
import thaw.sandbox.kernel.ProcessId;

class RunFileTest {
  private static final ProcessId OWN = ProcessId.own();

  @TempDir Path cache;

  private RunFile written(ProcessId process) {
    RunFile file = new RunFile(process, "http://127.0.0.1:1", "/here", Path.of("/events"));
    file.write(cache);
    return file;
  }

  @Test
  void a_program_that_runs_is_found_until_it_ends() {
    RunFile own = written(OWN);
    assertTrue(OWN.startTicks() > 0);
    assertEquals(List.of(own), RunFile.all(cache));
    own.delete(cache);
    assertEquals(List.of(), RunFile.all(cache));
  }

  @Test
  void another_process_with_the_same_pid_is_not_taken_for_it_and_the_file_goes()
      throws IOException {
    written(new ProcessId(OWN.pid(), OWN.startTicks() - 1));
    assertEquals(List.of(), RunFile.all(cache));
    try (var left = Files.list(cache.resolve("runs"))) {
      assertEquals(0, left.count());
    }
  }

  private static RunFile running(int port, Path source) {
    return new RunFile(OWN, "http://127.0.0.1:" + port, source.toString(), Path.of("/events"));
  }

  @Test
  void of_several_the_one_is_meant_that_runs_the_folder_in_which_the_user_is() throws IOException {
    Path shop = Files.createDirectories(cache.resolve("shop"));
    Path template = Files.writeString(shop.resolve("other.yaml"), "");
    Path nested = Files.createDirectories(shop.resolve("nested/src"));
    RunFile outer = running(1, template);
    RunFile inner = running(2, shop.resolve("nested"));
    List<RunFile> both = List.of(outer, inner);
    assertEquals(outer, RunChoice.chosen(both, shop));
    assertEquals(inner, RunChoice.chosen(both, nested));
    assertEquals(outer, RunChoice.chosen(List.of(outer), cache));
    assertThrows(UserMistake.class, () -> RunChoice.chosen(both, cache));
    List<RunFile> twice = List.of(outer, running(3, shop));
    UserMistake mistake = assertThrows(UserMistake.class, () -> RunChoice.chosen(twice, shop));
    assertTrue(mistake.remedy().contains("http://127.0.0.1:3 (" + shop + ")"), mistake.remedy());
  }

  @Test
  void a_file_of_an_older_thaw_is_believed_its_pid() throws IOException {
    Path file = Files.createDirectories(cache.resolve("runs")).resolve(OWN.pid() + ".json");
    Files.writeString(
        file,
        """
        {"pid": %d, "url": "http://127.0.0.1:1", "source": "/here", "events": "/events"}
        """
            .formatted(OWN.pid()));
    assertEquals(List.of(OWN.pid()), RunFile.all(cache).stream().map(RunFile::pid).toList());
  }
}
