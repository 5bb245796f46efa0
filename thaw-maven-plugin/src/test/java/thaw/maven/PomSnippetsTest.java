package thaw.maven;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.maven.model.Model;
import org.apache.maven.model.io.xpp3.MavenXpp3Reader;
import org.codehaus.plexus.util.xml.Xpp3Dom;
import org.codehaus.plexus.util.xml.pull.XmlPullParserException;
import org.junit.jupiter.api.Test;

/**
 * The XML of README.md and of the docs is part of a pom, which Maven reads in its strict way. That
 * of the start is in the sample project, too, which is built with the whole of Thaw.
 */
class PomSnippetsTest {
  private static final Path ROOT = Path.of("..");
  private static final Pattern BLOCK = Pattern.compile("(?s)```xml\\n(.*?)```");
  private static final Pattern FIRST = Pattern.compile("<(\\w+)>");
  private static final Pattern ENTRY =
      Pattern.compile("(?s)<(dependency|plugin)>.*?</\\1>(?=\\s*(?:<\\1>|</\\w+>))");
  private static final String GOALS = "target/classes/META-INF/maven/plugin.xml";

  /** By page and number. */
  private static TreeMap<String, String> blocks() throws IOException {
    TreeMap<String, String> blocks = new TreeMap<>();
    try (Stream<Path> pages =
        Stream.concat(Stream.of(ROOT.resolve("README.md")), Files.walk(ROOT.resolve("docs")))) {
      for (Path page : pages.filter(each -> each.toString().endsWith(".md")).toList()) {
        Matcher block = BLOCK.matcher(Files.readString(page));
        for (int number = 1; block.find(); number++) {
          blocks.put(ROOT.relativize(page) + " " + number, block.group(1));
        }
      }
    }
    return blocks;
  }

  private static Model model(String snippet) throws IOException, XmlPullParserException {
    return new MavenXpp3Reader().read(new StringReader(pom(snippet)), true);
  }

  /** Puts it where it belongs. */
  private static String pom(String snippet) {
    Matcher first = FIRST.matcher(snippet);
    assertTrue(first.find(), snippet);
    switch (first.group(1)) {
      case "exclusion":
        return pom("<dependency><exclusions>" + snippet + "</exclusions></dependency>");
      case "dependency":
        return pom("<dependencies>" + snippet + "</dependencies>");
      case "configuration":
        return pom("<plugin>" + snippet + "</plugin>");
      case "plugin":
        return pom("<plugins>" + snippet + "</plugins>");
      case "plugins":
        return pom("<build>" + snippet + "</build>");
      default:
        return "<project>" + snippet + "</project>";
    }
  }

  @Test
  void each_snippet_is_a_part_of_a_pom() throws IOException {
    List<String> faults = new ArrayList<>();
    blocks()
        .forEach((place, block) -> {
          try {
            model(block);
          } catch (IOException | XmlPullParserException e) {
            faults.add(place + ": " + e.getMessage());
          }
        });
    assertEquals(List.of(), faults);
    assertTrue(blocks().size() > 6, "blocks: " + blocks().size());
  }

  @Test
  void what_is_not_in_a_pom_is_refused() {
    assertThrows(
        XmlPullParserException.class, () -> model("<plugin><artifact>a</artifact></plugin>"));
  }

  @Test
  void dependencies_and_plugins_of_the_start_are_those_of_the_sample_project() throws IOException {
    String sample =
        words(Files.readString(ROOT.resolve("packaging/samples/maven/pom.xml")))
            .replace("${thaw.version}", "0.1.0");
    int found = 0;
    for (String place : List.of("docs/maven.md 1", "docs/maven.md 2", "docs/junit.md 1")) {
      Matcher entry = ENTRY.matcher(blocks().get(place));
      for (; entry.find(); found++) {
        assertTrue(sample.contains(words(entry.group())), place + ":\n" + entry.group());
      }
    }
    assertEquals(6, found);
  }

  private static String words(String xml) {
    return xml.replaceAll("\\s+", "");
  }

  @Test
  void parameters_of_the_plug_in_are_those_of_its_goals() throws Exception {
    String goals = Files.readString(Path.of(GOALS));
    Model model = model(blocks().get("docs/maven.md 3"));
    Xpp3Dom configuration = (Xpp3Dom) model.getBuild().getPlugins().get(0).getConfiguration();
    List<String> unknown =
        Stream.of(configuration.getChildren())
            .map(Xpp3Dom::getName)
            .filter(name -> !goals.contains("<name>" + name + "</name>"))
            .collect(Collectors.toList());
    assertEquals(List.of(), unknown);
    assertTrue(configuration.getChildCount() > 3);
  }
}
