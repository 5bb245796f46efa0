package thaw.app.fix;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import thaw.function.packaging.CodeSource;
import thaw.presentation.text.Figures;
import thaw.sandbox.jdk.Jdk;
import thaw.sandbox.kernel.Tool;

/** Asks the tools of a JDK what a function's classes and options are to it. */
record MoveFindings(Jdk jdk) {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /** A class and what it uses, as {@code jdeps --jdk-internals} writes it. */
  private static final Pattern INTERNAL =
      Pattern.compile("^\\s+(\\S+)\\s+-> (\\S+)\\s+(JDK (?:removed )?internal API.*)$");

  private static final Pattern DEPRECATED =
      Pattern.compile(
          "^\\w+ (\\S+) (?:uses|overrides|extends|implements) deprecated \\w+ (\\S+) \\(forRemoval=true\\)$");

  private static final Pattern GONE =
      Pattern.compile("^error: cannot find class (javax?/\\S+|sun/\\S+|com/sun/\\S+)$");

  private static final int MOST = 3;

  /**
   * Returns in words what of the JDK is no longer there or soon will not be, among what is used.
   *
   * @param options {@code JAVA_TOOL_OPTIONS}
   * @param isProtected whether an agent protects the package that the newest runtime does not start
   */
  String of(CodeSource.Built built, String options, boolean isProtected) {
    List<String> findings = new ArrayList<>();
    findings.add(internals(built.classes(), built.libraries()));
    findings.add(deprecated(built.classes(), built.libraries()));
    findings.addAll(ignored(options));
    if (isProtected) {
      findings.add(
          "Log4j before 2.17.1 may be in it, and this runtime starts no agent against Log4Shell");
    }
    return String.join("; ", findings);
  }

  /** Own code's uses of internals, and what uses those that are gone. */
  private String internals(List<Path> classes, List<Path> libraries) {
    List<String> words =
        words("jdeps", List.of("--multi-release", "" + jdk.feature(), "--jdk-internals"));
    Map<String, String> own = new TreeMap<>();
    Map<String, String> gone = new TreeMap<>();
    for (boolean isOwn : List.of(true, false)) {
      List<Path> scanned = isOwn ? classes : libraries;
      if (scanned.isEmpty()) {
        continue;
      }
      Optional<String> said = said(words, scanned);
      if (said.isEmpty()) {
        return "jdeps could not read it";
      }
      said.get()
          .lines()
          .map(INTERNAL::matcher)
          .filter(Matcher::matches)
          .filter(found -> isOwn || found.group(3).contains("removed"))
          .forEach(found ->
              (found.group(3).contains("removed") ? gone : own)
                  .put(found.group(1), found.group(2)));
    }
    String removed = gone.isEmpty() ? "" : "uses of internals that are gone: " + some(gone);
    String used = own.isEmpty() ? "" : "own uses of internals: " + some(own);
    return "jdeps finds "
        + (gone.isEmpty() && own.isEmpty()
            ? "no own use of the JDK's internals"
            : removed + (gone.isEmpty() || own.isEmpty() ? "" : ", and ") + used);
  }

  /** What own code uses that is gone from the JDK or is to go. */
  private String deprecated(List<Path> classes, List<Path> libraries) {
    List<String> words =
        words("jdeprscan", List.of("--release", "" + jdk.feature(), "--for-removal"));
    if (!libraries.isEmpty()) {
      words.add("--class-path");
      words.add(libraries.stream().map(Path::toString).collect(Collectors.joining(":")));
    }
    Optional<String> said = said(words, classes);
    if (said.isEmpty()) {
      return "jdeprscan could not read it";
    }
    Map<String, String> uses = new TreeMap<>();
    TreeSet<String> gone = new TreeSet<>();
    said.get()
        .lines()
        .forEach(line -> {
          Matcher deprecated = DEPRECATED.matcher(line);
          Matcher missing = GONE.matcher(line);
          if (deprecated.matches()) {
            uses.put(dotted(deprecated.group(1)), dotted(deprecated.group(2)));
          } else if (missing.matches()) {
            gone.add(dotted(missing.group(1)));
          }
        });
    return "jdeprscan finds "
        + (gone.isEmpty() ? "" : "that JDK %d lacks %s, and ".formatted(jdk.feature(), some(gone)))
        + (uses.isEmpty()
            ? "no own use of what is to be removed"
            : "own uses of what is to be removed: " + some(uses));
  }

  /**
   * Returns why a JVM of this version does not take options as another one does; empty where it
   * does.
   */
  Optional<String> objection(String options) {
    Tool java = started(options);
    return java.succeeded()
        ? Optional.empty()
        : Optional.of(
            "JAVA_TOOL_OPTIONS does not start JDK %d: %s"
                .formatted(
                    jdk.feature(),
                    java.output()
                        .lines()
                        .filter(line -> !line.startsWith("Picked up"))
                        .findFirst()
                        .orElse("")));
  }

  /** Returns the options that a JVM of this version ignores, as it says it. */
  List<String> ignored(String options) {
    return started(options)
        .output()
        .lines()
        .filter(line -> line.contains("warning: ") && line.contains("option"))
        .map(line -> line.substring(line.indexOf("warning: ") + "warning: ".length()))
        .toList();
  }

  private Tool started(String options) {
    return Tool.run(
        List.of("env", "JAVA_TOOL_OPTIONS=" + options, jdk.java().toString(), "-version"),
        PATIENCE);
  }

  private List<String> words(String tool, List<String> options) {
    List<String> words = new ArrayList<>();
    words.add(jdk.home().resolve("bin").resolve(tool).toString());
    words.addAll(options);
    return words;
  }

  /** What a tool has said; empty where the JDK has none, or it had no end. */
  private static Optional<String> said(List<String> words, List<Path> scanned) {
    List<String> all = new ArrayList<>(words);
    scanned.forEach(path -> all.add(path.toString()));
    Tool tool = Tool.run(all, PATIENCE);
    return tool.exitCode() <= 1 ? Optional.of(tool.output()) : Optional.empty();
  }

  private static String some(Map<String, String> uses) {
    return some(
        uses.entrySet().stream().map(use -> use.getKey() + " of " + use.getValue()).toList());
  }

  private static String some(Collection<String> names) {
    String first = names.stream().limit(MOST).collect(Collectors.joining(", "));
    return names.size() > MOST
        ? first + " and " + Figures.counted(names.size() - MOST, "other")
        : first;
  }

  private static String dotted(String name) {
    return name.replaceAll("\\(.*", "").replace('/', '.').replace("::", ".");
  }
}
