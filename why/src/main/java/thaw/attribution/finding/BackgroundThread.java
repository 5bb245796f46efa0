package thaw.attribution.finding;

import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import thaw.attribution.Finding;
import thaw.attribution.Gain;
import thaw.attribution.PhaseName;
import thaw.attribution.evidence.AnalysisContext;
import thaw.attribution.evidence.CallSite;
import thaw.attribution.evidence.Cost;
import thaw.attribution.evidence.Evidence;

/**
 * Threads that the function's own code starts in init. Lambda freezes all threads after each
 * response: what they do happens late, or while an event is served, out of its quota.
 */
final class BackgroundThread implements Check {
  /** Threads of the JVM, the JDK, the runtime client and the SDK, by the begin of their names. */
  private static final List<String> KNOWN =
      List.of(
          "Reference Handl",
          "Finalizer",
          "Signal Dispatch",
          "Common-Cleaner",
          "Attach Listener",
          "C1 Compiler",
          "C2 Compiler",
          "Service Thread",
          "Monitor Deflati",
          "Notification Th",
          "Sweeper thread",
          "VM Thread",
          "VM Periodic",
          "GC Thread",
          "G1 ",
          "Lambda Runtime",
          "Keep-Alive-Time",
          "idle-connection",
          "sdk-",
          "aws-java-sdk",
          "AwsEventLoop",
          "java-sdk-http",
          "ForkJoinPool.co",
          "process reaper",
          "HttpClient-",
          "HikariPool-",
          "AsyncProfiler",
          "JFR ");

  /** The main thread, and the launcher's, by their whole names. */
  private static final Set<String> MAIN = Set.of("main", "java");

  private static final Set<String> EXECUTORS =
      Set.of(
          "java.util.concurrent.ThreadPoolExecutor",
          "java.util.concurrent.ScheduledThreadPoolExecutor",
          "java.util.concurrent.ForkJoinPool",
          "java.util.Timer",
          "java.lang.Thread");

  @Override
  public List<Finding> findings(AnalysisContext examined) {
    List<CallSite> sites =
        examined.sites(
            ((Predicate<CallSite>) examined.reach()::inInit).and(site -> starts(examined, site)));
    List<Evidence.LivingThread> alive =
        examined.evidence().threads().stream()
            .filter(thread -> !MAIN.contains(thread.name()))
            .filter(thread -> KNOWN.stream().noneMatch(thread.name()::startsWith))
            .toList();
    if (sites.isEmpty() || alive.isEmpty()) {
      return List.of();
    }
    double cpu = alive.stream().mapToDouble(Evidence.LivingThread::cpuMillis).sum();
    double stretched = cpu * examined.profile().stretch(PhaseName.FIRST_INVOCATION);
    return List.of(
        Check.finding(
            "background-thread",
            "a thread that init starts is frozen after each response",
            "alive at the end of init: %s, with %s of CPU, which the first invocation would do in %s"
                .formatted(
                    String.join(
                        ", ", alive.stream().map(Evidence.LivingThread::name).sorted().toList()),
                    Cost.millis(cpu),
                    Cost.millis(stretched)),
            examined.code().place(sites.getFirst()),
            new Gain(0, stretched, "if the first request has to do the thread's work itself"),
            "do the work in the invocation that needs it, when it is due: if (now.isAfter(next)) {"
                + " refresh(); }; what must run after the response belongs into an extension"));
  }

  @Override
  public boolean isMistakeAnyway() {
    return true; // whatever it costs, it does not run when it thinks
  }

  private static boolean starts(AnalysisContext examined, CallSite site) {
    return switch (site.kind()) {
      case NEW ->
          EXECUTORS.contains(site.owner())
              || examined.code().supertypes(site.owner()).stream().anyMatch(EXECUTORS::contains);
      case STATIC_CALL, CALL ->
          switch (site.owner()) {
            case "java.util.concurrent.Executors" -> site.name().startsWith("new");
            case "java.lang.Thread" -> site.name().equals("startVirtualThread");
            default ->
                site.owner().startsWith("java.lang.Thread$Builder") && site.name().equals("start");
          };
      case STATIC_FIELD, LAMBDA, CONCATENATION -> false;
    };
  }
}
