package thaw.remedy.priming;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/**
 * A generated priming as a class of the function's own: the code of Thaw's hook, as a resource of
 * {@code org.crac}. Its steps are a file on the class path.
 */
public final class PrimingSource {
  /** The class's simple name. */
  public static final String NAME = "GeneratedPriming";

  /** Of the steps, in the root of the class path. */
  public static final String STEPS = "thaw-priming.txt";

  private static final String HOOK = "Priming.java";

  private static final String HEAD =
      """
      %1$s// Made by thaw snapstart for %2$s. Before a snapshot it loads classes, and makes these calls:
      %3$s// To use it:
      //   1. Put this file %4$s, and %5$s into src/main/resources.
      //   2. Add the dependency org.crac:crac, unless the function has it.
      //   3. %6$s
      // Make it anew when the function has other dependencies or other requests.

      """;

  private static final String OWN =
      "Register it once, in the constructor of %s: GeneratedPriming.register(this);";

  private static final String SUBCLASS =
      """
      Name this class as the function's handler, %2$s.PrimedHandler, in a file of its own:
      //        public class PrimedHandler extends %1$s {
      //          public PrimedHandler() throws Exception { GeneratedPriming.register(this); }
      //        }\
      """;

  /** Of a hook for a handler that is a library's. */
  private static final String PACKAGE = "priming";

  private static final String RESOURCE =
      """
      public final class GeneratedPriming implements Resource {
        private static GeneratedPriming hook; // hooks are held weakly

        /**
         * Has the steps done before a snapshot is taken.
         *
         * @param handler the object that requests come to
         */
        public static synchronized void register(Object handler) {
          if (hook == null) {
            hook = new GeneratedPriming(GeneratedPriming.class.getClassLoader(), handler, ROUNDS);
            Core.getGlobalContext().register(hook);
          }
        }

        @Override
        public void beforeCheckpoint(Context<? extends Resource> context) throws IOException {
          InputStream steps = GeneratedPriming.class.getResourceAsStream("/%s");
          if (steps == null) {
            System.out.println("thaw priming: %s is not among the resources");
            return;
          }
          try (BufferedReader lines =
              new BufferedReader(new InputStreamReader(steps, StandardCharsets.UTF_8))) {
            of(lines, loader, handler, rounds).forEach(problem -> System.out.println("thaw priming: " + problem));
          }
        }

        @Override
        public void afterRestore(Context<? extends Resource> context) {
          // Nothing was taken that must be given back.
        }

      """
          .formatted(STEPS, STEPS);

  private PrimingSource() {}

  /** The file {@code GeneratedPriming.java}, in the package of the handler. */
  public static String of(GeneratedPriming priming) {
    int dot = priming.handler().lastIndexOf('.');
    boolean isOfLibrary = FrameworkRequest.isOfLibrary(priming.handler());
    String simple = priming.handler().substring(dot + 1);
    String home = isOfLibrary ? PACKAGE : priming.handler().substring(0, Math.max(0, dot));
    String inPackage = home.isEmpty() ? "" : "package %s;\n\n".formatted(home);
    String place = isOfLibrary ? "into the package " + home : "beside " + simple;
    String registering =
        isOfLibrary ? SUBCLASS.formatted(priming.handler(), home) : OWN.formatted(simple);
    StringBuilder calls = new StringBuilder();
    priming
        .calls()
        .forEach(call -> calls.append("//   - %s: %s%n".formatted(call.words(), call.reason())));
    String code = hook();
    code = replaced(code, "package thaw.training;\n\n", "");
    code = replaced(code, "final class Priming {\n", RESOURCE);
    code = replaced(code, "private Priming(", "private GeneratedPriming(");
    code =
        replaced(
            code,
            "Priming priming = new Priming(",
            "GeneratedPriming priming = new GeneratedPriming(");
    code =
        replaced(
            code,
            "import java.io.InputStream;\n",
            "import java.io.InputStream;\nimport java.io.InputStreamReader;\n");
    code =
        replaced(
            code,
            "import javax.net.ssl.SSLEngine;\n",
            """
            import javax.net.ssl.SSLEngine;
            import org.crac.Context;
            import org.crac.Core;
            import org.crac.Resource;
            """);
    return HEAD.formatted(inPackage, priming.function(), calls, place, STEPS, registering) + code;
  }

  private static String replaced(String code, String old, String other) {
    if (!code.contains(old)) {
      throw new IllegalStateException("not in " + HOOK + ": " + old);
    }
    return code.replace(old, other);
  }

  private static String hook() {
    try (InputStream in = PrimingSource.class.getResourceAsStream(HOOK)) {
      return new String(Objects.requireNonNull(in, HOOK).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("could not read " + HOOK, e);
    }
  }
}
