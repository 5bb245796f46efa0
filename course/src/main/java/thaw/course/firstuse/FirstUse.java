package thaw.course.firstuse;

import org.jspecify.annotations.Nullable;
import thaw.course.Stopwatch;
import thaw.course.Told;

/** Uses features for the first time in this JVM, and tells how long each took. */
public final class FirstUse {
  @SuppressWarnings("UnusedVariable") // is written to
  private static volatile @Nullable Object sink;

  private FirstUse() {}

  /**
   * Tells figures.
   *
   * @param arguments what is used, and for clients of HTTP where their server is; or {@code train}
   *     and all that a class archive is to know
   */
  public static void main(String[] arguments) throws Exception {
    if (arguments[0].equals("train")) {
      for (int i = 1; i < arguments.length; i++) {
        train(arguments[i]);
      }
    } else {
      measure(uses(arguments));
    }
  }

  /** Keeps what was made from being optimised away. */
  static void keep(@Nullable Object made) {
    sink = made;
  }

  @SuppressWarnings("UnnecessaryStringBuilder") // what links nothing cannot warm what comes after
  private static void measure(Uses uses) throws Exception {
    String[] steps = uses.steps();
    Stopwatch.Lap[] laps = new Stopwatch.Lap[steps.length];
    Stopwatch watch = new Stopwatch();
    for (int i = 0; i < steps.length; i++) {
      watch.start();
      uses.use(i);
      laps[i] = watch.stop();
    }
    double waited = 0;
    for (int i = 0; i < steps.length; i++) {
      Told.figure(new StringBuilder().append(steps[i]).append("_ms").toString(), laps[i].millis());
      waited += laps[i].waitedMillis();
    }
    Told.figure("waited_ms", waited);
  }

  private static void train(String use) throws Exception {
    if (use.equals("retry")) {
      RetryTest.main(new String[] {"naive", "5", "20"});
      RetryTest.main(new String[] {"planned", "5", "20"});
    } else if (use.equals("http-client") || use.equals("url-connection")) {
      try (LocalServer server = new LocalServer()) {
        measure(uses(use, server.address()));
      }
    } else {
      measure(uses(use));
    }
  }

  private static Uses uses(String... arguments) throws Exception {
    return switch (arguments[0]) {
      case "anonymous-class" -> new AnonymousClasses();
      case "lambda" -> new Lambdas();
      case "method-reference" -> new MethodReferences();
      case "concatenation" -> new Concatenation("Rex", 4);
      case "format" -> new Formatting("Rex", 4);
      case "stream" -> new Streams();
      case "record" -> new Records();
      case "reflection" -> new Reflection();
      case "regex" -> new Regexes();
      case "http-client" -> new HttpClients(arguments[1]);
      case "url-connection" -> new UrlConnections(arguments[1]);
      case "tls" -> new TlsContexts();
      case "random" -> new RandomNumbers();
      case "strong-random" -> new StrongRandomNumbers();
      case "standard-output" -> new StandardOutput();
      case "jdk-logging" -> new JdkLogging();
      case "slf4j" -> new Slf4jLogging();
      case "log4j" -> new Log4jLogging();
      default -> throw new IllegalArgumentException(arguments[0]);
    };
  }
}
