import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import javax.tools.ToolProvider;

/**
 * How long from the last write of a build until a request gets the new code? A class file in a
 * folder is changed while a client asks again and again; the answer's cold start is part of the
 * time. A function of one class, and one with all libraries of Thaw beside it (some 50 jars), in
 * turn.
 *
 * <p>The promise: below 1 s.
 *
 * <p>Run with {@code benchmarks/run ReloadDelay [changes of each]}.
 */
public final class ReloadDelay {
  public static void main(String[] arguments) throws Exception {
    int changes = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 15;
    List<Double> small = new ArrayList<>();
    List<Double> large = new ArrayList<>();
    try (Lab lab = new Lab()) {
      Path one = Files.createDirectories(lab.work.resolve("one"));
      Path many = Files.createDirectories(lab.work.resolve("many"));
      copyLibraries(Files.createDirectories(many.resolve("lib")));
      Path before = compiled(lab.work.resolve("before"), "before");
      Path after = compiled(lab.work.resolve("after"), "after");
      put(before, one);
      put(before, many);
      try (RunningThaw oneRun = new RunningThaw(lab.work, one, List.of(), "Shop::sell");
          RunningThaw manyRun = new RunningThaw(lab.work, many, List.of(), "Shop::sell")) {
        await(oneRun, "before");
        await(manyRun, "before");
        for (int i = 0; i < changes; i++) {
          boolean even = i % 2 == 0;
          small.add(live(even ? after : before, one, oneRun, even ? "after" : "before"));
          large.add(live(even ? after : before, many, manyRun, even ? "after" : "before"));
        }
      }
    }
    System.out.printf("%d changes each%n", changes);
    System.out.println("  one class       " + Lab.describe(small));
    System.out.println("  with libraries  " + Lab.describe(large));
    double slowest = Math.max(Lab.quantiles(small).median(), Lab.quantiles(large).median());
    System.out.printf("promised: %.0f ms < 1000 ms%n", slowest);
    System.exit(slowest < 1000 ? 0 : 1);
  }

  private static Path compiled(Path folder, String said) throws IOException {
    Path source = Files.createDirectories(folder).resolve("Shop.java");
    Files.writeString(
        source,
        "public class Shop { public String sell(Object event) { return \"" + said + "\"; } }");
    ToolProvider.getSystemJavaCompiler()
        .run(null, null, null, "--release", "17", "-d", folder.toString(), source.toString());
    return folder.resolve("Shop.class");
  }

  private static void copyLibraries(Path to) throws IOException {
    Path libraries = Path.of(System.getProperty("thaw.program")).resolve("lib");
    try (DirectoryStream<Path> jars = Files.newDirectoryStream(libraries, "*.jar")) {
      for (Path jar : jars) {
        Files.copy(jar, to.resolve(jar.getFileName()));
      }
    }
  }

  private static void put(Path file, Path folder) throws IOException {
    Files.copy(file, folder.resolve("Shop.class"), StandardCopyOption.REPLACE_EXISTING);
  }

  private static double live(Path file, Path folder, RunningThaw run, String expected)
      throws Exception {
    put(file, folder);
    long begin = System.nanoTime();
    await(run, expected);
    return (System.nanoTime() - begin) / 1e6;
  }

  private static void await(RunningThaw run, String expected) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + run.port + RunningThaw.PATH))
            .POST(HttpRequest.BodyPublishers.ofString("{}"))
            .build();
    try (HttpClient client = HttpClient.newHttpClient()) {
      long end = System.nanoTime() + 60_000_000_000L;
      String answer;
      do {
        answer = client.send(request, HttpResponse.BodyHandlers.ofString()).body();
      } while (!answer.equals("\"" + expected + "\"") && System.nanoTime() < end);
      if (!answer.equals("\"" + expected + "\"")) {
        throw new IllegalStateException("not live after 60 s, but: " + answer);
      }
    }
  }
}
