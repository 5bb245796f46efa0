package thaw.sandbox;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import thaw.files.Trees;
import thaw.fixture.SideBySide;
import thaw.sandbox.kernel.Deadline;

/** Real processes in isolated sandboxes. */
@Tag("linux")
@SideBySide
class IsolatedSandboxTest {
  private static final long MIB = 1024 * 1024;
  private static final SandboxHost HOST = SandboxHost.probe();

  private static final Path IMAGES = Path.of("/var/images");

  private Path base;
  private Path images;
  private Instance instance;
  private final List<IsolatedSandbox> sandboxes = new ArrayList<>();

  @BeforeEach
  void open() throws IOException {
    assumeTrue(HOST.canIsolate(), "this host cannot isolate sandboxes");
    base = Files.createTempDirectory("thaw-isolated-test");
    Files.setPosixFilePermissions(base, PosixFilePermissions.fromString("rwx--x--x"));
    instance = Instance.open(HOST, base);
    images = Files.createTempDirectory("thaw-isolated-test-images");
  }

  @AfterEach
  void nothing_is_left() throws IOException {
    if (base == null) {
      return;
    }
    sandboxes.forEach(IsolatedSandbox::close);
    instance.close();
    Trees.delete(images);
    try (Stream<Path> left = Files.list(base)) {
      assertEquals(List.of(), left.toList());
    }
    Files.delete(base);
  }

  private IsolatedSandbox sandbox() {
    return sandbox(Map.of(), Set.of());
  }

  private IsolatedSandbox sandbox(Map<Integer, Integer> ways, Set<Integer> ports) {
    return sandbox(ways, ports, Set.of());
  }

  private IsolatedSandbox sandbox(
      Map<Integer, Integer> ways, Set<Integer> ports, Set<String> near) {
    Bind room = instance.room(Path.of("/tmp"), 512);
    SandboxSpec spec =
        new SandboxSpec(
            Map.of(),
            List.of(),
            Path.of("/"),
            List.of(room, new Bind(images, IMAGES, true)),
            CpuLimit.whole(2),
            256 * MIB);
    SandboxNetwork network =
        new SandboxNetwork("tested", Set.of(9001), ways, ports, near, Set.of());
    IsolatedSandbox sandbox = instance.prepareIsolated("isolated", spec.withNetwork(network));
    sandboxes.add(sandbox);
    return sandbox;
  }

  private static Program shell(String script) {
    return new Program(
        Map.of("PATH", "/usr/bin:/bin"), List.of("/bin/sh", "-c", script), Path.of("/"));
  }

  private static int exitCode(IsolatedSandbox sandbox) throws Exception {
    return sandbox.exit().get(20, TimeUnit.SECONDS);
  }

  @Test
  void a_program_has_a_pid_of_its_own_and_its_output_and_end_are_seen() throws Exception {
    IsolatedSandbox sandbox = sandbox();
    sandbox.park(shell("echo $$; id -u; exit 7"));
    assertFalse(sandbox.isStarted());
    sandbox.start();
    assertEquals(7, exitCode(sandbox));
    assertFalse(sandbox.isAlive());
    String user = HOST.dropsPrivileges() ? "993" : "0";
    assertEquals("300\n" + user + "\n", new String(sandbox.output().drain(), UTF_8));
  }

  @Test
  void a_killed_program_ends_as_by_a_signal() throws Exception {
    IsolatedSandbox sandbox = sandbox();
    sandbox.park(shell("sleep 1000"));
    sandbox.start();
    assertTrue(sandbox.isAlive());
    sandbox.killProgram();
    assertEquals(137, exitCode(sandbox));
  }

  @Test
  void output_of_any_size_does_not_stop_the_program() throws Exception {
    IsolatedSandbox sandbox = sandbox();
    sandbox.park(shell("head -c 5000000 /dev/zero; echo end"));
    sandbox.start();
    assertEquals(0, exitCode(sandbox));
    assertEquals(5_000_004, sandbox.output().drain().length);
  }

  @Test
  void each_isolated_sandbox_has_every_port_for_itself() throws Exception {
    for (int i = 0; i < 2; i++) {
      IsolatedSandbox sandbox = sandbox();
      try (ServerSocket listener = sandbox.loopback().listener(9001)) {
        sandbox.park(
            new Program(
                Map.of(),
                List.of(
                    "/bin/bash",
                    "-c",
                    "exec 5<>/dev/tcp/127.0.0.1/9001; read line <&5; echo $line"),
                Path.of("/")));
        sandbox.start();
        try (Socket socket = listener.accept()) {
          socket.getOutputStream().write(("hello " + i + "\n").getBytes(UTF_8));
        }
        assertEquals(0, exitCode(sandbox));
        assertEquals("hello " + i + "\n", new String(sandbox.output().drain(), UTF_8));
      }
    }
  }

