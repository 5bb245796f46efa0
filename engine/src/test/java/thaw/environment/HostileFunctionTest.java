package thaw.environment;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import thaw.environment.launch.EnvironmentSpec;
import thaw.fixture.RealRuntime;
import thaw.fixture.SideBySide;
import thaw.fixture.Sources;
import thaw.runtimeapi.Invocation;
import thaw.sandbox.Guarded;
import thaw.sandbox.SandboxHost;

/**
 * One function tries what it can against another one, the host and this program. Each attempt must
 * fail, and the test sees how: a tool that is missing is no refusal.
 */
@Tag("linux")
@ParameterizedClass
@EnumSource(names = {"AS_PROBED", "USER_NAMESPACE_WITHOUT_CGROUPS"})
@SideBySide
class HostileFunctionTest {
  private static final String HANDLERS =
      """
      package hostile;
      import java.io.*;
      import java.net.*;
      import java.nio.file.*;
      import java.util.*;
      public class Handlers {
        static final String SECRET = System.getenv("DB_PASSWORD");

        /** What it is told, and where it runs. */
        public static String victim(String event) throws Exception {
          Files.write(Paths.get("/tmp/victim-secret"), SECRET.getBytes());
          return event;
        }

        /** Runs a command of a shell: its exit code, and what it says. */
        public static Map<String, String> attack(List<String> attempts) throws Exception {
          Map<String, String> found = new LinkedHashMap<>();
          for (String attempt : attempts) {
            Process process =
                new ProcessBuilder("/bin/bash", "-c", attempt).redirectErrorStream(true).start();
            process.getOutputStream().close();
            ByteArrayOutputStream said = new ByteArrayOutputStream();
            byte[] piece = new byte[4096];
            for (int n = process.getInputStream().read(piece);
                n >= 0 && said.size() < 20000;
                n = process.getInputStream().read(piece)) {
              said.write(piece, 0, n);
            }
            found.put(attempt, process.waitFor() + " " + said.toString("UTF-8").trim());
          }
          return found;
        }

        /** What answers at its own Runtime API's port, asked from any address of loopback. */
        public static String steal(String times) throws Exception {
          int seen = 0;
          for (int i = 1; i <= Integer.parseInt(times); i++) {
            try (Socket socket = new Socket()) {
              socket.bind(new InetSocketAddress("127.0.0." + i, 0));
              socket.connect(new InetSocketAddress("127.0.0." + (1 + i % 254), 9001), 2000);
              seen++;
            } catch (IOException e) {
              // refused
            }
          }
          return "" + seen;
        }
      }
      """;

  private static final String SECRET = "the-victims-password";
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir static Path folder;
  private static Path task;

  private final RealRuntime real;

  HostileFunctionTest(Guarded guarded) throws IOException {
    assumeTrue(Guarded.permitted().contains(guarded), "this host permits no user namespaces");
    this.real =
        RealRuntime.open(
            Files.createTempDirectory(folder, "real"), guarded.of(SandboxHost.probe()));
    assumeTrue(real.instance().host().hasMountNamespaces(), "this host permits no namespaces");
  }

  @BeforeAll
  static void functions() throws Exception {
    task = Sources.compile(folder.resolve("task"), HANDLERS);
  }

  @AfterEach
  void close() {
    real.close();
  }

  private Environment prepared(String method, Map<String, String> variables) {
    EnvironmentSpec spec = real.spec(task, "hostile.Handlers::" + method, 1769, 60);
    return Environment.prepareWithLog(
        real.instance(),
        EnvironmentSpec.latest(
            spec.function(),
            spec.code(),
            spec.layers(),
            spec.program(),
            variables,
            List.of(),
            spec.region()),
        _ -> {});
  }

  private static String answer(Environment environment, String event) throws InterruptedException {
    InvocationResult result = environment.invoke(Invocation.of(event.getBytes(UTF_8)));
    return new String(result.outcome().payload(), UTF_8);
  }

