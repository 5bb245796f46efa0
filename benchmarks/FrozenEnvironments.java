import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import thaw.environment.Environment;
import thaw.environment.launch.EnvironmentSpec;
import thaw.runtimeapi.Invocation;
import thaw.sandbox.jdk.Jdk;

/**
 * How many frozen environments does a machine hold? Starts hello worlds at 512 MB, each with one
 * invocation, keeps all of them alive and frozen, and shows the memory that each takes and the CPU
 * time that all of them use while nobody calls. In the end some answer again.
 *
 * <p>The promise: 500 on a machine of 24 GiB, and no CPU time.
 *
 * <p>Run with {@code benchmarks/run FrozenEnvironments [environments] [seconds of rest]}.
 */
public final class FrozenEnvironments {
  public static void main(String[] arguments) throws Exception {
    int count = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 500;
    int seconds = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 20;
    Jdk jdk = Lab.jdk(25);
    List<Environment> all = new ArrayList<>();
    boolean atRest;
    try (Lab lab = new Lab()) {
      EnvironmentSpec spec = lab.hello(jdk, 512);
      long freeBefore = availableKib();
      long begin = System.nanoTime();
      try {
        for (int i = 0; i < count; i++) {
          Environment environment = Environment.prepareWithLog(lab.instance, spec, line -> {});
          all.add(environment);
          environment.initialise();
          environment.invoke(Invocation.of(Lab.EVENT));
          if ((i + 1) % 50 == 0) {
            System.out.printf("%4d alive after %.0f s, %.1f GiB available%n",
                i + 1, (System.nanoTime() - begin) / 1e9, availableKib() / 1024.0 / 1024.0);
          }
        }
        long cpuBefore = cpuNanos(all);
        Thread.sleep(seconds * 1000L);
        long used = cpuNanos(all) - cpuBefore;
        System.out.printf("%d environments of %s take %.1f MiB each%n",
            count, jdk.label(), (freeBefore - availableKib()) / 1024.0 / count);
        System.out.printf("CPU time of all in %d s of rest: %.3f ms%n", seconds, used / 1e6);
        int answered = 0;
        for (int i = 0; i < count; i += Math.max(1, count / 20)) {
          all.get(i).invoke(Invocation.of(Lab.EVENT));
          answered++;
        }
        System.out.printf("%d of them answered again%n", answered);
        atRest = used == 0;
      } finally {
        for (Environment environment : all) {
          environment.close();
        }
      }
    }
    System.exit(atRest ? 0 : 1);
  }

  private static long cpuNanos(List<Environment> all) {
    return all.stream().mapToLong(environment -> environment.inspection().usage().cpuNanos()).sum();
  }

  private static long availableKib() throws IOException {
    return Files.readAllLines(Path.of("/proc/meminfo")).stream()
        .filter(line -> line.startsWith("MemAvailable:"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
        .findFirst().orElseThrow();
  }
}
