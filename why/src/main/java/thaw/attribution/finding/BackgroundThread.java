package thaw.attribution.finding;

import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import thaw.attribution.Finding;
import thaw.attribution.evidence.AnalysisContext;
import thaw.attribution.evidence.CallSite;

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
    LivingThreads alive =
        LivingThreads.of(
            examined, name -> !MAIN.contains(name) && KNOWN.stream().noneMatch(name::startsWith));
    if (sites.isEmpty() || alive.isEmpty()) {
      return List.of();
    }
    return List.of(
        Check.finding(
            "background-thread",
            "a thread that init starts is frozen after each response",
            alive.text(),
            examined.code().place(sites.getFirst()),
            alive.gain("if the first request has to do the thread's work itself"),
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