  private Map<String, String> attack(List<String> attempts) throws Exception {
    Map<String, String> found = new LinkedHashMap<>();
    try (Environment attacker = prepared("attack", Map.of())) {
      attacker.initialise();
      String said = answer(attacker, JSON.writeValueAsString(attempts));
      JsonNode answers = JSON.readTree(said);
      assertTrue(answers.isObject() && answers.size() == attempts.size(), said);
      answers.properties().forEach(each -> found.put(each.getKey(), each.getValue().asText()));
    }
    return found;
  }

  @Test
  void it_finds_nothing_of_another_function() throws Exception {
    try (Environment victim = prepared("victim", Map.of("DB_PASSWORD", SECRET))) {
      victim.initialise();
      assertEquals("\"a\"", answer(victim, "\"a\""));
      Map<String, String> found =
          attack(
              List.of(
                  "cat /proc/[0-9]*/environ | tr '\\0' '\\n'",
                  "cat /proc/[0-9]*/root/tmp/victim-secret",
                  "ls /tmp /proc/*/root/tmp",
                  "ls /proc | grep -c '^[0-9]'",
                  "cat /proc/net/unix | grep -c @; ls -A /dev/shm /dev/mqueue 2>&1; ipcs -m | grep -c 0x",
                  "for i in $(seq 2 400); do kill -0 $i 2>/dev/null && echo $i; done"));
      found.forEach((attempt, said) -> assertFalse(said.contains(SECRET), attempt + ": " + said));
      // The first process of the sandbox, the JVM, the shell and what it runs.
      int processes = Integer.parseInt(found.get("ls /proc | grep -c '^[0-9]'").split(" ")[1]);
      assertTrue(processes <= 6, "sees " + processes + " processes");
      assertEquals("\"b\"", answer(victim, "\"b\""));
    }
  }

  @Test
  void it_can_change_neither_mounts_nor_namespaces_nor_the_kernel() throws Exception {
    List<String> attempts =
        List.of(
            "mount -o remount,bind,rw /var/task",
            "mount -t tmpfs tmpfs /tmp",
            "umount -l /tmp",
            "umount /proc/keys",
            "unshare --user --map-root-user true",
            "unshare --mount true",
            "nsenter --target 1 --mount true",
            "/usr/sbin/chroot / true",
            "hostname evil",
            "date -s 2001-01-01",
            "touch /var/task/x",
            "touch /var/lang/x",
            "touch /var/runtime/x",
            "touch /usr/x",
            "touch /etc/x",
            "touch /x",
            "touch /run/x",
            "touch /dev/x",
            "touch /dev/shm/x",
            "mknod /tmp/disk b 8 0",
            "kill -9 1 && sleep 0.2 && kill -0 1 && exit 1",
            "echo 1 > /proc/sys/kernel/ns_last_pid",
            "echo b > /proc/sysrq-trigger && false",
            "echo max > /sys/fs/cgroup/memory.max",
            "echo -1 > /sys/fs/cgroup/memory/memory.limit_in_bytes");
    Map<String, String> found = attack(attempts);
    found.forEach((attempt, said) -> {
      assertFalse(said.startsWith("0 "), attempt + " was not refused: " + said);
      assertFalse(said.contains("command not found"), attempt + " was not tried: " + said);
    });
    assertTrue(Files.exists(task), "the code is there");
    assertFalse(Files.exists(task.resolve("x")));
  }

  @Test
  void it_has_no_capability_and_gets_none() throws Exception {
    String status =
        attack(List.of("grep -E '^(Cap|NoNewPrivs|Seccomp:)' /proc/self/status"))
            .values()
            .iterator()
            .next();
    assertEquals(
        List.of(
            "CapInh:0000000000000000",
            "CapPrm:0000000000000000",
            "CapEff:0000000000000000",
            "CapBnd:0000000000000000",
            "CapAmb:0000000000000000",
            "NoNewPrivs:1",
            "Seccomp:2"),
        status.substring(2).lines().map(line -> line.replaceAll("\\s", "")).toList());
  }

