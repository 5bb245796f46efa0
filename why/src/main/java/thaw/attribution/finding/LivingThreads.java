package thaw.attribution.finding;

import java.util.List;
import java.util.function.Predicate;
import thaw.attribution.Gain;
import thaw.attribution.PhaseName;
import thaw.attribution.evidence.AnalysisContext;
import thaw.attribution.evidence.Cost;
import thaw.attribution.evidence.Evidence;

/**
 * Threads that are alive at the end of init.
 *
 * @param millis that the first invocation would take for their work
 */
record LivingThreads(List<Evidence.LivingThread> threads, double millis) {
  static LivingThreads of(AnalysisContext examined, Predicate<String> isNamed) {
    List<Evidence.LivingThread> threads =
        examined.evidence().threads().stream()
            .filter(thread -> isNamed.test(thread.name()))
            .toList();
    return new LivingThreads(
        threads, cpuMillis(threads) * examined.profile().stretch(PhaseName.FIRST_INVOCATION));
  }

  private static double cpuMillis(List<Evidence.LivingThread> threads) {
    return threads.stream().mapToDouble(Evidence.LivingThread::cpuMillis).sum();
  }

  boolean isEmpty() {
    return threads.isEmpty();
  }

  String text() {
    return "alive at the end of init: %s, with %s of CPU, which the first invocation would do in %s"
        .formatted(
            String.join(", ", threads.stream().map(Evidence.LivingThread::name).sorted().toList()),
            Cost.millis(cpuMillis(threads)),
            Cost.millis(millis));
  }

  Gain gain(String lowIf) {
    return new Gain(0, millis, lowIf);
  }
}
