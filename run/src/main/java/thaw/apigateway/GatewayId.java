package thaw.apigateway;

import java.util.Base64;
import java.util.concurrent.ThreadLocalRandom;

/** API Gateway's own id of a request, which is no UUID: {@code FiV9AHvHoAMFtsg=}. */
final class GatewayId {
  private static final int BYTES = 11;

  private GatewayId() {}

  static String next() {
    byte[] random = new byte[BYTES];
    ThreadLocalRandom.current().nextBytes(random);
    return Base64.getUrlEncoder().encodeToString(random);
  }
}
