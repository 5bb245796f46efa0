import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import thaw.app.choice.EventChoice;
import thaw.app.choice.FunctionChoice;
import thaw.app.choice.SourceChoice;
import thaw.app.shared.Progress;
import thaw.race.RaceJob;
import thaw.race.RaceRequest;
import thaw.race.RaceResult;

/**
 * Does the same schedule find the same races? Runs {@code thaw race} on each function of {@code
 * functions/races} several times with one seed, and tells how often each finding was there.
 *
 * <p>Promised: each planted race is found in 10 of 10 runs, and no clean function has a finding.
 *
 * <p>Run with {@code benchmarks/run RaceRepeats [TIMES [FUNCTION...]]}: about 3 s a run. Ends with
 * code 1 if a finding was not there each time, a planted race was not found, or a clean function
 * had one.
 */
public final class RaceRepeats {
  private RaceRepeats() {}

  public static void main(String[] arguments) throws Exception {
    int times = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 10;
    Path root = Path.of(System.getProperty("thaw.program")).resolve("../../..").normalize();
    Path folder = root.resolve("functions/races");
    SourceChoice samples = SourceChoice.of(folder);
    Map<String, String> planted = planted(folder.resolve("planted.txt"));
    Set<String> functions = new TreeSet<>();
    samples.read().functions().forEach(function -> functions.add(function.logicalId()));
    if (arguments.length > 1) {
      functions.retainAll(List.of(arguments));
    }
    int unlike = 0;
    for (String function : functions) {
      Map<String, Integer> found = new TreeMap<>();
      for (int i = 0; i < times; i++) {
        for (String finding : raced(samples, function)) {
          found.merge(finding, 1, Integer::sum);
        }
      }
      boolean isAsPromised =
          (planted.containsKey(function)
                  ? found.keySet().stream().anyMatch(each -> each.endsWith(planted.get(function)))
                  : found.isEmpty())
              && found.values().stream().allMatch(count -> count == times);
      unlike += isAsPromised ? 0 : 1;
      System.out.printf("%-24s %s", function, isAsPromised ? "" : "NOT AS PROMISED ");
      System.out.println(found.isEmpty() ? "no finding in " + times + " runs" : text(found, times));
    }
    System.out.printf(
        "%d of %d functions as promised%n", functions.size() - unlike, functions.size());
    System.exit(unlike == 0 ? 0 : 1);
  }

  /** By function: " field", as a finding ends. */
  private static Map<String, String> planted(Path file) throws IOException {
    Map<String, String> planted = new TreeMap<>();
    for (String line : Files.readAllLines(file)) {
      if (!line.startsWith("#")) {
        String[] words = line.split("[ #]");
        planted.put(words[0], " " + words[2]);
      }
    }
    return planted;
  }

  private static String text(Map<String, Integer> found, int times) {
    List<String> parts = new ArrayList<>();
    found.forEach((finding, count) -> parts.add(finding + " in " + count + " of " + times));
    return String.join(", ", parts);
  }

  private static Set<String> raced(SourceChoice samples, String function) throws Exception {
    List<EventChoice> events =
        List.of(
            EventChoice.of(Optional.of("{\"user\": \"ann\", \"time\": \"1000\"}")),
            EventChoice.of(
                Optional.of("{\"user\": \"mary\", \"time\": \"2000\", \"admin\": \"root\"}")));
    RaceResult result =
        RaceJob.run(
            RaceRequest.of(samples, FunctionChoice.of(Optional.of(function)), events),
            Progress.SILENT);
    Set<String> found = new TreeSet<>();
    result.report().races().forEach(race -> found.add(race.kind() + " " + race.field()));
    result.seenInCodeOnly().forEach(suspect -> found.add("seen in the code " + suspect.subject()));
    return found;
  }
}
