package thaw.sandbox;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import thaw.sandbox.kernel.Deadline;
import thaw.sandbox.kernel.KernelFile;

/**
 * A program that holds an instance with one running box of two processes and one parked box until
 * somebody ends it. It prints the pid of its janitor when all is in place.
 */
final class HeldInstance {
  private HeldInstance() {}

  /**
   * @param arguments base folder, name of a {@link Guarded}, argument of the processes in the box,
   *     file that the parked box would make if it were ever started
   */
  public static void main(String[] arguments) throws IOException {
    SandboxHost host = Guarded.valueOf(arguments[1]).of(SandboxHost.probe());
    Instance instance = Instance.open(host, Path.of(arguments[0]));
    String sleep = "sleep " + arguments[2];
    Sandbox running =
        instance.prepare(
            "running", spec(sleep + " & setsid " + sleep + " & (setsid " + sleep + " &); wait"));
    running.start();
    SandboxProcess launched =
        running.launch(
            new Program(
                Map.of("PATH", "/usr/bin:/bin"),
                List.of("/bin/sh", "-c", sleep + " & wait"),
                Path.of("/")));
    launched.start();
    Sandbox parked = instance.prepare("parked", spec("echo x > " + arguments[3]));
    Deadline.await(
        Duration.ofSeconds(30),
        "four processes",
        () -> Processes.sleeping(arguments[2]).size() == 4);
    long janitor =
        ProcessHandle.current()
            .children()
            .map(ProcessHandle::pid)
            .filter(HeldInstance::isJanitor)
            .findFirst()
            .orElseThrow();
    System.out.println(janitor);
    System.in.read();
  }

  private static boolean isJanitor(long pid) {
    try {
      return KernelFile.read(Path.of("/proc/" + pid + "/cmdline")).contains("janitor");
    } catch (IOException e) {
      return false; // it has ended
    }
  }

  private static SandboxSpec spec(String script) {
    return new SandboxSpec(
        Map.of("PATH", "/usr/bin:/bin"),
        List.of("/bin/sh", "-c", script),
        Path.of("/"),
        List.of(),
        CpuLimit.whole(1),
        64 * 1024 * 1024);
  }
}
