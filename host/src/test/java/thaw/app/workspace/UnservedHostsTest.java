package thaw.app.workspace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class UnservedHostsTest {
  @Test
  void a_host_is_told_once_for_each_function() {
    List<String> said = new ArrayList<>();
    UnservedHosts hosts = new UnservedHosts(said::add);
    hosts.asked("a", "kms.us-east-1.amazonaws.com");
    hosts.asked("a", "kms.us-east-1.amazonaws.com");
    hosts.asked("b", "kms.us-east-1.amazonaws.com");
    hosts.asked("a", "ssm.us-east-1.amazonaws.com");
    assertEquals(3, said.size(), said.toString());
    assertTrue(
        said.getFirst()
            .startsWith("a asks for kms.us-east-1.amazonaws.com, which is not served here: "),
        said.getFirst());
  }
}
