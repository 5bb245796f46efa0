package thaw.lab.firstuse;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import thaw.lab.engine.JvmRun;
import thaw.lab.result.Case;
import thaw.lab.result.JdkFeature;
import thaw.lab.result.Measurements;
import thaw.lab.result.Quantity;
import thaw.lab.result.SampleFailure;
import thaw.sandbox.jdk.Jdk;

/**
 * The features that programs of {@code thaw.course.firstuse} use for the first time. A program
 * takes its steps one after the other in one JVM.
 */
enum FirstUses {
  ANONYMOUS_CLASS(
      Topic.LANGUAGE,
      FirstUseTraining.LANGUAGE,
      "anonymous-class",
      "anonymous class",
      "*first: first anonymous class | second: ... second one"),
  LAMBDA(
      Topic.LANGUAGE,
      FirstUseTraining.LANGUAGE,
      "lambda",
      "lambda",
      "*first: first lambda | same_shape: ... second, same shape | other_interface: ... of another interface | capturing: ... capturing"),
  METHOD_REFERENCE(
      Topic.LANGUAGE,
      FirstUseTraining.LANGUAGE,
      "method-reference",
      "method reference",
      "*first: first method reference | second: ... second one"),
  CONCATENATION(
      Topic.LANGUAGE,
      FirstUseTraining.LANGUAGE,
      "concatenation",
      "concatenation",
      "builder: + compiled inline, or StringBuilder | *first: first string by + | same_shape: ... second, same shape | new_shape: ... of a new shape"),
  FORMAT(
      Topic.LANGUAGE,
      FirstUseTraining.LANGUAGE,
      "format",
      "format",
      "builder: the same by a StringBuilder | *first: first String.format | second: ... second one"),
  STREAM(
      Topic.LANGUAGE,
      FirstUseTraining.LANGUAGE,
      "stream",
      "stream",
      "loop: the same by a loop | *first: first stream, two lambdas | second: ... second one, two others"),
  RECORD(
      Topic.LANGUAGE,
      FirstUseTraining.LANGUAGE,
      "record",
      "record",
      "switch_string: first switch on a string | switch_enum: first switch on an enum | *to_string: first toString of a record | equals: ... equals of it"),
  REFLECTION(
      Topic.LANGUAGE,
      FirstUseTraining.LANGUAGE,
      "reflection",
      "reflection",
      "direct: the same called directly | *first: first Method.invoke | more: ... 20 more"),
  NATIVE_REFLECTION(
      Topic.LANGUAGE,
      FirstUseTraining.LANGUAGE,
      "reflection",
      "reflection, native accessors",
      "*first: first invoke, native accessors | more: ... 20 more"),
  REGEX(
      Topic.JDK,
      FirstUseTraining.LANGUAGE,
      "regex",
      "regex",
      "index_of: the same by startsWith, indexOf | *first: first regex | second: ... second one"),
  URL_CONNECTION(
      Topic.JDK,
      FirstUseTraining.JDK,
      "url-connection",
      "HttpURLConnection",
      "*request: HttpURLConnection, first request | again: ... second one"),
  HTTP_CLIENT(
      Topic.JDK,
      FirstUseTraining.JDK,
      "http-client",
      "HttpClient",
      "build: first HttpClient built | request: ... its first request | again: ... second one | *together: HttpClient, built and first request"),
  TLS(
      Topic.JDK,
      FirstUseTraining.JDK,
      "tls",
      "TLS context",
      "*first: first SSLContext.getDefault | second: ... a second context"),
  RANDOM(
      Topic.JDK,
      FirstUseTraining.JDK,
      "random",
      "SecureRandom",
      "*first: first new SecureRandom, nextInt | second: ... second one"),
  STRONG_RANDOM(
      Topic.JDK,
      FirstUseTraining.JDK,
      "strong-random",
      "strong SecureRandom",
      "*first: first getInstanceStrong, nextInt | second: ... second one"),
  STANDARD_OUTPUT(
      Topic.LOGGERS,
      FirstUseTraining.JDK,
      "standard-output",
      "standard output",
      "*line: first System.err.println | again: ... second one"),
  JDK_LOGGING(
      Topic.LOGGERS,
      FirstUseTraining.JDK,
      "jdk-logging",
      "java.util.logging",
      "logger: first logger, java.util.logging | line: ... first line | again: ... second one | *together: java.util.logging, logger and first line"),
  SLF4J_SIMPLE(
      Topic.LOGGERS,
      FirstUseTraining.SLF4J_SIMPLE,
      "slf4j",
      "slf4j-simple",
      "logger: first logger, slf4j-simple | line: ... first line | again: ... second one | *together: slf4j-simple, logger and first line"),
  LOGBACK(
      Topic.LOGGERS,
      FirstUseTraining.LOGBACK,
      "slf4j",
      "Logback",
      "logger: first logger, Logback | line: ... first line | again: ... second one | *together: Logback, logger and first line"),
  LOG4J(
      Topic.LOGGERS,
      FirstUseTraining.LOG4J,
      "log4j",
      "Log4j 2",
      "logger: first logger, Log4j 2 | line: ... first line | again: ... second one | *together: Log4j 2, logger and first line");

