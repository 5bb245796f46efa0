package thaw.snapshot;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import thaw.fixture.Signals;
import thaw.sandbox.kernel.Tool;

/** Empty namespaces for CRIU to work in; all that is in them ends with {@link #close}. */
public final class CriuBox implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final Process process;
  private final List<String> enter;

  private CriuBox(Process process, List<String> enter) {
    this.process = process;
    this.enter = enter;
  }

  public static CriuBox open(boolean unprivileged, Path folder) throws Exception {
    Path mark = folder.resolve("box-is-ready");
    Files.deleteIfExists(mark);
    List<String> command = new ArrayList<>(List.of("unshare"));
    if (unprivileged) {
      command.addAll(List.of("--user", "--map-root-user"));
    }
    command.addAll(List.of("--mount", "--pid", "--fork", "--kill-child", "--net", "--mount-proc"));
    String init = "mount -t tmpfs tmpfs /run && echo > '" + mark + "' && exec sleep infinity";
    command.addAll(List.of("--propagation", "private", "sh", "-c", init));
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    await(mark);
    long pid = process.children().findFirst().orElseThrow().pid();
    List<String> enter = new ArrayList<>(List.of("nsenter", "-t", Long.toString(pid)));
    if (unprivileged) {
      enter.addAll(List.of("--user", "--preserve-credentials"));
    }
    enter.addAll(List.of("--pid", "--mount", "--net"));
    CriuBox box = new CriuBox(process, enter);
    box.run(java(RaisedLoopback.class));
    return box;
  }

  /** What a command line in the box begins with. */
  public List<String> enter() {
    return enter;
  }

  /** Runs it to its end, which must be a success. */
  public void run(List<String> command) {
    List<String> all = new ArrayList<>(enter);
    all.addAll(List.of("env", "XDG_RUNTIME_DIR=/run"));
    all.addAll(command);
    Tool tool = Tool.run(all, PATIENCE);
    assertEquals(0, tool.exitCode(), all + "\n" + tool.output());
  }

  /** Starts the program of the self-test and waits until it holds its sockets. */
  public long startProgram(Path folder) throws Exception {
    List<String> program = new ArrayList<>(java(SelfTestProgram.class));
    program.add(".");
    return start(folder, program);
  }

  /** Starts it in the folder and waits until it has written its pid to the file {@code ready}. */
  public long start(Path folder, List<String> program) throws Exception {
    List<String> script = new ArrayList<>(List.of("sh", "-c"));
    script.add(
        "echo 298 > /proc/sys/kernel/ns_last_pid; cd \"$0\";"
            + " exec setsid --fork \"$@\" < /dev/null > out 2>&1");
    script.add(folder.toString());
    script.addAll(program);
    run(script);
    await(folder.resolve(SelfTestProgram.READY));
    return Long.parseLong(Files.readString(folder.resolve(SelfTestProgram.READY)).strip());
  }

  private static List<String> java(Class<?> program) {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin/java").toString(),
        "-XX:-UsePerfData",
        "-XX:+UseSerialGC",
        "-Xmx32m",
        "--enable-native-access=ALL-UNNAMED",
        "-cp",
        Stream.of(
                "target/classes",
                "target/test-classes",
                "../function/target/classes",
                "../base/target/classes")
            .map(each -> Path.of(each).toAbsolutePath().normalize().toString())
            .collect(Collectors.joining(":")),
        program.getName());
  }

  public static void await(Path file) throws InterruptedException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!Files.exists(file)) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError("not within " + PATIENCE + ": " + file);
      }
      TimeUnit.MILLISECONDS.sleep(5);
    }
  }

  public static Map<String, String> environment() {
    return Map.of("PATH", System.getenv("PATH"), "XDG_RUNTIME_DIR", "/run");
  }

  @Override
  public void close() throws IOException {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
    Signals.awaitEnd(process);
  }
}