  @Test
  void a_tool_is_run_inside_as_root() {
    IsolatedSandbox sandbox = sandbox();
    assertEquals("exit status 3 0", sandbox.run(List.of("sh", "-c", "id -u; exit 3")).orElse(""));
    assertTrue(sandbox.run(List.of("true")).isEmpty());
  }

  private static String greeting(IsolatedSandbox sandbox, String address, int port) {
    return sandbox
        .run(
            List.of(
                "/bin/bash",
                "-c",
                "exec 5<>/dev/tcp/%s/%d && read line <&5 && echo $line && exit 1"
                    .formatted(address, port)))
        .orElse("");
  }

  private static void greet(ServerSocket listener) {
    Thread.ofVirtual()
        .start(() -> {
          while (!listener.isClosed()) {
            try (Socket socket = listener.accept()) {
              socket.getOutputStream().write("hello from outside\n".getBytes(UTF_8));
            } catch (IOException e) {
              return;
            }
          }
        });
  }

  @Test
  void what_listens_on_the_host_is_reached_at_its_own_address_where_the_port_is_named()
      throws Exception {
    try (ServerSocket named = new ServerSocket(0, 8, InetAddress.getByName("127.0.0.1"));
        ServerSocket other = new ServerSocket(0, 8, InetAddress.getByName("127.0.0.1"))) {
      greet(named);
      greet(other);
      IsolatedSandbox sandbox = sandbox(Map.of(), Set.of(named.getLocalPort()));
      assertEquals(
          "exit status 1 hello from outside", greeting(sandbox, "127.0.0.1", named.getLocalPort()));
      String refusal = greeting(sandbox, "127.0.0.1", other.getLocalPort());
      assertTrue(refusal.contains("Connection refused"), refusal);
    }
  }

  @Test
  void the_whole_host_is_reached_only_when_that_is_wished() throws Exception {
    instance.egress().reachWholeHost();
    try (ServerSocket early = new ServerSocket(0, 8, InetAddress.getByName("127.0.0.1"))) {
      greet(early);
      IsolatedSandbox sandbox = sandbox();
      assertEquals(
          "exit status 1 hello from outside", greeting(sandbox, "127.0.0.1", early.getLocalPort()));

      int port;
      try (ServerSocket late = new ServerSocket(0, 8, InetAddress.getByName("127.0.0.1"))) {
        greet(late);
        port = late.getLocalPort();
        Deadline.await(
            Duration.ofSeconds(10),
            "one that comes later is reached",
            () -> greeting(sandbox, "127.0.0.1", port).endsWith("hello from outside"));
      }
      Deadline.await(
          Duration.ofSeconds(10),
          "one that is gone refuses",
          () -> greeting(sandbox, "127.0.0.1", port).contains("Connection refused"));
    }
  }

  @Test
  void other_addresses_of_the_host_are_reached_as_well() throws Exception {
    InetAddress other = otherAddress();
    try (ServerSocket listener = new ServerSocket(0, 8, other)) {
      greet(listener);
      assertEquals(
          "exit status 1 hello from outside",
          greeting(
              sandbox(Map.of(), Set.of(listener.getLocalPort())),
              other.getHostAddress(),
              listener.getLocalPort()));
    }
  }

  private static InetAddress otherAddress() throws IOException {
    InetAddress other =
        NetworkInterface.networkInterfaces()
            .flatMap(NetworkInterface::inetAddresses)
            .filter(address -> address instanceof Inet4Address && !address.isLoopbackAddress())
            .findFirst()
            .orElse(null);
    assumeTrue(other != null, "this host has loopback only");
    return other;
  }

  @Test
  void neither_link_local_addresses_nor_the_hosts_own_http_servers_are_reached() throws Exception {
    IsolatedSandbox sandbox = sandbox();
    for (String address : List.of("169.254.169.254", "127.0.0.1", "127.0.0.53")) {
      String answer = greeting(sandbox, address, 80);
      assertTrue(answer.contains("exit status 1") && !answer.contains("hello"), answer);
    }
  }

