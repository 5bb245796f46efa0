package thaw.experiment.gate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import thaw.problem.UserMistake;

class GateBaselineFileTest {
  private static final GateBaseline BASELINE =
      GateSides.baseline(
          GateSides.side("Hello", GateSides.drawn(new Random(1), 30, 800, 0.03), 4000, 3 << 20));

  @TempDir Path folder;

  @Test
  void a_stored_result_is_read_as_it_was_written() {
    GateBaselineFile.write(BASELINE, folder);
    assertEquals(BASELINE, GateBaselineFile.read(folder));
    assertEquals(BASELINE, GateBaselineFile.read(folder.resolve(GateBaselineFile.NAME)));
  }

  @Test
  void a_stored_result_that_the_run_would_replace_is_refused() throws IOException {
    Path out = Files.createDirectory(folder.resolve("out"));
    GateBaselineFile.write(BASELINE, out);
    Path link = Files.createSymbolicLink(folder.resolve("link"), out);
    for (Path given : List.of(out, out.resolve(GateBaselineFile.NAME), link)) {
      UserMistake mistake =
          assertThrows(UserMistake.class, () -> GateBaselineFile.requireElsewhere(given, out));
      assertTrue(mistake.remedy().contains("--out"), mistake.remedy());
    }
    GateBaselineFile.requireElsewhere(out, folder.resolve("none"));
    Path aside = Files.copy(out.resolve(GateBaselineFile.NAME), out.resolve("baseline-1.json"));
    GateBaselineFile.requireElsewhere(aside, out);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/thaw",
        "/pageCache",
        "/host",
        "/host/kernel",
        "/host/cpuModel",
        "/host/missingGuarantees",
        "/variants",
        "/variants/0/name",
        "/variants/0/jdk",
        "/variants/0/event",
        "/variants/0/libraries",
        "/variants/0/samples",
        "/variants/0/samples/cpuMillis/0"
      })
  void a_stored_result_without_a_member_is_a_mistake(String member) throws IOException {
    GateBaselineFile.write(BASELINE, folder);
    Path file = folder.resolve(GateBaselineFile.NAME);
    JsonNode root = new ObjectMapper().readTree(file.toFile());
    JsonPointer pointer = JsonPointer.compile(member);
    switch (root.at(pointer.head())) {
      case ObjectNode parent -> parent.putNull(pointer.last().getMatchingProperty());
      case ArrayNode parent -> parent.setNull(pointer.last().getMatchingIndex());
      default -> throw new IllegalArgumentException(member);
    }
    Files.writeString(file, root.toString());
    UserMistake mistake = assertThrows(UserMistake.class, () -> GateBaselineFile.read(folder));
    assertTrue(mistake.remedy().contains("baseline.json"), mistake.remedy());
  }

  @Test
  void a_stored_result_without_a_load_is_read_and_compares_no_times() throws IOException {
    GateBaselineFile.write(BASELINE, folder);
    Path file = folder.resolve(GateBaselineFile.NAME);
    ObjectNode root = (ObjectNode) new ObjectMapper().readTree(file.toFile());
    root.remove("otherCpus");
    Files.writeString(file, root.toString());
    assertEquals(OptionalDouble.empty(), GateBaselineFile.read(folder).otherCpus());
  }

  @Test
  void what_is_no_stored_result_is_a_mistake_with_a_remedy() throws IOException {
    for (String text :
        List.of(
            "",
            "[]",
            "{}",
            "{\"format\":\"thaw-baseline-1\"}",
            "no",
            "{\"format\":\"x\"}",
            "{\"format\":\"thaw-baseline-1\",\"host\":{},\"variants\":[{\"samples\":7}]}")) {
      Path file = Files.writeString(folder.resolve("some.json"), text);
      UserMistake mistake =
          assertThrows(UserMistake.class, () -> GateBaselineFile.read(file), text);
      assertTrue(mistake.remedy().contains("baseline.json"), mistake.remedy());
    }
    assertThrows(UserMistake.class, () -> GateBaselineFile.read(folder.resolve("none")));
  }
}
