import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import thaw.function.resource.Database;
import thaw.sandbox.Instance;
import thaw.sandbox.SandboxHost;
import thaw.service.database.DatabasePasswords;
import thaw.service.database.Databases;

/**
 * What does a database cost that is in the cache: until it takes connections, and to be as it was
 * before a start? In memory, as {@code bench} has it, and on a disk, as {@code run} does, in turn.
 *
 * <p>Run with {@code benchmarks/run DatabaseCost [starts of each] [renewals of each]}.
 */
public final class DatabaseCost {
  private static final Database SHOP =
      new Database("Shop", "shop", "arn", "postgres", 17, List.of("shop.rds.amazonaws.com"),
          Set.of(), List.of(5432), "shop", "app", new Database.Password.Made(""), false);

  private static final String SEED =
      """
      CREATE TABLE pets (id int PRIMARY KEY, name text);
      INSERT INTO pets SELECT g, md5(g::text) FROM generate_series(1, 20000) g;
      """;

  public static void main(String[] arguments) throws Exception {
    int starts = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 10;
    int renewals = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 100;
    Path cache = Path.of(System.getProperty("user.home"), ".cache/thaw/services");
    Path folder = Files.createTempDirectory("database-cost");
    Path script = Files.writeString(folder.resolve("seed.sql"), SEED);
    Path onDisk = Files.createDirectory(folder.resolve("disk"));
    DatabasePasswords passwords = DatabasePasswords.of(List.of(SHOP), Optional.empty(), false);
    List<List<Double>> ready = List.of(new ArrayList<>(), new ArrayList<>());
    List<List<Double>> renewed = List.of(new ArrayList<>(), new ArrayList<>());
    try (Instance instance = Instance.open(SandboxHost.probe(), folder.resolve("instances"))) {
      for (int start = -1; start < starts; start++) { // the first one warms up
        for (int place = 0; place < 2; place++) {
          Optional<Path> data =
              place == 0 ? Optional.empty() : Optional.of(onDisk.resolve("" + start));
          long began = System.nanoTime();
          try (Databases databases =
              Databases.start(instance, List.of(SHOP), passwords,
                  new Databases.Places(cache, data, place == 0, false), System.err::println)) {
            double took = millis(began);
            if (start >= 0) {
              ready.get(place).add(took);
            }
            databases.load(List.of(new Databases.Script("", script)), System.err::println);
            databases.remember();
            for (int i = 0; i < renewals / starts; i++) {
              databases.load(List.of(new Databases.Script("", empty(folder))), System.err::println);
              long before = System.nanoTime();
              databases.renew();
              if (start >= 0) {
                renewed.get(place).add(millis(before));
              }
            }
          }
        }
      }
    }
    for (int place = 0; place < 2; place++) {
      System.out.printf(Locale.ROOT, "%s: ready %s; renewed %s%n",
          place == 0 ? "memory" : "disk", words(ready.get(place)), words(renewed.get(place)));
    }
  }

  /** One that only has the database used. */
  private static Path empty(Path folder) throws Exception {
    return Files.writeString(folder.resolve("use.sql"), "INSERT INTO pets VALUES (0, 'x');");
  }

  private static double millis(long since) {
    return (System.nanoTime() - since) / 1e6;
  }

  private static String words(List<Double> all) {
    List<Double> sorted = new ArrayList<>(all);
    Collections.sort(sorted);
    return String.format(Locale.ROOT, "%.0f ms (quartiles %.0f to %.0f, n=%d)",
        sorted.get(sorted.size() / 2), sorted.get(sorted.size() / 4),
        sorted.get(sorted.size() * 3 / 4), sorted.size());
  }
}
