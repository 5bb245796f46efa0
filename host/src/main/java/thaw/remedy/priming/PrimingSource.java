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
      %1$s// Made by thaw snapstart for %2$s. To use it:
      //   1. Put this file beside %3$s, and %4$s into src/main/resources.
      //   2. Add the dependency org.crac:crac, unless the function has it.
      //   3. Register it once, in the constructor of %3$s: GeneratedPriming.register();
      // Make it anew when the function has other dependencies or other requests.

      """;

  private static final String RESOURCE =
      """
      public final class GeneratedPriming implements Resource {
        private static final GeneratedPriming HOOK =
            new GeneratedPriming(GeneratedPriming.class.getClassLoader()); // hooks are held weakly

        /** Has the steps done before a snapshot is taken. */
        public static void register() {
          Core.getGlobalContext().register(HOOK);
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
            of(lines, loader).forEach(problem -> System.out.println("thaw priming: " + problem));
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
    String simple = priming.handler().substring(dot + 1);
    String inPackage =
        dot < 0 ? "" : "package %s;\n\n".formatted(priming.handler().substring(0, dot));
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
    return HEAD.formatted(inPackage, priming.function(), simple, STEPS) + code;
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
