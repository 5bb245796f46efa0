package thaw.codecs.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The codecs side by side: {@code ../run} says how it is called. */
public final class Main {
  private static final int ROUNDS = 11;
  private static final List<String> OBJECTS = List.of("14", "order", "8", "16", "32");

  private Main() {}

  /** Ends with 0 when all bars are reached that were measured, 1 when not. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    List<String> given = List.of(arguments);
    String part = given.isEmpty() || given.get(0).startsWith("--") ? "all" : given.get(0);
    if (!List.of("all", "cold", "hot", "sizes", "report").contains(part)) {
      System.err.println("must be cold, hot, sizes, all or report: " + part);
      System.exit(2);
    }
    if (part.equals("sizes")) {
      Sizes.print(Path.of(System.getProperty("codecs.event")));
      return;
    }
    Path jars = Path.of(System.getProperty("codecs.jars"));
    Path out = Files.createDirectories(Path.of(option(given, "--out", jars + "/../results")));
    Path file = out.resolve("samples.txt");
    if (given.contains("--fresh")) {
      Files.deleteIfExists(file);
    }
    BenchSamples samples = new BenchSamples(file);
    if (part.equals("cold") || part.equals("all")) {
      int rounds = Integer.parseInt(option(given, "--rounds", "" + ROUNDS));
      new ColdRun(jars, out, samples).run(chosen(given, MeasuredLibrary.ALL), rounds);
    }
    if (part.equals("hot") || part.equals("all")) {
      List<MeasuredLibrary> libraries = new ArrayList<>(MeasuredLibrary.SPLIT);
      libraries.addAll(MeasuredLibrary.ALL);
      String objects = option(given, "--objects", String.join(",", OBJECTS));
      new HotRun(samples).run(chosen(given, libraries), Arrays.asList(objects.split(",")));
    }
    Tables tables = new Tables(samples);
    tables.cold();
    tables.hot();
    System.exit(new Bars(samples).print() ? 0 : 1);
  }

  private static String option(List<String> given, String name, String otherwise) {
    int at = given.indexOf(name);
    return at < 0 ? otherwise : given.get(at + 1);
  }

  /** Those that {@code --codecs} names; a name may end with * for all that begin so. */
  private static List<MeasuredLibrary> chosen(List<String> given, List<MeasuredLibrary> all) {
    List<String> names = List.of(option(given, "--codecs", "*").split(","));
    return all.stream()
        .filter(library ->
            names.stream()
                .anyMatch(name ->
                    name.endsWith("*")
                        ? library.name().startsWith(name.substring(0, name.length() - 1))
                        : library.name().equals(name)))
        .toList();
  }
}
