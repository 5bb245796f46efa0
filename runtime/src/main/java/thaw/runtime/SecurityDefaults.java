package thaw.runtime;

import java.net.InetAddress;
import java.net.URL;
import java.net.UnknownHostException;
import java.security.CodeSource;
import java.security.Security;

/**
 * Security properties that Lambda has otherwise than the JDK, set without loading {@link Security}:
 * it parses a file of 60 KB, which takes 10 ms of CPU and 180 classes of a cold JVM.
 */
final class SecurityDefaults {
  private static final String FILE = "java.security.properties";
  private static final String EXCEPTIONS = "jdk.includeInExceptions";

  private SecurityDefaults() {}

  /**
   * Sets for how long a name that could not be looked up is not looked up again; the JDK reads it
   * if it needs it.
   */
  static void set() {
    String seconds = System.getenv("AWS_LAMBDA_JAVA_NETWORKADDRESS_CACHE_NEGATIVE_TTL");
    if (seconds != null) {
      Security.setProperty("networkaddress.cache.negative.ttl", seconds);
      return;
    }
    CodeSource source = SecurityDefaults.class.getProtectionDomain().getCodeSource();
    URL location = source == null ? null : source.getLocation();
    if (location != null) {
      String root = location.toString();
      String folder = root.endsWith("/") ? root : "jar:".concat(root).concat("!/");
      StartProperties.setUnlessSet(FILE, folder.concat("thaw/runtime/security.properties"));
    }
  }

  /**
   * Looks up an address. The JDK from 24 on asks what messages of exceptions may contain when it
   * does so first; it is answered with what the JDK has there by default.
   */
  static InetAddress address(String host) throws UnknownHostException {
    boolean asked = System.getProperty(EXCEPTIONS) == null;
    if (asked) {
      System.setProperty(EXCEPTIONS, "hostInfoExclSocket");
    }
    try {
      return InetAddress.getByName(host);
    } finally {
      if (asked) {
        System.clearProperty(EXCEPTIONS);
      }
    }
  }
}
