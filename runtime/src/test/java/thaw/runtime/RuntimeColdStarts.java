package thaw.runtime;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;

/**
 * A program that compares cold starts: CPU of all threads of a new JVM until it asks for the second
 * event, and classes beyond those of an empty program. Interleaved, medians with least and most.
 *
 * <pre>
 * java -cp CLASSES:TEST-CLASSES:WIRE:CORE thaw.runtime.RuntimeColdStarts ROUNDS SERIALIZATION [OFFICIAL]
 * </pre>
 *
 * <p>SERIALIZATION is the jar of aws-lambda-java-serialization, OFFICIAL the class path of the
 * official client without it.
 */
final class RuntimeColdStarts {
  private static final String[][] HANDLERS = {
    {"example.StreamHandlers$Echo", "{}"},
    {"example.ValueHandlers$Birthday", "{\"name\":\"Tom\",\"age\":3}"},
    {"example.ValueHandlers$Same", "{\"name\":\"Tom\",\"age\":3}"},
    {"example.ValueHandlers$Beans", "{\"name\":\"Tom\",\"colour\":\"red\"}"}
  };

  private RuntimeColdStarts() {}

  public static void main(String[] args) throws Exception {
    int rounds = Integer.parseInt(args[0]);
    List<String> officials = args.length > 2 ? List.of("", args[2]) : List.of("");
    for (String[] handler : HANDLERS) {
      List<List<Double>> millis = List.of(new ArrayList<>(), new ArrayList<>());
      int[] classes = new int[2];
      for (int round = 0; round <= rounds; round++) {
        for (int client = 0; client < officials.size(); client++) {
          boolean counts = round == 0;
          double result = run(handler, args[1], officials.get(client), counts);
          if (counts) {
            classes[client] = (int) result;
          } else {
            millis.get(client).add(result);
          }
        }
      }
      for (int client = 0; client < officials.size(); client++) {
        List<Double> sorted = millis.get(client);
        Collections.sort(sorted);
        System.out.printf(
            "%-26s %-8s CPU %.0f ms (%.0f..%.0f, n=%d), %d classes%n",
            handler[0],
            client == 0 ? "thaw" : "official",
            sorted.get(rounds / 2),
            sorted.get(0),
            sorted.get(rounds - 1),
            rounds,
            classes[client]);
      }
    }
  }

  private static double run(String[] handler, String serialization, String official, boolean counts)
      throws Exception {
    Path log = Files.createTempFile("classes", ".log");
    Function.Start start = Function.of(handler[0]).onClassPath(Path.of(serialization));
    start.option("-Xmx200m");
    if (counts) {
      start.option("-Xlog:class+load:file=" + log);
    }
    if (!official.isEmpty()) {
      start.official(official);
    }
    try (FakeRuntimeApi api = new FakeRuntimeApi().event(handler[1]);
        Function function = start.at(api)) {
      api.take();
      while (!api.takeAny().path().equals("/invocation/next")) {
        // The first one is over.
      }
      if (!counts) {
        return cpuMillis(function.pid());
      }
      Set<String> loaded = ClassCountTest.names(log);
      loaded.removeAll(ClassCountTest.ofEmptyProgram(log));
      return loaded.size();
    } finally {
      Files.delete(log);
    }
  }

  private static double cpuMillis(long pid) throws IOException {
    long nanos = 0;
    try (DirectoryStream<Path> tasks =
        Files.newDirectoryStream(Path.of("/proc/" + pid + "/task"))) {
      for (Path task : tasks) {
        nanos += Long.parseLong(Files.readString(task.resolve("schedstat")).split(" ")[0]);
      }
    }
    return nanos / 1e6;
  }
}
