package thaw.durable;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.fixture.SideBySide;

/** Executions survive kill -9 of the program that runs them. */
@SideBySide
class KilledProgramTest {
  private static final int ORDERS = 60;
  private static final int KILLS = 5;
  private static final int LONGEST_LIFE_MILLIS = 600;

  @TempDir Path folder;

  @Test
  void after_any_kill_each_execution_ends_with_the_history_of_an_undisturbed_run()
      throws Exception {
    List<String> undisturbed;
    try (Orders orders = new Orders(Optional.empty(), 1)) {
      undisturbed = orders.scripted().history(orders.run().getFirst());
    }
    Random random = new Random();
    boolean interrupted = false;
    for (int i = 0; i < KILLS; i++) {
      interrupted |= killed(random.nextInt(LONGEST_LIFE_MILLIS));
    }
    assertTrue(interrupted, "no kill came before the end");
    Set<ExecutionArn> different = new HashSet<>();
    try (Orders orders = new Orders(Optional.of(folder), ORDERS)) {
      for (ExecutionArn arn : orders.run()) {
        different.add(arn);
        assertEquals(undisturbed, orders.scripted().history(arn), arn::toString);
        assertEquals("paid!", orders.scripted().await(arn).result());
      }
      assertEquals(List.of(), orders.scripted().problems());
    }
    assertEquals(ORDERS, different.size());
  }

  /** Returns whether the program was killed before it had done all. */
  private boolean killed(int millis) throws Exception {
    Process process =
        new ProcessBuilder(
                ProcessHandle.current().info().command().orElseThrow(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                "-Dthaw.program=" + System.getProperty("thaw.program", ""),
                "-cp",
                System.getProperty("java.class.path"),
                Orders.class.getName(),
                folder.toString(),
                "" + ORDERS)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (BufferedReader out = process.inputReader()) {
      assertEquals("ready", out.readLine());
      boolean ended = process.waitFor(millis, TimeUnit.MILLISECONDS);
      process.destroyForcibly().waitFor();
      return !ended;
    }
  }
}
