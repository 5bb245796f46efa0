package thaw.attribution.finding;

import java.util.Arrays;
import java.util.function.Predicate;
import thaw.attribution.evidence.AnalysisContext;
import thaw.attribution.evidence.Code;

/**
 * The frameworks that call own code where the handler is not own code, each with a way to have it
 * call that code early.
 */
enum Framework {
  SPRING(
      "org.springframework.",
      """
      @org.springframework.stereotype.Component
      class Priming implements org.springframework.boot.ApplicationRunner {
        @Override public void run(org.springframework.boot.ApplicationArguments arguments) {
          try {
            %s
          } catch (Exception e) {
            // its answer does not matter
          }
        }
      }
      """),
  MICRONAUT(
      "io.micronaut.",
      """
      @jakarta.inject.Singleton
      class Priming {
        @io.micronaut.runtime.event.annotation.EventListener
        void started(io.micronaut.context.event.StartupEvent event) {
          try {
            %s
          } catch (Exception e) {
            // its answer does not matter
          }
        }
      }
      """),
  QUARKUS(
      "io.quarkus.",
      """
      @jakarta.enterprise.context.ApplicationScoped
      class Priming {
        void started(@jakarta.enterprise.event.Observes io.quarkus.runtime.StartupEvent event) {
          try {
            %s
          } catch (Exception e) {
            // its answer does not matter
          }
        }
      }
      """),
  OTHER(
      "",
      """
      try {
        %s
      } catch (Exception e) {
        // its answer does not matter
      }
      """);

  private final Predicate<String> classes;
  private final String code;

  Framework(String classes, String code) {
    this.classes = Code.of(classes);
    this.code = code;
  }

  static Framework of(AnalysisContext examined) {
    return Arrays.stream(values())
        .filter(framework -> examined.loads(framework.classes) > 0)
        .findFirst()
        .orElse(OTHER);
  }

  /**
   * @param place of own code that the first invocation reaches; may be empty
   */
  String remedy(String place) {
    String call =
        place.isEmpty()
            ? "// the calls that a request leads to"
            : "// what " + place + " calls, with data that changes nothing";
    return "have the container make the same calls once when it starts (prime), before the first"
        + " request\n"
        + code.formatted(call);
  }
}
