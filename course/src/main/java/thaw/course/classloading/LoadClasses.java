package thaw.course.classloading;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import thaw.course.Stopwatch;
import thaw.course.Told;

/** Loads and initialises the classes that a file names, and tells how long that took. */
public final class LoadClasses {
  private LoadClasses() {}

  /**
   * Loads, then tells.
   *
   * @param arguments the file with a name in each line; where the classes are in no class path, the
   *     folder that holds them, with jars in {@code lib}
   */
  public static void main(String[] arguments) throws IOException, ClassNotFoundException {
    long reached = System.nanoTime();
    ThreadTimes launcher = ThreadTimes.ofLauncher();
    ThreadTimes main = ThreadTimes.ofCaller();
    String[] names = lines(arguments[0]);
    Stopwatch watch = new Stopwatch();
    Stopwatch.Lap lap;
    if (arguments.length == 1) {
      watch.start();
      fromClassPath(names);
      lap = watch.stop();
    } else {
      ClassLoader loader = likeLambda(new File(arguments[1]));
      watch.start();
      fromOwnLoader(names, loader);
      lap = watch.stop();
    }
    long cpu = ThreadTimes.ofLauncher().cpuNanos() + ThreadTimes.ofCaller().cpuNanos();
    long allCpu = ThreadTimes.cpuNanosOfAll();

    long spawned = Long.getLong("thaw.spawned");
    double start = (reached - spawned - launcher.waitedNanos() - main.waitedNanos()) / 1e6;
    Told.figure("class_us", lap.millis() * 1000 / names.length);
    Told.figure("start_ms", start);
    Told.figure("total_ms", start + lap.millis());
    Told.figure("main_cpu_ms", cpu / 1e6);
    Told.figure("cpu_ms", allCpu / 1e6);
  }

  /** By the JVM's own loader, which finds in an archive all that it needs. */
  private static void fromClassPath(String[] names) throws ClassNotFoundException {
    for (int i = 0; i < names.length; i++) {
      Class.forName(names[i]);
    }
  }

  /** By another loader: it reads each class from its file, whatever an archive has of it. */
  private static void fromOwnLoader(String[] names, ClassLoader loader)
      throws ClassNotFoundException {
    for (int i = 0; i < names.length; i++) {
      Class.forName(names[i], true, loader);
    }
  }

  /** A folder, then the jars in its {@code lib}: the order of Lambda's runtime client. */
  private static ClassLoader likeLambda(File task) throws IOException {
    File[] jars = new File(task, "lib").listFiles();
    if (jars == null) {
      throw new IOException("no lib in " + task);
    }
    Arrays.sort(jars);
    URL[] urls = new URL[jars.length + 1];
    urls[0] = task.toURI().toURL();
    for (int i = 0; i < jars.length; i++) {
      urls[i + 1] = jars[i].toURI().toURL();
    }
    return new URLClassLoader(urls);
  }

  private static String[] lines(String file) throws IOException {
    try (FileInputStream stream = new FileInputStream(file)) {
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8).split("\n");
    }
  }
}