  @Test
  void a_detour_leads_elsewhere() throws Exception {
    try (ServerSocket ours = new ServerSocket(0, 8, InetAddress.getByName("127.0.0.1"));
        ServerSocket theirs = new ServerSocket(0, 8, InetAddress.getByName("127.0.0.1"))) {
      greet(theirs);
      instance.egress().detour(ours.getLocalPort(), theirs.getLocalPort());
      int port = ours.getLocalPort();
      assertEquals(
          "exit status 1 hello from outside",
          greeting(sandbox(Map.of(), Set.of(port)), "127.0.0.1", port));
    }
  }

  @Test
  void a_sandbox_that_reaches_only_some_ports_is_refused_all_else_at_once_and_its_names_are_told()
      throws Exception {
    InetAddress loopback = InetAddress.getByName("127.0.0.1");
    List<String> asked = Collections.synchronizedList(new ArrayList<>());
    instance.egress().tell(List.of("amazonaws.com"), (_, name) -> asked.add(name));
    try (ServerSocket service = new ServerSocket(0, 8, loopback);
        ServerSocket other = new ServerSocket(0, 8, loopback)) {
      greet(service);
      greet(other);
      instance.egress().reachOnly(Set.of(service.getLocalPort()));
      IsolatedSandbox sandbox =
          sandbox(Map.of(), Set.of(service.getLocalPort(), other.getLocalPort(), 5432));
      assertEquals(
          "exit status 1 hello from outside",
          greeting(sandbox, "127.0.0.1", service.getLocalPort()));
      String refusal = greeting(sandbox, "127.0.0.1", other.getLocalPort());
      assertTrue(refusal.contains("Connection refused"), refusal);
      for (int port : List.of(53, 80, 443, 5432)) { // 192.0.2.1 is of nobody (RFC 5737)
        refusal = greeting(sandbox, "192.0.2.1", port);
        assertTrue(refusal.matches("(?s).*(refused|reset).*"), port + ": " + refusal);
      }
      assumeTrue(Files.isExecutable(Path.of("/usr/bin/getent")), "there is no getent");
      String unknown =
          sandbox.run(List.of("/usr/bin/getent", "hosts", "api.example.com")).orElse("");
      assertTrue(unknown.startsWith("exit status 2"), unknown);
      assumeTrue(
          Files.exists(Path.of("/etc/resolv.conf"))
              && Files.readString(Path.of("/etc/resolv.conf")).contains("nameserver "),
          "this host asks no name server");
      Deadline.await(Duration.ofSeconds(10), "it is told", () -> asked.contains("api.example.com"));
    }
  }

  @Test
  void a_front_of_another_program_is_not_reached_at_the_port_of_an_own_one() throws Exception {
    try (ServerSocket own = new ServerSocket(0, 8, InetAddress.getByName("127.0.84.61"));
        ServerSocket others =
            new ServerSocket(own.getLocalPort(), 8, InetAddress.getByName("127.0.84.62"))) {
      greet(own);
      greet(others);
      instance.egress().reachNear(own.getLocalPort());
      IsolatedSandbox sandbox = sandbox(Map.of(), Set.of(), Set.of("127.0.84.61"));
      assertEquals(
          "exit status 1 hello from outside", greeting(sandbox, "127.0.84.61", own.getLocalPort()));
      String refusal = greeting(sandbox, "127.0.84.62", own.getLocalPort());
      assertTrue(refusal.matches("(?s).*(refused|reset).*"), refusal);
    }
  }

  @Test
  void ways_lead_connections_and_datagrams_to_any_address_to_a_port_outside() throws Exception {
    InetAddress loopback = InetAddress.getByName("127.0.0.1");
    try (ServerSocket listener = new ServerSocket(0, 8, loopback);
        DatagramSocket datagrams =
            new DatagramSocket(new InetSocketAddress(loopback, listener.getLocalPort()))) {
      greet(listener);
      IsolatedSandbox sandbox = sandbox(Map.of(2000, listener.getLocalPort()), Set.of());
      assertEquals("exit status 1 hello from outside", greeting(sandbox, "169.254.100.1", 2000));
      datagrams.setSoTimeout(10_000);
      for (String text : List.of("one", "two")) {
        sandbox.run(List.of("/bin/bash", "-c", "echo " + text + " > /dev/udp/169.254.100.1/2000"));
        DatagramPacket packet = new DatagramPacket(new byte[100], 100);
        datagrams.receive(packet);
        assertEquals(text + "\n", new String(packet.getData(), 0, packet.getLength(), UTF_8));
      }
    }
  }
}
