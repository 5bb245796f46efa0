package thaw.experiment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TurnsTest {
  @TempDir Path folder;
  private final List<String> made = new ArrayList<>();

  /**
   * @param most that it can make at all
   */
  private record Given(String name, int atOnce, int most, List<String> made) implements Turns.Side {
    @Override
    public String start() {
      return "plain";
    }

    @Override
    public void prepare() {
      made.add(name + " prepares");
    }

    @Override
    public void measure(List<Integer> numbers, Consumer<Sample> kept) {
      for (int number : numbers) {
        if (number > most) {
          return;
        }
        made.add(name + number);
        kept.accept(
            new Sample(
                name,
                number,
                Instant.EPOCH,
                Map.of(Metric.INIT, 1.0),
                200,
                null,
                new Sample.Remote("id" + number, "7", 1.5, List.of("REPORT a\tb"))));
      }
    }
  }

  private static final class Silent implements Experiment.Observer {
    @Override
    public void opened(IntSupplier stop) {}

    @Override
    public void resumed(int samples) {}

    @Override
    public void movedAside(Path file) {}

    @Override
    public void begins(int starts) {}

    @Override
    public void warmingUp(Variant variant) {}

    @Override
    public void warmedUp(Sample discarded) {}

    @Override
    public void measured(Sample sample, int done, int total) {}
  }

  private List<Sample> run(int runs, Turns.Side... sides) throws InterruptedException {
    return new Turns("plan", List.of(sides), runs, folder, new Silent()).run();
  }

  private Given side(String name, int atOnce, int most) {
    return new Given(name, atOnce, most, made);
  }

  @Test
  void sides_take_turns() throws Exception {
    run(2, side("a", 1, 9), side("b", 1, 9));
    assertEquals(List.of("a prepares", "b prepares", "a1", "b1", "a2", "b2"), made);
  }

  @Test
  void one_that_makes_all_at_once_does_so_in_its_first_turn() throws Exception {
    run(3, side("a", 1, 9), side("b", 100, 9));
    assertEquals(List.of("a prepares", "b prepares", "a1", "b1", "b2", "b3", "a2", "a3"), made);
  }

  @Test
  void one_that_gives_up_is_not_asked_again() throws Exception {
    assertEquals(4, run(3, side("a", 1, 1), side("b", 1, 9)).size());
    assertEquals(List.of("a prepares", "b prepares", "a1", "b1", "b2", "b3"), made);
  }

  @Test
  void what_is_on_disk_is_read_as_it_was_and_not_made_again() throws Exception {
    Given failing = side("b", 1, 1);
    List<Sample> first = run(2, side("a", 1, 9), failing);
    made.clear();
    List<Sample> all = run(2, side("a", 1, 9), side("b", 1, 9));
    assertEquals(List.of("b prepares", "b2"), made);
    assertEquals(first, all.subList(0, 3));
    assertEquals(4, Files.readAllLines(folder.resolve("results.jsonl")).size());
  }

  @Test
  void what_was_made_before_a_failure_is_on_disk() throws Exception {
    Turns.Side failing =
        new Turns.Side() {
          @Override
          public String name() {
            return "b";
          }

          @Override
          public String start() {
            return "plain";
          }

          @Override
          public int atOnce() {
            return 1;
          }

          @Override
          public void prepare() {}

          @Override
          public void measure(List<Integer> numbers, Consumer<Sample> kept) {
            throw new IllegalStateException("no network");
          }
        };
    assertThrows(IllegalStateException.class, () -> run(2, side("a", 1, 9), failing));
    assertEquals(1, Files.readAllLines(folder.resolve("results.jsonl")).size());
  }
}
