package thaw.sandbox;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.util.stream.Collectors;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TagFilter;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Runs the linux tests inside the guest of {@code .ci/cgroup-v2-guest}, one line a test. */
final class GuestTests implements TestExecutionListener {
  private int passed;
  private int failed;
  private int skipped;

  private GuestTests() {}

  /**
   * @param arguments a name for the lines; tests that start JVMs run only when it is "root", as
   *     each takes seconds under emulation
   */
  public static void main(String[] arguments) {
    String name = arguments[0];
    SandboxHost host = SandboxHost.probe();
    System.out.println("GUEST " + name + ": cgroup " + host.cgroupLayout());
    host.missingGuarantees()
        .forEach(missing -> System.out.println("GUEST " + name + ": " + missing));
    LauncherDiscoveryRequestBuilder request =
        LauncherDiscoveryRequestBuilder.request()
            .selectors(selectClass(SandboxTest.class), selectClass(InstanceTest.class));
    if (!name.equals("root")) {
      request.filters(TagFilter.excludeTags("jvm"));
    }
    GuestTests tests = new GuestTests();
    LauncherDiscoveryRequest built = request.build();
    LauncherFactory.create().execute(built, tests);
    boolean complete =
        host.limitsCpu() && host.memoryLimit().available() && host.cgroupLayout().equals("v2");
    System.out.printf(
        "GUEST %s: %d passed, %d failed, %d skipped%n",
        name, tests.passed, tests.failed + (complete ? 0 : 1), tests.skipped);
    System.exit(tests.failed == 0 && complete ? 0 : 1);
  }

  @Override
  public void executionFinished(TestIdentifier test, TestExecutionResult result) {
    boolean wrong = result.getStatus() == TestExecutionResult.Status.FAILED;
    if (!test.isTest() && !wrong) {
      return;
    }
    switch (result.getStatus()) {
      case SUCCESSFUL -> passed++;
      case ABORTED -> skipped++;
      case FAILED -> failed++;
    }
    String reason = result.getThrowable().map(problem -> " " + problem.getMessage()).orElse("");
    System.out.println(result.getStatus() + " " + path(test) + reason);
    if (wrong) {
      result.getThrowable().ifPresent(problem -> problem.printStackTrace(System.out));
    }
  }

  /** For example {@code SandboxTest #1 the_cpu_quota_holds}. */
  private static String path(TestIdentifier test) {
    return test.getUniqueIdObject().getSegments().stream()
        .skip(1)
        .map(segment ->
            segment.getValue().replaceFirst(".*[.](?=\\w)", "").replaceFirst("[(].*", ""))
        .collect(Collectors.joining(" "));
  }
}
