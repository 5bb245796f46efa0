package thaw.remedy.edit;

import com.sun.source.tree.CompilationUnitTree;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import thaw.files.WholeFile;
import thaw.remedy.edit.text.SourceText;

/** Tells why the clients of a module do not get the light HTTP client. */
final class HttpClientObstacles {
  private static final Pattern NAMED =
      Pattern.compile("<artifactId>\\s*((?:apache5?|netty-nio|aws-crt)-client)\\s*</artifactId>");

  private HttpClientObstacles() {}

  /**
   * @param others texts of tests and resources
   */
  static void note(
      JavaSources sources,
      BuilderChain.Found found,
      Predicate<BuilderChain> takesLight,
      Predicate<String> namesOther,
      List<String> others) {
    if (found.chains().isEmpty() && found.loose().isEmpty()) {
      sources.note("the module's sources make no client of the AWS SDK 2");
    }
    found
        .loose()
        .forEach(client ->
            sources.note(
                "a builder of "
                    + client.substring(client.lastIndexOf('.') + 1)
                    + " goes into a variable or another method"));
    for (BuilderChain chain : found.chains()) {
      if (!takesLight.test(chain)) {
        sources.note(
            chain.unit(),
            chain.path().getLeaf(),
            chain.calls("httpClient.*")
                ? "gives " + chain.simpleName() + " an HTTP client"
                : "makes " + chain.simpleName() + ", which URLConnection may not serve");
      }
    }
    for (CompilationUnitTree unit : sources.units()) {
      String text = JavaSources.text(unit);
      if (namesOther.test(text)) {
        int line = (int) text.lines().takeWhile(namesOther.negate()).count() + 1;
        sources.note(sources.file(unit) + ":" + line + " names another HTTP client");
      }
    }
    if (others.stream().anyMatch(namesOther)) {
      sources.note("a test or resource of the module names another HTTP client");
    }
  }

  static void notePom(JavaSources sources, Path root, Path module) {
    Path pom = module.resolve("pom.xml");
    String text = Files.isRegularFile(pom) ? WholeFile.text(pom) : "";
    String name = root.relativize(pom).toString();
    Matcher named = NAMED.matcher(text);
    boolean isNamed = false;
    while (named.find()) {
      if (!text.substring(0, named.start()).stripTrailing().endsWith("</groupId>")
          || !isExclusion(text, named.start())) {
        isNamed = true;
        sources.note(
            name + ":" + SourceText.line(text, named.start()) + " names " + named.group(1));
      }
    }
    if (!isNamed) {
      sources.note(name + " has no plain place for url-connection-client and exclusions");
    }
  }

  private static boolean isExclusion(String text, int at) {
    return text.lastIndexOf("<exclusion>", at) > text.lastIndexOf("</exclusion>", at);
  }
}
