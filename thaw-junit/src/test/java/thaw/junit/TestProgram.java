package thaw.junit;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import org.junit.platform.launcher.Launcher;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/** Runs a test class in a JVM of its own, with whatever JUnit is on its class path. */
final class TestProgram {
  private TestProgram() {}

  public static void main(String[] arguments) throws ClassNotFoundException {
    SummaryGeneratingListener listener = new SummaryGeneratingListener();
    Launcher launcher = LauncherFactory.create();
    launcher.execute(
        LauncherDiscoveryRequestBuilder.request()
            .selectors(selectClass(Class.forName(arguments[0])))
            .build(),
        listener);
    TestExecutionSummary summary = listener.getSummary();
    summary.getFailures().forEach(failure -> failure.getException().printStackTrace(System.out));
    System.out.println(
        summary.getTestsSucceededCount() + " of " + summary.getTestsFoundCount() + " succeeded");
    System.exit(summary.getTestsFailedCount() == 0 ? 0 : 1);
  }
}
