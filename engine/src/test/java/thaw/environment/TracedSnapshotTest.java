package thaw.environment;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.environment.launch.EnvironmentSpec;
import thaw.environment.launch.TraceReceivers;
import thaw.fixture.InstalledCriu;
import thaw.fixture.RealRuntime;
import thaw.fixture.SideBySide;
import thaw.fixture.Sources;
import thaw.runtimeapi.InitOutcome;
import thaw.runtimeapi.Invocation;
import thaw.runtimeapi.InvocationOutcome;
import thaw.runtimeapi.log.PlatformEvent;
import thaw.snapshot.CriuCommand;
import thaw.snapshot.SnapshotStore;
import thaw.snapstart.FunctionArchives;
import thaw.snapstart.Snapshots;

/** Clones reach the receivers of traces, whatever ports these have in the run that restores. */
@Tag("linux")
@SideBySide
class TracedSnapshotTest {
  /** As the X-Ray SDK has it: the address is read once and the socket opened, before the dump. */
  private static final String SOURCE =
      """
      package com.example;
      import java.net.*;
      import java.util.Map;
      public class Emitting {
        static final String[] DAEMON = System.getenv("AWS_XRAY_DAEMON_ADDRESS").split(":");
        static final DatagramSocket SOCKET;
        static {
          try {
            SOCKET = new DatagramSocket();
          } catch (SocketException e) {
            throw new ExceptionInInitializerError(e);
          }
        }
        public String handle(Map<String, Object> event) throws Exception {
          byte[] text = ("datagram " + event.get("n")).getBytes();
          SOCKET.send(
              new DatagramPacket(
                  text,
                  text.length,
                  new InetSocketAddress(DAEMON[0], Integer.parseInt(DAEMON[1]))));
          try (Socket tcp = new Socket(DAEMON[0], Integer.parseInt(DAEMON[1]))) {
            return new String(tcp.getInputStream().readAllBytes());
          }
        }
      }
      """;

  @TempDir Path folder;
  private RealRuntime runtime;
  private CriuCommand criu;
  private final List<String> log = Collections.synchronizedList(new ArrayList<>());

  @BeforeEach
  void open() throws IOException {
    criu = InstalledCriu.required(false);
    runtime = RealRuntime.openIsolated(folder);
  }

  @AfterEach
  void close() {
    if (runtime != null) {
      runtime.close();
    }
  }

  @Test
  void datagrams_and_connections_of_clones_reach_receivers_of_any_port() throws Exception {
    Path task = Sources.compile(folder.resolve("task"), SOURCE);
    EnvironmentSpec version =
        runtime.spec(task, "com.example.Emitting::handle", 512, 30).withVersion("1");
    for (String run : List.of("first", "second")) {
      InetAddress loopback = InetAddress.getByName("127.0.0.1");
      try (ServerSocket tcp = new ServerSocket(0, 8, loopback);
          DatagramSocket udp =
              new DatagramSocket(new InetSocketAddress(loopback, tcp.getLocalPort()))) {
        greet(tcp, run);
        TraceReceivers receivers = new TraceReceivers(tcp.getLocalPort(), 1);
        EnvironmentSpec published =
            new Snapshots(
                    runtime.instance(),
                    Optional.of(criu),
                    new SnapshotStore(folder.resolve("store")),
                    new FunctionArchives(
                        runtime.instance(), new SnapshotStore(folder.resolve("archives"))),
                    _ -> {})
                .published(version.withTraces(Optional.of(receivers)), "stream", this::log);
        try (Environment clone =
            Environment.prepare(runtime.instance(), published, "stream", this::log)) {
          InitOutcome outcome = clone.initialise();
          assertInstanceOf(InitOutcome.Ready.class, outcome, outcome + " " + log);
          InvocationResult answer =
              clone.invoke(Invocation.of(("{\"n\": \"" + run + "\"}").getBytes(UTF_8)));
          InvocationOutcome.Success success =
              assertInstanceOf(
                  InvocationOutcome.Success.class, answer.outcome(), answer + " " + log);
          assertEquals("\"hello " + run + "\"", new String(success.payload(), UTF_8));
        }
        udp.setSoTimeout(10_000);
        DatagramPacket packet = new DatagramPacket(new byte[100], 100);
        udp.receive(packet);
        assertEquals("datagram " + run, new String(packet.getData(), 0, packet.getLength(), UTF_8));
      }
    }
    try (Stream<Path> kept = Files.list(folder.resolve("store"))) {
      assertEquals(1, kept.count(), "the snapshot is good for other ports");
    }
  }

  private void log(PlatformEvent.Stamped event) {
    event.text().ifPresent(log::add);
  }

  private static void greet(ServerSocket listener, String name) {
    Thread.ofVirtual()
        .start(() -> {
          while (!listener.isClosed()) {
            try (Socket socket = listener.accept()) {
              socket.getOutputStream().write(("hello " + name).getBytes(UTF_8));
            } catch (IOException e) {
              return;
            }
          }
        });
  }
}
