package thaw.program;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class ProgramOutcomeTest {
  private static final Pattern ROW = Pattern.compile("(?m)^\\| (\\d+) \\| (.*?) \\|");

  @Test
  void each_exit_code_of_the_page_has_an_outcome() throws IOException {
    Map<Integer, ProgramOutcome> told = new TreeMap<>();
    Matcher row = ROW.matcher(Files.readString(Path.of("../docs/exit-codes.md")));
    while (row.find()) {
      int exit = Integer.parseInt(row.group(1));
      told.put(exit, ProgramOutcome.of(exit));
    }
    assertEquals(
        Map.of(
            0, ProgramOutcome.DONE,
            1, ProgramOutcome.NO,
            2, ProgramOutcome.MISTAKE,
            3, ProgramOutcome.NOT_MEASURED,
            70, ProgramOutcome.BUG,
            130, ProgramOutcome.ENDED,
            143, ProgramOutcome.ENDED),
        told);
  }
}
