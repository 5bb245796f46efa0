package thaw.deployment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import thaw.fixture.SideBySide;

/** What stands beside a package has a user's values as they are. */
@SideBySide
class HandOverTest {
  @TempDir Path folder;

  @Test
  void a_value_may_have_the_words_of_the_text_that_it_is_put_into() throws Exception {
    String made = "thaw package 'KEPT SECRETS' --event 'MADE DATA <<DATA>> $1' --function FUNCTION";
    String data = " --seed 'RUNNER KEPT'";
    HandOver.write(
        "KEPTMADE",
        new HandOver.Commands(made, data, data, List.of(), "", List.of("MADE")),
        "arm64",
        "facts",
        Optional.empty(),
        folder);
    String renew = Files.readString(folder.resolve(".github/workflows/renew.yml"));
    assertTrue(renew.contains(" env \"PATH=$PATH\" " + made + "\n"), renew);
    assertTrue(renew.contains("--function KEPTMADE" + data + "\n"), renew);
    assertTrue(renew.contains(".github/thaw/KEPTMADE/manifest.json"), renew);
    assertTrue(renew.contains("MADE: ${{ secrets.MADE }}"), renew);
  }

  @Test
  void a_workflow_without_a_repository_of_thaw_says_which_variable_it_lacks() throws Exception {
    HandOver.write(
        "Greet",
        new HandOver.Commands("thaw package .", "", "", List.of(), "", List.of()),
        "x86_64",
        "facts",
        Optional.empty(),
        folder);
    for (String name : List.of("deploy", "renew")) {
      Map<?, ?> workflow =
          (Map<?, ?>)
              new Load(LoadSettings.builder().build())
                  .loadFromString(
                      Files.readString(folder.resolve(".github/workflows/" + name + ".yml")));
      Map<?, ?> job = (Map<?, ?>) ((Map<?, ?>) workflow.get("jobs")).get(name);
      String script =
          ((List<?>) job.get("steps"))
              .stream()
                  .map(step -> String.valueOf(((Map<?, ?>) step).get("run")))
                  .filter(run -> run.contains("GITHUB_PATH"))
                  .findFirst()
                  .orElseThrow();
      Process shell =
          new ProcessBuilder("bash", "-e", "-c", script)
              .directory(folder.toFile())
              .redirectErrorStream(true)
              .start();
      String said = new String(shell.getInputStream().readAllBytes());
      assertEquals(1, shell.waitFor(), said);
      assertTrue(said.contains("THAW_REPOSITORY"), said);
    }
  }
}
