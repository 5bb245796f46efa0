package thaw.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import thaw.app.choice.SourceChoice;

class SourceOptionsTest {
  @Command
  static final class Any {
    @Mixin private SourceOptions source = new SourceOptions();
  }

  private static SourceChoice parsed(String... words) {
    Any any = new Any();
    new CommandLine(any).parseArgs(words);
    return any.source.choice();
  }

  @Test
  void overrides_of_sam_take_several_words_and_leave_the_source() {
    SourceChoice choice =
        parsed(
            "--parameter-overrides", "A=1", "B='x y'", "ParameterKey=C,ParameterValue=3", "here");
    assertEquals(Map.of("A", "1", "B", "x y", "C", "3"), choice.parameters());
    assertEquals(Optional.of("here"), choice.text());
    assertEquals(
        Map.of("A", "typed", "B", "2"),
        parsed("--parameter-overrides", "A=1 B=2", "--parameter", "A=typed").parameters());
  }
}
