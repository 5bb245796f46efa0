package thaw.training;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;

/**
 * An agent that costs what AWS's agent against Log4Shell costs, CVE-2021-44228, which the managed
 * runtimes up to Java 21 have: it starts before the runtime client, and looks at the name of each
 * class that is loaded afterwards. AWS's changes Log4j's {@code JndiLookup}; this one changes
 * nothing.
 */
public final class Log4ShellWatch implements ClassFileTransformer {
  private static final String WANTED = "org/apache/logging/log4j/core/lookup/JndiLookup";

  private boolean seen;

  private Log4ShellWatch() {}

  /** Begins to watch; the JVM calls it before {@code main}. */
  public static void premain(String options, Instrumentation instrumentation) {
    Log4ShellWatch watch = new Log4ShellWatch();
    instrumentation.addTransformer(watch, instrumentation.isRetransformClassesSupported());
    for (Class<?> each : instrumentation.getAllLoadedClasses()) {
      watch.look(each.getName().replace('.', '/'));
    }
  }

  @Override
  public byte[] transform(
      ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] code) {
    if (name != null) {
      look(name);
    }
    return null;
  }

  private void look(String name) {
    if (name.endsWith(WANTED)) {
      seen = true;
    }
  }

  /** Returns whether a class was there that AWS's agent would have changed. */
  public boolean hasSeen() {
    return seen;
  }
}
