package thaw.load.http;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the compiler has seen it need not see again. */
class GeneratorWarmUpTest {
  private static boolean isSent(int bodyBytes) throws Exception {
    RequestTemplate template =
        new RequestTemplate(
            "POST",
            new HttpTarget(false, InetAddress.getLoopbackAddress().getHostAddress(), 1, "/"),
            List.of(),
            "x".repeat(bodyBytes));
    return GeneratorWarmUp.isSent(template);
  }

  @Test
  void requests_of_a_size_that_this_jvm_knows_are_not_sent_again() throws Exception {
    assertTrue(isSent(40_000));
    assertFalse(isSent(41_000), "twice in the same power of two");
    assertTrue(isSent(80_000), "another size is another copy of the buffers");
  }
}
