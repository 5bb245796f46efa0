package thaw.lab.firstuse;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import thaw.lab.engine.JvmRun;
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
      "first",
      step("first", "first anonymous class"),
      step("second", "... second one")),
  LAMBDA(
      Topic.LANGUAGE,
      FirstUseTraining.LANGUAGE,
      "lambda",
      "lambda",
      "first",
      step("first", "first lambda"),
      step("same_shape", "... second, same shape"),
      step("other_interface", "... of another interface"),
      step("capturing", "... capturing")),
  METHOD_REFERENCE(
      Topic.LANGUAGE,
      FirstUseTraining.LANGUAGE,
      "method-reference",
      "method reference",
      "first",
      step("first", "first method reference"),
      step("second", "... second one")),
  CONCATENATION(
      Topic.LANGUAGE,
      FirstUseTraining.LANGUAGE,
      "concatenation",
      "concatenation",
      "first",
      step("builder", "+ compiled inline, or StringBuilder"),
      step("first", "first string by +"),
      step("same_shape", "... second, same shape"),
      step("new_shape", "... of a new shape")),
  FORMAT(
      Topic.LANGUAGE,
      FirstUseTraining.LANGUAGE,
      "format",
      "format",
      "first",
      step("builder", "the same by a StringBuilder"),
      step("first", "first String.format"),
      step("second", "... second one")),
  STREAM(
      Topic.LANGUAGE,
      FirstUseTraining.LANGUAGE,
      "stream",
      "stream",
      "first",
      step("loop", "the same by a loop"),
      step("first", "first stream, two lambdas"),
      step("second", "... second one, two others")),
  RECORD(
      Topic.LANGUAGE,
      FirstUseTraining.LANGUAGE,
      "record",
      "record",
      "to_string",
      step("switch_string", "first switch on a string"),
      step("switch_enum", "first switch on an enum"),
      step("to_string", "first toString of a record"),
      step("equals", "... equals of it")),
  REFLECTION(
      Topic.LANGUAGE,
      FirstUseTraining.LANGUAGE,
      "reflection",
      "reflection",
      "first",
      step("direct", "the same called directly"),
      step("first", "first Method.invoke"),
      step("more", "... 20 more")),
  NATIVE_REFLECTION(
      Topic.LANGUAGE,
      FirstUseTraining.LANGUAGE,
      "reflection",
      "reflection, native accessors",
      "first",
      step("first", "first invoke, native accessors"),
      step("more", "... 20 more")),
  REGEX(
      Topic.JDK,
      FirstUseTraining.LANGUAGE,
      "regex",
      "regex",
      "first",
      step("index_of", "the same by startsWith, indexOf"),
      step("first", "first regex"),
      step("second", "... second one")),
  URL_CONNECTION(
      Topic.JDK,
      FirstUseTraining.JDK,
      "url-connection",
      "HttpURLConnection",
      "request",
      step("request", "HttpURLConnection, first request"),
      step("again", "... second one")),
  HTTP_CLIENT(
      Topic.JDK,
      FirstUseTraining.JDK,
      "http-client",
      "HttpClient",
      "together",
      step("build", "first HttpClient built"),
      step("request", "... its first request"),
      step("again", "... second one"),
      sum("HttpClient, built and first request")),
  TLS(
      Topic.JDK,
      FirstUseTraining.JDK,
      "tls",
      "TLS context",
      "first",
      step("first", "first SSLContext.getDefault"),
      step("second", "... a second context")),
  RANDOM(
      Topic.JDK,
      FirstUseTraining.JDK,
      "random",
      "SecureRandom",
      "first",
      step("first", "first new SecureRandom, nextInt"),
      step("second", "... second one")),
  STRONG_RANDOM(
      Topic.JDK,
      FirstUseTraining.JDK,
      "strong-random",
      "strong SecureRandom",
      "first",
      step("first", "first getInstanceStrong, nextInt"),
      step("second", "... second one")),
  STANDARD_OUTPUT(
      Topic.LOGGERS,
      FirstUseTraining.JDK,
      "standard-output",
      "standard output",
      "line",
      step("line", "first System.err.println"),
      step("again", "... second one")),
  JDK_LOGGING(
      Topic.LOGGERS,
      FirstUseTraining.JDK,
      "jdk-logging",
      "java.util.logging",
      "together",
      step("logger", "first logger, java.util.logging"),
      step("line", "... first line"),
      step("again", "... second one"),
      sum("java.util.logging, logger and first line")),
  SLF4J_SIMPLE(
      Topic.LOGGERS,
      FirstUseTraining.SLF4J_SIMPLE,
      "slf4j",
      "slf4j-simple",
      "together",
      step("logger", "first logger, slf4j-simple"),
      step("line", "... first line"),
      step("again", "... second one"),
      sum("slf4j-simple, logger and first line")),
  LOGBACK(
      Topic.LOGGERS,
      FirstUseTraining.LOGBACK,
      "slf4j",
      "Logback",
      "together",
      step("logger", "first logger, Logback"),
      step("line", "... first line"),
      step("again", "... second one"),
      sum("Logback, logger and first line")),
  LOG4J(
      Topic.LOGGERS,
      FirstUseTraining.LOG4J,
      "log4j",
      "Log4j 2",
      "together",
      step("logger", "first logger, Log4j 2"),
      step("line", "... first line"),
      step("again", "... second one"),
      sum("Log4j 2, logger and first line"));

  private static final String SUM = "together_ms";
  private static final int SUMMED = 2;
  private static final int FIRST_WITH_METHOD_HANDLES_BELOW = 18;

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

  FirstUses(
      Topic topic,
      FirstUseTraining training,
      String program,
      String words,
      String main,
      Quantity... steps) {
    this.topic = topic;
    this.training = training;
    this.program = program;
    this.words = words;
    this.main = main;
    this.steps = List.of(steps);
  }

  private static Quantity step(String name, String words) {
    return new Quantity(name + "_ms", "ms", words);
  }

  /**
   * Returns the sum of the first two steps, which is the time until the feature has had an effect.
   */
  private static Quantity sum(String words) {
    return new Quantity(SUM, "ms", words);
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
    return steps;
  }

  Quantity step(String name) {
    String key = name + "_ms";
    return steps.stream()
        .filter(step -> step.key().equals(key))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(name));
  }

  boolean isKnownTo(Jdk jdk) {
    return this != NATIVE_REFLECTION || jdk.feature() >= FIRST_WITH_METHOD_HANDLES_BELOW;
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
    values.putAll(run.values(FirstUseFactors.WAITED));
    return values;
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

  static FirstUses of(String words) {
    for (FirstUses use : values()) {
      if (use.words.equals(words)) {
        return use;
      }
    }
    throw new IllegalArgumentException("no first use: " + words);
  }
}
