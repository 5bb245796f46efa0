package thaw.platform;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.environment.launch.EnvironmentSpec;
import thaw.fixture.RealRuntime;
import thaw.fixture.SideBySide;
import thaw.fixture.Sources;
import thaw.function.FunctionDefinition;
import thaw.function.FunctionDefinitionBuilder;
import thaw.platform.record.PlatformLimits;
import thaw.pool.RequestOutcome;
import thaw.runtimeapi.Invocation;
import thaw.runtimeapi.InvocationOutcome;

/** Process tests: functions that would take the machine, and the platform that goes on. */
@SideBySide
class FaultyFunctionTest {
  private static final String HANDLERS =
      """
      package faulty;
      import java.io.*;
      import java.nio.*;
      import java.nio.file.*;
      import java.util.*;
      public class Handlers {
        public static String fine() { return "fine"; }

        public static String loop() { while (true) { Thread.onSpinWait(); } }

        public static String bomb() throws Exception {
          new ProcessBuilder("sh", "-c", "bomb() { bomb & bomb; }; bomb").start();
          Thread.sleep(60_000);
          return "";
        }

        public static String threads() {
          List<Thread> all = new ArrayList<>();
          try {
            while (all.size() < 5000) {
              Thread thread = new Thread(null, () -> {
                try { Thread.sleep(60_000); } catch (InterruptedException e) { }
              }, "many", 64 * 1024);
              thread.setDaemon(true);
              thread.start();
              all.add(thread);
            }
            return "no limit";
          } catch (OutOfMemoryError e) {
            return all.size() > 500 && all.size() <= 1024 ? "limited" : "at " + all.size();
          } finally {
            all.forEach(Thread::interrupt);
          }
        }

        public static String hog() {
          List<ByteBuffer> all = new ArrayList<>();
          while (true) {
            ByteBuffer buffer = ByteBuffer.allocateDirect(1 << 20);
            for (int i = 0; i < buffer.capacity(); i += 4096) { buffer.put(i, (byte) 1); }
            all.add(buffer);
          }
        }

        public static String chatter() {
          PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out));
          byte[] line = ("x".repeat(999) + "\\n").getBytes();
          for (int i = 0; i < 50_000; i++) { out.write(line, 0, line.length); }
          return "printed";
        }

        public static String endlessLine() {
          PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out));
          byte[] part = "y".repeat(1000).getBytes();
          for (int i = 0; i < 10_000; i++) { out.write(part, 0, part.length); }
          return "printed";
        }

        /** The head of a log frame of 2 GiB. */
        public static String falseFrame() {
          PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out));
          byte[] head = ByteBuffer.allocate(16).putInt(0xa55a0003).putInt(Integer.MAX_VALUE).array();
          out.write(head, 0, head.length);
          out.println();
          out.println("behind the frame");
          return "printed";
        }

        public static String deleteTmp() throws Exception {
          new ProcessBuilder("sh", "-c", "rm -rf /tmp/* /tmp/.[!.]*; rmdir /tmp").start().waitFor();
          Files.writeString(Path.of("/tmp/new"), "new");
          return Files.readString(Path.of("/tmp/new"));
        }

        /** Fills it, is killed for it, and finds it full. */
        public static String fillTmp() throws Exception {
          Path file = Path.of("/tmp/most");
          if (Files.exists(file)) {
            long mib = Files.size(file) >> 20;
            Files.delete(file);
            return (mib >= 512 && mib < 530) + "";
          }
          byte[] piece = new byte[1 << 20];
          try (OutputStream out = Files.newOutputStream(file)) {
            for (int i = 0; i < 2000; i++) { out.write(piece); }
          } catch (IOException e) {
            System.out.println(e.getMessage());
            Runtime.getRuntime().halt(9);
          }
          return "no limit";
        }
      }
      """;

  @TempDir static Path folder;
  private static RealRuntime real;
  private static Path task;

  private final List<String> log = Collections.synchronizedList(new ArrayList<>());
  private final AtomicLong logged = new AtomicLong();
  private final List<RuntimeException> problems = Collections.synchronizedList(new ArrayList<>());
  private Platform platform;

  @BeforeAll
  static void functions() throws Exception {
    task = Sources.compile(folder.resolve("task"), HANDLERS);
    real = RealRuntime.open(folder);
  }

  @AfterAll
  static void nothing_is_left() {
    real.close();
  }

  @AfterEach
  void end() {
    platform.close();
    assertEquals(List.of(), problems);
  }

  private void open(String handler, int memoryMiB, int timeoutSeconds, String... options) {
    Map<String, EnvironmentSpec> specs =
        Map.of(
            "faulty",
            real.spec(task, "faulty.Handlers::" + handler, memoryMiB, timeoutSeconds, options),
            "fine",
            real.spec(task, "faulty.Handlers::fine", 1769, 20));
    platform =
        new Platform(
            real.instance(),
            specs.entrySet().stream()
                .map(entry -> named(entry.getKey(), entry.getValue().function()))
                .toList(),
            new PlatformLimits(200, Duration.ofDays(1)),
            definition -> specs.get(definition.name()),
            seen -> seen.text().ifPresent(this::keep),
            problems::add,
            System::nanoTime);
  }

