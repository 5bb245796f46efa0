package thaw.remedy.priming;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * A generated priming as a class of the function's own: the code of Thaw's hook, as a resource of
 * {@code org.crac}. Its steps are a file on the class path.
 */
public final class PrimingSource {
  /** The class's simple name. */
  public static final String NAME = "GeneratedPriming";

  /** The file of the steps, in the root of the class path. */
  public static final String STEPS = "thaw-priming.txt";

  private static final String HOOK = "Priming";

  /** The classes that the hook calls. Functions get one file, so these become classes in it. */
  private static final List<String> PARTS =
      List.of(
          "UnroutedRequest",
          "HeldContainer",
          "SpringConverters",
          "SdkOperation",
          "LoopbackAnswers",
          "NamedMethods");

  private static final String HEAD =
      """
      %1$s// Made by thaw snapstart for %2$s. Before a snapshot it loads classes, and makes these calls:
      %3$s// To use it:
      //   1. Put this file %4$s, and %5$s into src/main/resources.
      //   2. Add the dependency org.crac:crac, unless the function has it.
      //   3. %6$s
      //   4. On java21 and later, add -XX:+DisableExplicitGC to the function's environment variable
      //      JAVA_TOOL_OPTIONS. Else the runtime client has the JVM collect all garbage after the hooks,
      //      which makes the first call of each compiled method after a restore slow. Leave it out where
      //      a function allocates direct buffers again and again: these need such collections.
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

  /** The package of a hook for a handler that is a library's. */
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
          String options = System.getenv("JAVA_TOOL_OPTIONS");
          if (options != null && options.contains("-XX:+DisableExplicitGC")) {
            collectYoung();
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
    String hook = replaced(code(HOOK), "final class " + HOOK + " {\n", RESOURCE);
    TreeSet<String> imports = imports(hook);
    imports.addAll(
        List.of(
            "import java.io.InputStreamReader;",
            "import org.crac.Context;",
            "import org.crac.Core;",
            "import org.crac.Resource;"));
    StringBuilder code = new StringBuilder(body(hook).stripTrailing());
    code.setLength(code.length() - 1); // its last brace
    for (String part : PARTS) {
      String other = code(part);
      imports.addAll(imports(other));
      String nested = replaced(body(other), "\nfinal class ", "\nprivate static final class ");
      code.append('\n').append(nested.indent(2));
    }
    code.append("}\n");
    String whole = String.join("\n", imports) + "\n\n" + code;
    whole = whole.replaceAll("\\b" + HOOK + "\\b", NAME);
    return HEAD.formatted(inPackage, priming.function(), calls, place, STEPS, registering) + whole;
  }

  private static TreeSet<String> imports(String code) {
    return code.lines()
        .filter(line -> line.startsWith("import "))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Returns the code that follows the imports. */
  private static String body(String code) {
    return code.lines()
        .filter(line -> !line.startsWith("import ") && !line.startsWith("package "))
        .collect(Collectors.joining("\n"))
        .strip()
        .concat("\n");
  }

  private static String replaced(String code, String old, String other) {
    if (!code.contains(old)) {
      throw new IllegalStateException("not in the hook's source: " + old.strip());
    }
    return code.replace(old, other);
  }

  private static String code(String type) {
    String file = type + ".java";
    try (InputStream in = PrimingSource.class.getResourceAsStream(file)) {
      return new String(Objects.requireNonNull(in, file).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("could not read " + file, e);
    }
  }
}
