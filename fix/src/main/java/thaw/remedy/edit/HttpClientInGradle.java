package thaw.remedy.edit;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The light HTTP client of the AWS SDK in a build.gradle or build.gradle.kts, beside a line that
 * names an artifact of the SDK, and the others excluded from all configurations.
 */
final class HttpClientInGradle {
  private static final String SDK = "software.amazon.awssdk";
  private static final String LIGHT = "url-connection-client";

  /**
   * A dependency on one line, by its coordinates or by a name of a catalog: what stands before it,
   * its configuration, its parenthesis, its quote and its artifact.
   */
  private static final Pattern DEPENDENCY =
      Pattern.compile(
          "^([ \\t]*)(implementation|api|runtimeOnly|compile)([ (]+)"
              + "(?:([\"'])software\\.amazon\\.awssdk:([\\w-]+)(:[^\"']+)?[\"']"
              + "|(libs\\.[\\w.]*(?:aws|dynamo|s3|sqs|sns|ssm)[\\w.]*))",
          Pattern.MULTILINE);

  /** A dependency on another module, which may bring the SDK. */
  private static final Pattern MODULE =
      Pattern.compile(
          "^([ \\t]*)(implementation|api)([ (]+)(?:project\\s*\\(|projects\\.)", Pattern.MULTILINE);

  private static final Pattern NAMED_LIGHT = Pattern.compile("libs\\.[\\w.]*[uU]rl[\\w.]*");

  private static final Pattern BOM =
      Pattern.compile("platform\\s*\\(\\s*([\"'])software\\.amazon\\.awssdk:bom:");

  private static final List<String> HEAVY =
      List.of("apache-client", "apache5-client", "netty-nio-client");

  private final Path file;
  private final String text;
  private final boolean isKotlin;

  private HttpClientInGradle(Path file, String text) {
    this.file = file;
    this.text = text;
    this.isKotlin = file.toString().endsWith(".kts");
  }

  /**
   * @param heavy artifacts that are in the package
   * @param version of the SDK in it
   * @return why the build file leaves no place for it, in which case the rewrite is of no use;
   *     empty where it is written
   */
  static Optional<String> write(
      FileRewrite rewrite, String text, List<String> heavy, Optional<String> version) {
    return new HttpClientInGradle(rewrite.file(), text).writeTo(rewrite, heavy, version);
  }

  private String at(int position, String fact) {
    return file + ":" + SourceText.line(text, position) + " " + fact;
  }

  private Optional<String> writeTo(
      FileRewrite rewrite, List<String> heavy, Optional<String> version) {
    List<String> excluded = new ArrayList<>(heavy);
    Matcher found = DEPENDENCY.matcher(text);
    Optional<Place> last = Optional.empty();
    boolean isThere = text.contains(SDK + ":" + LIGHT) || NAMED_LIGHT.matcher(text).find();
    while (found.find()) {
      String artifact = String.valueOf(found.group(5));
      if (HEAVY.contains(artifact)) {
        excluded.remove(artifact); // who names it gets the other one in its place
        if (isThere) {
          int start = SourceText.lineStart(text, found.start());
          int feed = text.indexOf('\n', found.end());
          rewrite.replace(start, feed < 0 ? text.length() : feed + 1, "");
        } else {
          rewrite.replace(found.start(5), found.end(5), LIGHT);
          isThere = true;
        }
        excluded.add(artifact);
        continue;
      }
      last = Optional.of(new Place(found.toMatchResult()));
    }
    if (last.isEmpty()) {
      last =
          MODULE.matcher(text).results().reduce((_, second) -> second).map(each -> new Place(each));
    }
    excluded.removeIf(this::isExcluded);
    if (!isThere) {
      if (last.isEmpty()) {
        return Optional.of(
            file + " has no dependency on the AWS SDK or a module on a line of its own");
      }
      Optional<String> line = line(last.get(), version);
      if (line.isEmpty()) {
        return Optional.of(
            at(last.get().found().start(), "has no version for " + LIGHT + " to take over"));
      }
      rewrite.insert(SourceText.lineStart(text, last.get().found().start()), line.get());
    }
    if (!excluded.isEmpty()) {
      rewrite.insert(text.length(), exclusions(excluded.stream().distinct().toList()));
    }
    return Optional.empty();
  }

  private record Place(MatchResult found) {
    /** Returns a part of a line that names the SDK; null where it is another one's. */
    @Nullable String part(int group) {
      return group <= found.groupCount() ? found.group(group) : null;
    }
  }

  private Optional<String> line(Place beside, Optional<String> version) {
    MatchResult found = beside.found();
    String own = beside.part(4);
    String quote = own != null ? own : isKotlin ? "\"" : "'";
    String ofOther = beside.part(6);
    String wanted =
        ofOther != null
            ? ofOther
            : BOM.matcher(text).find() ? "" : version.map(each -> ":" + each).orElse("");
    if (wanted.isEmpty() && !BOM.matcher(text).find()
        || wanted.contains("$") && quote.equals("'")) {
      return Optional.empty();
    }
    boolean isCall = found.group(3).contains("(");
    return Optional.of(
        found.group(1)
            + (found.group(2).equals("runtimeOnly") ? "implementation" : found.group(2))
            + found.group(3)
            + quote
            + SDK
            + ":"
            + LIGHT
            + wanted
            + quote
            + (isCall ? ")" : "")
            + "\n");
  }

  private boolean isExcluded(String artifact) {
    return Pattern.compile("exclude\\b[^\\n]*module\\s*[:=]\\s*[\"']" + artifact + "[\"']")
        .matcher(text)
        .find();
  }

  private String exclusions(List<String> artifacts) {
    String step = text.contains("\n\t") ? "\t" : text.contains("\n    ") ? "    " : "  ";
    return (text.endsWith("\n") ? "" : "\n")
        + "\nconfigurations.configureEach {\n"
        + artifacts.stream()
            .map(each ->
                step
                    + (isKotlin
                            ? "exclude(group = \"%s\", module = \"%s\")"
                            : "exclude group: '%s', module: '%s'")
                        .formatted(SDK, each)
                    + "\n")
            .collect(Collectors.joining())
        + "}\n";
  }
}
