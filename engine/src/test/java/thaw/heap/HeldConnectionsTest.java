package thaw.heap;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.fixture.Sources;

/** The heap is this JVM's own, with classes that are named as a function's and a pool's. */
class HeldConnectionsTest {
  private static final String TOKEN =
      "clinic.abc.us-east-1.rds.amazonaws.com:5432/?DBUser=vet&Action=connect&X-Amz-Algorithm=A"
          + "&X-Amz-Date=20260801T120000Z&X-Amz-Expires=899&X-Amz-Signature=0";

  private static final String[] CODE = {
    """
    package com.example;
    public class Handler {
      public static com.zaxxer.hikari.HikariDataSource data;
      public static java.nio.channels.SocketChannel channel;
      public static String token;
      public static java.util.List<Object> driver = new java.util.ArrayList<>();
    }
    """,
    """
    package com.zaxxer.hikari;
    public class HikariConfig { public String password; }
    """,
    """
    package com.zaxxer.hikari;
    public class HikariDataSource extends HikariConfig { public com.zaxxer.hikari.pool.HikariPool pool; }
    """,
    """
    package com.zaxxer.hikari.pool;
    public class HikariPool {
      public String poolName = "HikariPool-1";
      public com.zaxxer.hikari.HikariConfig config;
      public java.util.List<PoolEntry> bag = new java.util.ArrayList<>();
    }
    """,
    """
    package com.zaxxer.hikari.pool;
    public class PoolEntry { public java.net.Socket connection; public HikariPool hikariPool; }
    """
  };

  @TempDir private Path folder;

  private static void set(Object of, String field, Object value) throws Exception {
    (of instanceof Class<?> type ? type : of.getClass()).getField(field).set(of, value);
  }

  private HeldConnections held(List<String> given) throws Exception {
    Path dump = Files.createTempDirectory(folder, "dump").resolve("heap.hprof");
    ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
        .dumpHeap(dump.toString(), true);
    return CloneFacts.read(dump, new FunctionCode(folder.resolve("code"), given)).held();
  }

  @Test
  @SuppressWarnings("unchecked")
  void connections_have_their_pool_with_its_field_and_secrets_theirs() throws Exception {
    Path code = folder.resolve("code");
    Sources.compile(code, CODE);
    try (URLClassLoader loader = new URLClassLoader(new URL[] {code.toUri().toURL()}, null);
        ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        Socket socket = new Socket("localhost", server.getLocalPort());
        SocketChannel channel = SocketChannel.open(server.getLocalSocketAddress())) {
      Class<?> handler = loader.loadClass("com.example.Handler");
      Object data = made(loader, "com.zaxxer.hikari.HikariDataSource");
      Object pool = made(loader, "com.zaxxer.hikari.pool.HikariPool");
      Object entry = made(loader, "com.zaxxer.hikari.pool.PoolEntry");
      set(data, "password", new String("never said"));
      set(data, "pool", pool);
      set(pool, "config", data);
      set(entry, "hikariPool", pool);
      set(entry, "connection", socket);
      ((List<Object>) pool.getClass().getField("bag").get(pool)).add(entry);
      set(handler, "data", data);
      set(handler, "channel", channel);
      set(handler, "token", TOKEN);
      ((List<Object>) handler.getField("driver").get(null)).add(socket); // a shorter way to it

      HeldConnections held = held(List.of());
      int port = server.getLocalPort();
      assertEquals(
          Optional.of(
              new HeldConnection(
                  "HikariCP",
                  "HikariPool-1",
                  "com.example.Handler.data",
                  true,
                  false,
                  "localhost",
                  port,
                  socket.getLocalPort())),
          of(held, socket.getLocalPort()));
      assertEquals(
          Optional.of("in com.example.Handler.channel"),
          of(held, ((java.net.InetSocketAddress) channel.getLocalAddress()).getPort())
              .map(HeldConnection::owner));
      HeldLogin token =
          new HeldLogin(
              HeldLogin.Kind.TOKEN,
              "com.example.Handler.token",
              "clinic.abc.us-east-1.rds.amazonaws.com",
              "20260801T120000Z",
              899);
      HeldLogin password =
          new HeldLogin(
              HeldLogin.Kind.PASSWORD, "com.example.Handler.data", "HikariDataSource", "", 0);
      assertEquals(List.of(password, token), sorted(held));
      assertEquals(
          List.of(token), sorted(held(List.of("jdbc:postgresql://x/y?password=never said"))));
    }
  }

  private static Object made(ClassLoader loader, String type) throws Exception {
    return loader.loadClass(type).getConstructor().newInstance();
  }

  private static Optional<HeldConnection> of(HeldConnections held, int localPort) {
    return held.connections().stream()
        .filter(each -> each.localPort() == localPort && each.port() != localPort)
        .filter(each -> !each.place().isEmpty())
        .findFirst();
  }

  private static List<HeldLogin> sorted(HeldConnections held) {
    return held.logins().stream().sorted(java.util.Comparator.comparing(HeldLogin::place)).toList();
  }
}
