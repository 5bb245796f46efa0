package thaw.environment.launch;

import java.util.List;
import java.util.stream.Stream;
import thaw.function.FunctionDefinition;
import thaw.function.JavaRuntimes;
import thaw.sandbox.jdk.Jdk;

/**
 * The options by which a newer JDK permits what those of Lambda's java11 and older do: old
 * libraries, such as those that make classes by reflection, start there.
 */
public final class OpenPackages {
  /** The first JDK that lets no code reach into its own classes by reflection. */
  private static final int FIRST_CLOSED = 16;

  /** The packages of java.base that JDK 8 has, and JDK 11 opens to code without modules. */
  private static final List<String> OPEN =
      Stream.of(
              "java.lang java.lang.annotation java.lang.invoke java.lang.ref java.lang.reflect",
              "java.math java.net java.nio java.nio.channels java.nio.channels.spi",
              "java.nio.charset java.nio.charset.spi java.nio.file java.nio.file.attribute",
              "java.nio.file.spi java.security java.security.cert java.security.interfaces",
              "java.security.spec java.text java.text.spi java.time java.time.chrono",
              "java.time.format java.time.temporal java.time.zone java.util",
              "java.util.concurrent java.util.concurrent.atomic java.util.concurrent.locks",
              "java.util.function java.util.jar java.util.regex java.util.spi java.util.stream",
              "java.util.zip javax.crypto javax.crypto.interfaces javax.crypto.spec javax.net",
              "javax.net.ssl javax.security.auth javax.security.auth.callback",
              "javax.security.auth.login javax.security.auth.spi javax.security.auth.x500",
              "sun.net.util sun.net.www sun.net.www.http sun.net.www.protocol.file",
              "sun.net.www.protocol.http sun.net.www.protocol.https sun.net.www.protocol.jar",
              "sun.nio.ch sun.nio.cs sun.nio.fs sun.reflect.annotation",
              "sun.reflect.generics.reflectiveObjects sun.security.jca sun.security.provider",
              "sun.security.rsa sun.security.ssl sun.security.util sun.security.x509",
              "sun.util.calendar sun.util.locale")
          .flatMap(line -> Stream.of(line.split(" ")))
          .toList();

  private OpenPackages() {}

  /** Returns them for a function of such a runtime; none where the JDK needs none. */
  public static List<String> options(FunctionDefinition function, Jdk jdk) {
    int runtime = JavaRuntimes.feature(function.runtime());
    return runtime > 0 && runtime < FIRST_CLOSED && jdk.feature() >= FIRST_CLOSED
        ? OPEN.stream().map(each -> "--add-opens=java.base/" + each + "=ALL-UNNAMED").toList()
        : List.of();
  }
}
