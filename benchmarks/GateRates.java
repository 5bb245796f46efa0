import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import thaw.experiment.gate.GateMeasure;
import thaw.experiment.gate.GateRule;
import thaw.experiment.gate.SamplesNeeded;

/**
 * How often does the gate of {@code thaw bench} alarm for a commit against itself, and how often does
 * it find a slow-down? Draws comparisons from real cold starts, applies the gate's own rule, and
 * counts. A slow-down is planted by multiplying CPU time and number of classes.
 *
 * <p>Three ways to draw:
 *
 * <ul>
 *   <li><b>in turn</b>, as {@code --against} measures: stretches of {@link #BLOCK} consecutive starts,
 *       dealt to both sides in turn. What the machine did in the meantime is in them.
 *   <li><b>at random</b>: each start for itself; this is what the rule promises without any drift.
 *   <li><b>stored</b>, as {@code --baseline} compares: one side from the first recording, the other
 *       from the second. Here the two recordings differ by whatever the machine did in each.
 * </ul>
 *
 * <p>Run with {@code benchmarks/run GateRates RESULT [LATER]}: folders that {@code thaw bench} has
 * written, with 60 or more starts of each variant; LATER has the same variants at another time.
 */
public final class GateRates {
  private static final int TIMES = 400;
  private static final int BLOCK = 10;
  private static final int PILOT = 10;
  private static final int MOST = 100;
  private static final long SEED = 22;
  private static final double[] PLANTED = {1, 1.05, 1.1};

  private GateRates() {}

  private interface Drawing {
    /** Numbers of starts for one side and the other. */
    int[][] of(int count, Random random);
  }

  public static void main(String[] arguments) throws Exception {
    Map<String, GateStarts> first = GateStarts.read(Path.of(arguments[0]));
    Map<String, GateStarts> later = arguments.length > 1 ? GateStarts.read(Path.of(arguments[1])) : Map.of();
    System.out.printf("%d comparisons each, seed %d%n", TIMES, SEED);
    System.out.printf(
        "%-24s %-10s %6s %8s %9s %9s%n", "variant", "drawn", "starts", "alarms", "+5 % found", "+10 % found");
    for (Map.Entry<String, GateStarts> each : first.entrySet()) {
      GateStarts starts = each.getValue();
      row(each.getKey(), "in turn", starts, starts, inTurn(starts.count()));
      row(each.getKey(), "at random", starts, starts, atRandom(starts.count(), starts.count()));
      if (later.containsKey(each.getKey())) {
        GateStarts other = later.get(each.getKey());
        row(each.getKey(), "stored", starts, other, atRandom(starts.count(), other.count()));
      }
    }
  }

  private static void row(String name, String way, GateStarts before, GateStarts after, Drawing drawing) {
    GateRule rule = GateRule.USUAL;
    double miss = rule.miss(1);
    Random random = new Random(SEED);
    int[] alarms = new int[PLANTED.length];
    long taken = 0;
    for (int time = 0; time < TIMES; time++) {
      int count = PILOT;
      int[][] sides = drawing.of(count, random);
      // As a run does: more starts until those that there are say that they are enough.
      for (int needed = needed(before, sides[0], rule, miss); needed > count; ) {
        count = needed;
        sides = longer(sides, drawing.of(count, random));
        needed = needed(before, sides[0], rule, miss);
      }
      taken += count;
      for (int planted = 0; planted < PLANTED.length; planted++) {
        boolean over = before.picked(sides[0]).isOver(after.picked(sides[1]), rule, miss, PLANTED[planted]);
        alarms[planted] += over ? 1 : 0;
      }
    }
    System.out.printf(
        "%-24s %-10s %6d %7.1f%% %9.1f%% %10.1f%%%n",
        name, way, taken / TIMES, share(alarms[0]), share(alarms[1]), share(alarms[2]));
  }

  private static int needed(GateStarts starts, int[] taken, GateRule rule, double miss) {
    int count = taken.length;
    for (GateMeasure measure : List.of(GateMeasure.CPU, GateMeasure.MEMORY)) {
      double[] spread = starts.picked(taken).values().get(measure);
      if (spread != null) {
        count =
            Math.max(
                count,
                SamplesNeeded.of(spread, rule, measure, miss, 0, taken.length, MOST).count());
      }
    }
    return count;
  }

  /** The starts that there are, and further ones. */
  private static int[][] longer(int[][] taken, int[][] drawn) {
    for (int side = 0; side < taken.length; side++) {
      System.arraycopy(taken[side], 0, drawn[side], 0, taken[side].length);
    }
    return drawn;
  }

  private static double share(int alarms) {
    return 100.0 * alarms / TIMES;
  }

  private static Drawing atRandom(int before, int after) {
    return (count, random) ->
        new int[][] {
          random.ints(count, 0, before).toArray(), random.ints(count, 0, after).toArray()
        };
  }

  private static Drawing inTurn(int available) {
    return (count, random) -> {
      int[][] sides = new int[2][count];
      int start = 0;
      for (int i = 0; i < 2 * count; i++) {
        if (i % BLOCK == 0) {
          start = random.nextInt(available);
        }
        // Which of a pair comes first is shuffled, as the rounds of a run are.
        boolean swapped = i % 2 == 0 && random.nextBoolean();
        int number = (start + i % BLOCK) % available;
        if (i % 2 == 0) {
          int next = (number + 1) % available;
          sides[0][i / 2] = swapped ? next : number;
          sides[1][i / 2] = swapped ? number : next;
        }
      }
      return sides;
    };
  }
}
