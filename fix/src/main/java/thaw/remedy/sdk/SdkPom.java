package thaw.remedy.sdk;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A module's pom whose dependencies on clients of the AWS SDK 1 become those of version 2. Only
 * these lines change; what manages versions for other modules, too, stays.
 */
final class SdkPom {
  /**
   * The version that is used where no bom and no other client has one. The samples are tried with
   * it.
   */
  private static final String VERSION = "2.59.1";

  private static final String V1 = "com.amazonaws";
  private static final String V2 = "software.amazon.awssdk";
  private static final Pattern DEPENDENCY =
      Pattern.compile("(?s)<dependency>.*?</dependency>[ \\t]*\\r?\\n?");
  private static final Pattern ELSEWHERE =
      Pattern.compile("(?s)<(dependencyManagement|build|profiles|reporting)>.*?</\\1>|<!--.*?-->");

  private SdkPom() {}

  /**
   * @param above texts of the poms that it inherits from
   * @param artifacts of version 1, with their successors
   * @return empty when a dependency does not stand there
   */
  static Optional<String> migrated(String pom, List<String> above, Map<String, String> artifacts) {
    String version = version(pom, above);
    String text = pom;
    for (Map.Entry<String, String> each : artifacts.entrySet()) {
      Optional<MatchResult> old = dependency(text, V1, each.getKey());
      if (old.isEmpty()) {
        return Optional.empty();
      }
      boolean there = dependency(text, V2, each.getValue()).isPresent();
      int from = old.get().start();
      int lineStart = text.lastIndexOf('\n', from) + 1;
      text =
          there
              ? text.substring(0, lineStart) + text.substring(old.get().end())
              : text.substring(0, from)
                  + successor(text.substring(from, old.get().end()), each.getValue(), version)
                  + text.substring(old.get().end());
    }
    return Optional.of(text);
  }

  private static String successor(String dependency, String artifact, String version) {
    String text =
        dependency
            .replaceFirst("(<groupId>)[^<]*", "$1" + V2)
            .replaceFirst("(<artifactId>)[^<]*", "$1" + artifact)
            .replaceFirst("[ \\t]*\\r?\\n?[ \\t]*<version>[^<]*</version>", "");
    return version.isEmpty()
        ? text
        : text.replaceFirst(
            "(\\s*)(<artifactId>[^<]*</artifactId>)",
            "$1$2$1<version>" + Matcher.quoteReplacement(version) + "</version>");
  }

  /** None where a bom has it, or as that of another client in sight. */
  private static String version(String pom, List<String> above) {
    String all = (pom + String.join("", above)).replaceAll("(?s)<!--.*?-->", "");
    List<String> ofV2 =
        DEPENDENCY
            .matcher(all)
            .results()
            .map(MatchResult::group)
            .filter(each -> value(each, "groupId").equals(V2))
            .toList();
    if (ofV2.stream().anyMatch(each -> value(each, "artifactId").equals("bom"))) {
      return "";
    }
    return ofV2.stream()
        .map(each -> value(each, "version"))
        .filter(version -> !version.isEmpty())
        .findFirst()
        .orElse(VERSION);
  }

  private static Optional<MatchResult> dependency(String pom, String group, String artifact) {
    return DEPENDENCY
        .matcher(own(pom))
        .results()
        .filter(found -> value(found.group(), "groupId").equals(group))
        .filter(found -> value(found.group(), "artifactId").equals(artifact))
        .filter(found -> !found.group().contains("<classifier>"))
        .findFirst();
  }

  /** Returns whether a module has a dependency on another one. */
  static boolean needs(String pom, String artifact) {
    return DEPENDENCY
        .matcher(own(pom))
        .results()
        .anyMatch(found -> value(found.group(), "artifactId").equals(artifact));
  }

  /** The module's own name. */
  static String artifact(String pom) {
    return value(own(pom).replaceAll("(?s)<(parent|dependencies)>.*?</\\1>", ""), "artifactId");
  }

  /** Returns the pom with blanks in place of what is no dependency of the module. */
  private static String own(String pom) {
    return ELSEWHERE.matcher(pom).replaceAll(found -> found.group().replaceAll("[^\\n]", " "));
  }

  private static String value(String text, String element) {
    Matcher matcher =
        Pattern.compile("<" + element + ">\\s*([^<]*?)\\s*</" + element + ">").matcher(text);
    return matcher.find() ? matcher.group(1) : "";
  }
}
