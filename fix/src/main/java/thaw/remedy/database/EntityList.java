package thaw.remedy.database;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import thaw.files.WholeFile;
import thaw.remedy.edit.SourceText;
import thaw.remedy.edit.TextEdit;
import thaw.remedy.edit.XmlElement;

/** Names all entities in {@code persistence.xml}, so that Hibernate looks for no others. */
final class EntityList {
  private static final Path FILE = Path.of("src/main/resources/META-INF/persistence.xml");
  private static final String CLASS = "class";
  private static final String EXCLUDE = "exclude-unlisted-classes";
  private static final String JAR = "jar-file";

  /** What the schema has before the list, or in it. */
  private static final Set<String> BEFORE =
      Set.of(
          "description",
          "provider",
          "qualifier",
          "scope",
          "jta-data-source",
          "non-jta-data-source",
          "mapping-file",
          JAR,
          CLASS);

  private EntityList() {}

  /** What can be said of a module. */
  sealed interface Proposal {
    record Named(List<TextEdit> edits, String place) implements Proposal {
      public Named {
        edits = List.copyOf(edits);
      }
    }

    /**
     * @param fact that stands in the way
     */
    record Refused(String fact) implements Proposal {}
  }

  static Proposal of(SettingsInCode code, DatabaseModule module) {
    Path file = module.folder().resolve(FILE);
    Path name = module.root().relativize(file);
    if (!Files.isRegularFile(file)) {
      return new Proposal.Refused("there is no " + name + ", which would name the entities");
    }
    String text = WholeFile.text(file);
    Optional<XmlElement> persistence = XmlElement.of(text);
    List<XmlElement> units =
        persistence.stream()
            .flatMap(root -> root.children().stream())
            .filter(each -> each.name().equals("persistence-unit"))
            .toList();
    if (units.size() != 1) {
      return new Proposal.Refused(name + " has " + units.size() + " persistence units");
    }
    XmlElement unit = units.getFirst();
    Optional<String> obstacle = obstacle(module, unit);
    if (obstacle.isPresent()) {
      return new Proposal.Refused(
          name + ":" + SourceText.line(text, unit.start()) + " " + obstacle.get());
    }
    List<String> entities = LazyEntities.managed(code.sources());
    Set<String> listed =
        unit.children().stream()
            .filter(each -> each.name().equals(CLASS))
            .map(XmlElement::text)
            .collect(Collectors.toSet());
    if (entities.isEmpty()) {
      return new Proposal.Refused("the module's sources have no entity");
    }
    int at =
        unit.children().stream()
            .filter(each -> BEFORE.contains(each.name()))
            .mapToInt(XmlElement::end)
            .max()
            .orElse(unit.open());
    String indent =
        unit.children().stream()
            .findFirst()
            .map(child -> SourceText.indent(text, child.start()))
            .orElse(SourceText.indent(text, unit.start()) + "  ");
    String added =
        Stream.concat(
                entities.stream()
                    .filter(each -> !listed.contains(each))
                    .map(each -> "<class>" + each + "</class>"),
                Stream.of("<" + EXCLUDE + ">true</" + EXCLUDE + ">"))
            .map(line -> "\n" + indent + line)
            .collect(Collectors.joining());
    String after = text.substring(0, at) + added + text.substring(at);
    return new Proposal.Named(
        List.of(TextEdit.between(name, text, after)), name + ":" + SourceText.line(text, at));
  }

  private static Optional<String> obstacle(DatabaseModule module, XmlElement unit) {
    if (unit.children().stream().anyMatch(each -> each.name().equals(EXCLUDE))) {
      return Optional.of("says itself whether the list is complete");
    }
    if (unit.children().stream().anyMatch(each -> each.name().equals(JAR))) {
      return Optional.of("has entities in another jar");
    }
    return Files.isDirectory(module.folder().resolve("src/main/kotlin"))
        ? Optional.of("may have entities that are Kotlin")
        : Optional.empty();
  }
}