  private static FunctionDefinition named(String name, FunctionDefinition pattern) {
    return FunctionDefinitionBuilder.builder()
        .logicalId(name)
        .name(name)
        .code(pattern.code())
        .handler(pattern.handler())
        .runtime(pattern.runtime())
        .memory(pattern.memory())
        .timeout(pattern.timeout())
        .build();
  }

  private void keep(String line) {
    logged.addAndGet(line.length() + 1L);
    log.add(line.length() > 1000 ? line.substring(0, 1000) : line);
  }

  private InvocationOutcome invoke(String function) throws InterruptedException {
    RequestOutcome outcome = platform.invoke(function, Invocation.of(new byte[] {'1'}), true);
    return assertInstanceOf(RequestOutcome.Completed.class, outcome).outcome();
  }

  private void assertAnswer(String expected, String function) throws InterruptedException {
    InvocationOutcome outcome = invoke(function);
    assertEquals("\"" + expected + "\"", new String(outcome.payload(), StandardCharsets.UTF_8));
  }

  private void assertFailure(String message) throws InterruptedException {
    InvocationOutcome.Failure failure =
        assertInstanceOf(InvocationOutcome.Failure.class, invoke("faulty"));
    assertTrue(failure.message().contains(message), failure.message());
    assertAnswer("fine", "fine");
  }

  @Test
  void an_endless_loop_is_killed_by_its_timeout_while_others_go_on() throws Exception {
    open("loop", 1769, 1);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<InvocationOutcome> looping = threads.submit(() -> invoke("faulty"));
      assertAnswer("fine", "fine");
      assertInstanceOf(InvocationOutcome.Failure.class, looping.get());
    }
    assertFailure("Task timed out after 1.00 seconds");
  }

  @Test
  void a_fork_bomb_is_killed_by_its_timeout_while_others_go_on() throws Exception {
    assumeTrue(real.instance().host().processLimit().available(), "no process limit");
    open("bomb", 512, 3);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<InvocationOutcome> bomb = threads.submit(() -> invoke("faulty"));
      assertAnswer("fine", "fine");
      assertInstanceOf(InvocationOutcome.Failure.class, bomb.get());
    }
    assertAnswer("fine", "fine");
  }

  @Test
  void a_function_has_at_most_1024_threads() throws Exception {
    assumeTrue(real.instance().host().processLimit().available(), "no process limit");
    open("threads", 1769, 20);
    assertAnswer("limited", "faulty");
    assertAnswer("fine", "fine");
  }

  @Test
  void a_memory_hog_is_killed_while_others_go_on() throws Exception {
    assumeTrue(real.instance().host().memoryLimit().available(), "no memory limit");
    open("hog", 128, 20, "-XX:MaxDirectMemorySize=4g");
    assertFailure("Runtime exited with error: signal: killed");
  }

  @Test
  void an_output_of_50_mb_is_in_the_log_whole() throws Exception {
    open("chatter", 1769, 30);
    assertAnswer("printed", "faulty");
    assertEquals(50_000, log.stream().filter(line -> line.startsWith("xxx")).count());
    assertAnswer("fine", "fine");
  }

  @Test
  void a_line_without_end_is_cut_and_nothing_of_it_lost() throws Exception {
    open("endlessLine", 1769, 30);
    assertAnswer("printed", "faulty");
    assertEquals(39, log.stream().filter(line -> line.startsWith("yyy")).count(), "of 256 KiB");
    assertTrue(logged.get() >= 10_000_000, "characters: " + logged);
    assertAnswer("fine", "fine");
  }

  @Test
  void what_looks_like_a_huge_log_frame_hides_nothing() throws Exception {
    open("falseFrame", 1769, 30);
    assertAnswer("printed", "faulty");
    assertTrue(log.contains("behind the frame"), log.toString());
  }

  @Test
  void a_function_that_deletes_tmp_harms_itself_only() throws Exception {
    assumeTrue(real.instance().host().hasMountNamespaces(), "functions share the host's /tmp");
    open("deleteTmp", 1769, 20);
    assertAnswer("new", "faulty");
    assertAnswer("new", "faulty");
    assertAnswer("fine", "fine");
  }

  /** With less memory than /tmp: what is written there is not the function's memory. */
  @Test
  void tmp_has_its_size_and_its_content_survives_a_crash_but_not_the_environment()
      throws Exception {
    assumeTrue(real.instance().host().limitsDisk(), "no size limit of /tmp");
    open("fillTmp", 400, 60);
    assertFailure("exit status 9");
    assertTrue(log.contains("No space left on device"), log.toString());
    assertAnswer("true", "faulty");
    platform.close();
    open("fillTmp", 400, 60);
    assertFailure("exit status 9");
  }
}