  @Test
  void it_reads_no_file_of_the_hosts_users() throws Exception {
    Path secret = Files.writeString(folder.resolve("world-readable"), SECRET);
    Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-r--r--"));
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    Map<String, String> found =
        attack(
            List.of(
                "cat " + secret,
                "cat ~/.ssh/* /root/.bashrc /home/*/.bashrc",
                "cat /etc/shadow",
                "ls /home /root /var/lib /run /srv /mnt /media /boot",
                "find / -xdev -name 'world-readable' 2>/dev/null; false"));
    found.forEach((attempt, said) -> {
      assertFalse(said.contains(SECRET), attempt + ": " + said);
      assertFalse(said.startsWith("0 "), attempt + " was not refused: " + said);
    });
  }

  @Test
  void it_reaches_nothing_that_listens_on_the_host_unless_its_variables_name_it() throws Exception {
    AtomicInteger connections = new AtomicInteger();
    try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      Thread.ofVirtual().start(() -> count(server, connections));
      int port = server.getLocalPort();
      List<String> attempts = new ArrayList<>();
      for (String address : List.of("127.0.0.1", "127.0.0.2", "169.254.169.254", "10.1.2.3")) {
        attempts.add("exec 5<>/dev/tcp/" + address + "/" + port + " && head -c 5 <&5");
      }
      attempts.add("exec 5<>/dev/tcp/169.254.169.254/80 && head -c 5 <&5 | grep .");
      attempts.add("ip link add thaw0 type dummy");
      attack(attempts)
          .forEach((attempt, said) ->
              assertFalse(said.startsWith("0 "), attempt + " was not refused: " + said));
      assertEquals(0, connections.get());
      try (Environment told =
          prepared("attack", Map.of("DATABASE_URL", "jdbc:x://127.0.0.1:" + port + "/db"))) {
        told.initialise();
        String said = answer(told, JSON.writeValueAsString(List.of(attempts.getFirst())));
        assertTrue(said.contains("0 hello"), said);
      }
      assertEquals(1, connections.get());
    }
  }

  private static void count(ServerSocket server, AtomicInteger connections) {
    while (!server.isClosed()) {
      try (Socket client = server.accept()) {
        connections.incrementAndGet();
        client.getOutputStream().write("hello".getBytes(UTF_8));
      } catch (IOException e) {
        // closed
      }
    }
  }

  /** Whatever address it takes: where a network is its own, so is what listens in it. */
  @Test
  void it_gets_no_events_of_another_function() throws Exception {
    try (Environment victim = prepared("victim", Map.of("DB_PASSWORD", SECRET));
        Environment attacker = prepared("steal", Map.of())) {
      victim.initialise();
      attacker.initialise();
      answer(attacker, "\"254\"");
      for (int i = 0; i < 20; i++) {
        assertEquals("\"event " + i + "\"", answer(victim, "\"event " + i + "\""));
      }
    }
  }

  @Test
  void what_it_leaves_behind_ends_with_it() throws Exception {
    List<Path> places = List.of(Path.of("/dev/shm"), Path.of("/run/lock"), Path.of("/var/tmp"));
    List<String> before = listed(places);
    Map<String, String> found =
        attack(
            List.of(
                "for d in $(find / -xdev -type d -writable 2>/dev/null); do echo x > $d/left-by-a-function; done; true",
                "ipcmk -M 4096 -p 0666; ipcmk -Q; ipcmk -S 1",
                "setsid sleep 1000 > /dev/null 2>&1 & disown; true"));
    assertTrue(
        found.values().stream().anyMatch(said -> said.contains("Shared memory id")), "" + found);
    assertEquals(before, listed(places));
    assertFalse(Files.readString(Path.of("/proc/sysvipc/shm")).lines().count() > 1, "SysV memory");
  }

  private static List<String> listed(List<Path> places) throws IOException {
    List<String> all = new ArrayList<>();
    for (Path place : places) {
      String[] names = place.toFile().list();
      all.addAll(names == null ? List.of() : List.of(names));
    }
    return all.stream().sorted().toList();
  }
}
