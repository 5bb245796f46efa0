package thaw.remedy.edit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import thaw.files.WholeFile;

/**
 * The files of a module's resources in which frameworks, Hibernate and JPA look for settings; those
 * of all profiles, because a variable may choose one.
 */
public final class SettingFiles {
  private static final Pattern NAMES =
      Pattern.compile(
          "((application|bootstrap)(-[^.]+)?\\.(properties|ya?ml)"
              + "|microprofile-config(-[^.]+)?\\.properties"
              + "|hibernate\\.properties|hibernate\\.cfg\\.xml|persistence\\.xml)");

  /** The blanks before a key, the key, and its value up to the end of the line. */
  private static final Pattern PROPERTY =
      Pattern.compile("(?m)^[ \\t\\f]*([^#!\\s=:][^\\s=:]*)[ \\t\\f]*[=: \\t][ \\t\\f]*(.*)$");

  private static final Pattern XML_PROPERTY =
      Pattern.compile(
          "<property\\s+name\\s*=\\s*\"([^\"]*)\"\\s*(?:value\\s*=\\s*\"([^\"]*)\"\\s*/?>|>([^<]*)</property>)");

  /** Profiles in which Quarkus never runs what its build has packaged. */
  private static final Pattern ELSEWHERE = Pattern.compile("^\"?%(dev|test)\\b");

  private static final String HIBERNATE = "hibernate.";

  private SettingFiles() {}

  /**
   * @param root that names of files are relative to
   * @param resources the folder of them
   */
  public static List<Setting> read(Path root, Path resources) {
    List<Setting> settings = new ArrayList<>();
    for (Path file : files(resources)) {
      settings.addAll(of(root.relativize(file), WholeFile.text(file)));
    }
    return settings;
  }

  /** Returns those of one file. */
  static List<Setting> of(Path file, String text) {
    List<Setting> settings = new ArrayList<>();
    String name = file.getFileName().toString();
    if (name.endsWith(".properties")) {
      properties(file, text, settings);
    } else if (name.endsWith(".xml")) {
      xml(file, text, settings);
    } else {
      yaml(file, text, settings);
    }
    return settings;
  }

  private static List<Path> files(Path resources) {
    if (!Files.isDirectory(resources)) {
      return List.of();
    }
    try (Stream<Path> tree = Files.walk(resources)) {
      return tree.filter(each -> NAMES.matcher(each.getFileName().toString()).matches())
          .filter(Files::isRegularFile)
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException("could not read " + resources + ": " + e, e);
    }
  }

  private static void properties(Path file, String text, List<Setting> settings) {
    Matcher property = PROPERTY.matcher(text);
    while (property.find()) {
      boolean isContinued = property.start() > 1 && text.startsWith("\\\n", property.start() - 2);
      if (!isContinued && !ELSEWHERE.matcher(property.group(1)).find()) {
        String value = property.group(2).strip();
        settings.add(
            new Setting(
                property.group(1).replaceFirst("^%[^.]+\\.", ""), // a profile of Quarkus
                value,
                file,
                SourceText.line(text, property.start(1)),
                property.start(2),
                property.start(2) + value.length()));
      }
    }
  }

  private static void xml(Path file, String text, List<Setting> settings) {
    String plain = // comments say nothing, and positions stay
        Pattern.compile("<!--.*?-->", Pattern.DOTALL)
            .matcher(text)
            .replaceAll(match -> match.group().replaceAll("[^\\n]", " "));
    Matcher property = XML_PROPERTY.matcher(plain);
    while (property.find()) {
      int group = property.group(2) == null ? 3 : 2;
      String key = property.group(1);
      boolean isShort = file.endsWith("hibernate.cfg.xml") && !key.matches("(hibernate|ja.*)\\..*");
      settings.add(
          new Setting(
              isShort ? HIBERNATE + key : key,
              property.group(group).strip(),
              file,
              SourceText.line(text, property.start()),
              property.start(group),
              property.end(group)));
    }
  }

  private static void yaml(Path file, String text, List<Setting> settings) {
    LoadSettings load = LoadSettings.builder().setAllowDuplicateKeys(true).build();
    try {
      for (Node document : new Compose(load).composeAllFromString(text)) {
        node(file, "", document, settings);
      }
    } catch (YamlEngineException e) {
      // no YAML, which the framework that reads it says
    }
  }

  private static void node(Path file, String path, Node node, List<Setting> settings) {
    if (node instanceof MappingNode mapping) {
      for (NodeTuple each : mapping.getValue()) {
        if (each.getKeyNode() instanceof ScalarNode key) {
          if (ELSEWHERE.matcher(key.getValue()).find()) {
            continue;
          }
          String name = key.getValue().replaceFirst("^%.*", ""); // a profile of Quarkus
          boolean isPlain = path.isEmpty() || name.isEmpty();
          node(file, isPlain ? path + name : path + "." + name, each.getValueNode(), settings);
        }
      }
    } else if (node instanceof ScalarNode scalar) {
      int line = scalar.getStartMark().map(mark -> mark.getLine() + 1).orElse(1);
      settings.add(new Setting(path, scalar.getValue(), file, line, 0, 0));
    }
  }
}
