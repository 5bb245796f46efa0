package thaw.sandbox;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.net.ServerSocket;
import org.junit.jupiter.api.Test;

/** The ports that boxes may reach which reach the whole host. */
class HostPortsTest {
  @Test
  void a_port_is_hidden_from_the_boxes_of_the_instance_that_hides_it() throws Exception {
    HostPorts own = new HostPorts();
    HostPorts others = new HostPorts();
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      int port = server.getLocalPort();
      assertTrue(own.listening().contains(port));
      own.hide(port);
      assertFalse(own.listening().contains(port));
      assertTrue(others.listening().contains(port));
      own.show(port);
      assertTrue(own.listening().contains(port));
    }
  }
}
