package thaw.runtime;

import org.jspecify.annotations.Nullable;

/** Properties of the JDK that must be set before it looks, and what each of them spares. */
final class StartProperties {
  private StartProperties() {}

  static void begin() {
    // Constructors and methods that are called reflectively, the JDK's own when it opens a socket
    // included, are called natively, and not by method handles that are made first: 7 ms.
    setUnlessSet("jdk.reflect.useNativeAccessorOnly", "true");
    // What org.crac looks for: hooks would never run without it.
    setUnlessSet("org.crac.Core.Compat", "com.amazonaws.services.lambda.crac");
    SecurityDefaults.set();
  }

  static void setUnlessSet(String name, @Nullable String value) {
    if (value != null && System.getProperty(name) == null) {
      System.setProperty(name, value);
    }
  }
}
