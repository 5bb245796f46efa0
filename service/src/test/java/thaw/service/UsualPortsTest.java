package thaw.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import thaw.service.process.LocalService;

/** Unit tests: which ports a project's services get. */
class UsualPortsTest {
  private final UsualPorts ports = new UsualPorts(Optional.of(Path.of("/projects/shop")));

  @Test
  void a_project_has_the_same_port_again() {
    int port = ports.of(LocalService.SQS, 0);
    assertTrue(port >= 20_000 && port < 32_000, "" + port);
    assertEquals(
        port, new UsualPorts(Optional.of(Path.of("/projects/shop"))).of(LocalService.SQS, 0));
    assertNotEquals(port, ports.of(LocalService.SQS, 1));
    assertNotEquals(port, ports.of(LocalService.S3, 0));
  }

  @Test
  void who_listens_there_keeps_the_port() throws Exception {
    int port = ports.of(LocalService.DYNAMODB, 0);
    try (ServerSocket _ = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      assertNotEquals(port, ports.of(LocalService.DYNAMODB, 0));
    }
    assertEquals(port, ports.of(LocalService.DYNAMODB, 0));
  }

  @Test
  void without_a_project_any_port_is_good() {
    assertEquals(0, new UsualPorts(Optional.empty()).of(LocalService.SQS, 0));
  }
}
