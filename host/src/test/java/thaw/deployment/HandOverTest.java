package thaw.deployment;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What stands beside a package has a user's values as they are. */
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
    assertTrue(renew.contains("          " + made + "\n"), renew);
    assertTrue(renew.contains("--function KEPTMADE" + data + "\n"), renew);
    assertTrue(renew.contains(".github/thaw/KEPTMADE/manifest.json"), renew);
    assertTrue(renew.contains("MADE: ${{ secrets.MADE }}"), renew);
  }
}
