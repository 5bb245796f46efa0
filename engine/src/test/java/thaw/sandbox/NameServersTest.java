package thaw.sandbox;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NameServersTest {
  @TempDir Path folder;

  @Test
  void an_address_that_is_none_costs_no_other_one() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("resolv.conf"),
            """
            # nameserver 192.0.2.9
            search example.com
            nameserver 192.0.2.1
            nameserver resolver.example.com
            nameserver fe80::1%none0
            nameserver
            nameserver\t2001:db8::1
            nameservers 192.0.2.8
            nameserver 192.0.2.2 # the last
            options ndots:2
            """);
    assertEquals(
        List.of("192.0.2.1", "2001:db8:0:0:0:0:0:1", "192.0.2.2"),
        NameServers.in(file).stream().map(InetAddress::getHostAddress).toList());
  }

  @Test
  void a_machine_without_the_file_has_none() {
    assertEquals(List.of(), NameServers.in(folder.resolve("none")));
  }
}
