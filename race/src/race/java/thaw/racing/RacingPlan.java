package thaw.racing;

import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The plan of a run, which the program has written into the function's package. */
final class RacingPlan {
  final String handler;
  final int threads;
  final int rounds;
  final int requests;
  final long seed;
  final List<byte[]> events;
  final Dependences dependences;
  private final Path root;

  private RacingPlan(Path root, Properties settings, List<byte[]> events, Dependences dependences) {
    this.root = root;
    this.handler = settings.getProperty("handler");
    this.threads = Integer.parseInt(settings.getProperty("threads"));
    this.rounds = Integer.parseInt(settings.getProperty("rounds"));
    this.requests = Integer.parseInt(settings.getProperty("requests"));
    this.seed = Long.parseLong(settings.getProperty("seed"));
    this.events = events;
    this.dependences = dependences;
  }

  static RacingPlan read(Path root) throws IOException {
    Path folder = root.resolve("thaw-race");
    Properties settings = new Properties();
    try (var in = Files.newBufferedReader(folder.resolve("plan.properties"))) {
      settings.load(in);
    }
    List<byte[]> events = new ArrayList<>();
    for (int i = 0; Files.exists(folder.resolve("event-" + i + ".json")); i++) {
      events.add(Files.readAllBytes(folder.resolve("event-" + i + ".json")));
    }
    return new RacingPlan(
        root, settings, events, Dependences.read(folder.resolve("dependences.properties")));
  }

  /** Returns the places of the function's classes: its folder, its jars, those of its layers. */
  URL[] classPath() throws IOException {
    List<Path> files = new ArrayList<>(List.of(root));
    for (Path folder : List.of(root.resolve("lib"), Path.of("/opt/java/lib"))) {
      if (Files.isDirectory(folder)) {
        try (Stream<Path> jars = Files.list(folder)) {
          files.addAll(
              jars.filter(file -> file.toString().endsWith(".jar"))
                  .sorted()
                  .collect(Collectors.toList()));
        }
      }
    }
    URL[] urls = new URL[files.size()];
    for (int i = 0; i < urls.length; i++) {
      urls[i] = url(files.get(i));
    }
    return urls;
  }

  private static URL url(Path file) throws MalformedURLException {
    return file.toUri().toURL();
  }
}