  static final String ARCHIVE = "archive";
  static final String USE = "use";
  static final Quantity WAITED = new Quantity("waited_ms", "ms", "waiting for a CPU");

  private static final String SUM = "together_ms";
  private static final int SUMMED = 2;

  /** A table of its own. */
  enum Topic {
    LANGUAGE("language"),
    JDK("library of the JDK"),
    LOGGERS("loggers");

    private final String words;

    Topic(String words) {
      this.words = words;
    }

    String words() {
      return words;
    }
  }

  private final Topic topic;
  private final FirstUseTraining training;
  private final String program;
  private final String words;
  private final String main;
  private final List<Quantity> steps;

  /**
   * @param steps {@code key: words} of each, in their order; the one with a star stands for all of
   *     them. The step {@code together} is the sum of the first two, the time until the feature has
   *     had an effect.
   */
  FirstUses(Topic topic, FirstUseTraining training, String program, String words, String steps) {
    this.topic = topic;
    this.training = training;
    this.program = program;
    this.words = words;
    this.steps = new ArrayList<>();
    String chosen = "";
    for (String step : steps.split(" \\| ")) {
      String key = step.substring(0, step.indexOf(':'));
      String name = key.startsWith("*") ? key.substring(1) : key;
      chosen = key.startsWith("*") ? name : chosen;
      this.steps.add(new Quantity(name + "_ms", "ms", step.substring(key.length() + 2)));
    }
    this.main = chosen;
  }

  Topic topic() {
    return topic;
  }

  FirstUseTraining training() {
    return training;
  }

  /** The first argument of the program. */
  String program() {
    return program;
  }

  /** Returns the value of the factor that tells this use from others. */
  String words() {
    return words;
  }

  List<Quantity> steps() {
    return List.copyOf(steps);
  }

  Quantity step(String name) {
    String key = name + "_ms";
    return steps.stream()
        .filter(step -> step.key().equals(key))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(name));
  }

  boolean isKnownTo(Jdk jdk) {
    return this != NATIVE_REFLECTION || JdkFeature.callsByMethodHandles(jdk.label());
  }

  /** Returns the figures that one JVM printed, with their sum where the use has one. */
  Map<Quantity, Double> values(JvmRun run) throws SampleFailure {
    Map<Quantity, Double> values = new LinkedHashMap<>();
    double sum = 0;
    int summed = 0;
    for (Quantity step : steps) {
      if (step.key().equals(SUM)) {
        values.put(step, sum);
      } else {
        for (double millis : run.values(step).values()) {
          values.put(step, millis);
          sum += summed++ < SUMMED ? millis : 0;
        }
      }
    }
    values.putAll(run.values(WAITED));
    return values;
  }

  /** The case of it. */
  Case on(String jdk, String archive) {
    return Case.of(Case.JDK, jdk, ARCHIVE, archive, USE, words);
  }

  /** The step that stands for all of them in a chart. */
  Quantity main() {
    return step(main);
  }

  /** Returns the JVM options that the use needs besides those of its libraries. */
  List<String> options() {
    return this == NATIVE_REFLECTION
        ? List.of("-Djdk.reflect.useNativeAccessorOnly=true")
        : List.of();
  }

  boolean asksServer() {
    return this == HTTP_CLIENT || this == URL_CONNECTION;
  }

  /** Returns the archives that a JDK was measured with. */
  static List<String> archives(Measurements samples, String jdk) {
    return samples.of(Case.of(Case.JDK, jdk)).values(ARCHIVE);
  }
}
