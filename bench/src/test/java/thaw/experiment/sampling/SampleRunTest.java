package thaw.experiment.sampling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is taken when, and what of it is kept, of samples that are words. */
class SampleRunTest {
  private static final Rounds<String> ROUNDS = new Rounds<>(List.of("a", "b"), 3, 1);

  @TempDir Path folder;
  private final List<Path> aside = new ArrayList<>();

  /**
   * Words in lines.
   *
   * @param plan that all lines but the samples name
   */
  private record Words(String plan) implements SampleFormat<String> {
    @Override
    public List<ObjectNode> head() {
      return List.of(JsonNodeFactory.instance.objectNode().put("plan", plan));
    }

    @Override
    public Optional<List<ObjectNode>> resumed(List<ObjectNode> lines) {
      return lines.getFirst().path("plan").asText().equals(plan)
          ? Optional.of(lines)
          : Optional.empty();
    }

    @Override
    public List<String> samples(List<ObjectNode> lines) {
      return lines.stream().skip(1).map(line -> line.path("word").asText()).toList();
    }

    @Override
    public ObjectNode line(String sample) {
      return JsonNodeFactory.instance.objectNode().put("word", sample);
    }
  }

  private SampleLog<String> open(String plan) throws IOException {
    return SampleLog.open(new JsonLines(file()), new Words(plan), aside::add, "report.html");
  }

  private Path file() {
    return folder.resolve("samples.jsonl");
  }

  private static SampleRun<String, String> missing(List<String> there) {
    return new SampleRun<>(ROUNDS, step -> there.contains(step.subject() + step.round()));
  }

  @Test
  void each_sample_is_on_disk_before_the_next_one_and_is_told_with_its_count() throws Exception {
    SampleLog<String> log = open("plan");
    List<String> told = new ArrayList<>();
    List<String> samples =
        missing(List.of())
            .run(
                (subject, round) -> {
                  assertEquals(told.size() + 1, lines().size(), "the first line and the samples");
                  return subject + round;
                },
                log,
                (sample, done, total) -> told.add(sample + " " + done + " of " + total));
    assertEquals(
        ROUNDS.steps().stream().map(step -> step.subject() + step.round()).toList(), samples);
    assertEquals(6, told.size());
    assertTrue(told.getLast().endsWith(" 6 of 6"), told.getLast());
  }

  private List<String> lines() {
    try {
      return Files.readAllLines(file());
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void what_is_there_is_not_taken_again() throws Exception {
    SampleLog<String> first = open("plan");
    assertThrows(
        InterruptedException.class,
        () ->
            missing(List.of())
                .run(
                    (subject, round) -> {
                      if (round == 2) {
                        throw new InterruptedException();
                      }
                      return subject + round;
                    },
                    first,
                    (_, _, _) -> {}));
    SampleLog<String> second = open("plan");
    SampleRun<String, String> rest = missing(second.earlier());
    assertEquals(List.of(6, 2, 4), List.of(rest.planned(), rest.done(), rest.missing().size()));
    List<String> all = rest.run((subject, round) -> subject + round, second, (_, _, _) -> {});
    assertEquals(6, all.size());
    assertEquals(second.earlier(), all.subList(0, 2));
    assertEquals(List.of(), aside);
  }

  @Test
  void samples_of_something_else_are_moved_aside_with_what_was_made_of_them() throws Exception {
    open("one").append("a1");
    Files.writeString(folder.resolve("report.html"), "old");
    assertEquals(List.of(), open("another").earlier());
    assertEquals(
        List.of("{\"plan\":\"one\"}", "{\"word\":\"a1\"}"), Files.readAllLines(aside.getFirst()));
    assertTrue(Files.notExists(folder.resolve("report.html")));
    assertEquals(List.of("{\"plan\":\"another\"}"), lines());
  }

  @Test
  void what_comes_after_the_stop_is_not_kept() throws Exception {
    SampleLog<String> log = open("plan");
    log.append("a1");
    assertEquals(1, log.stop());
    log.append("a2");
    assertEquals(2, lines().size());
  }
}
