package thaw.remedy.database;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import thaw.files.WholeFile;
import thaw.remedy.edit.SourceText;
import thaw.remedy.edit.TextEdit;
import thaw.remedy.edit.XmlElement;

/**
 * Names all entities in {@code persistence.xml}, and has Hibernate look for no others: it visits
 * the whole archive even where the list is said to be complete.
 */
final class EntityList {
  private static final Path FILE = Path.of("src/main/resources/META-INF/persistence.xml");
  private static final String CLASS = "class";
  private static final String EXCLUDE = "exclude-unlisted-classes";
  private static final String SCANNER = "org.hibernate.boot.archive.scan.internal.DisabledScanner";
  private static final String PROPERTY =
      "<property name=\"hibernate.archive.scanner\" value=\"" + SCANNER + "\"/>";
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
    Optional<String> obstacle = obstacle(code, module, unit);
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
        entities.stream()
            .filter(each -> !listed.contains(each) && !isComplete(unit))
            .map(each -> "\n" + indent + "<class>" + each + "</class>")
            .collect(Collectors.joining());
    String step = indent.substring(SourceText.indent(text, unit.start()).length());
    String line = indent + step + PROPERTY + "\n";
    Optional<XmlElement> properties = unit.at("properties");
    String after;
    if (properties.isEmpty()) {
      int end = SourceText.lineStart(text, unit.close());
      after =
          text.substring(0, at)
              + added
              + text.substring(at, end)
              + (indent + "<properties>\n" + line + indent + "</properties>\n")
              + text.substring(end);
    } else if (properties.get().open() == properties.get().end()) {
      after =
          text.substring(0, at)
              + added
              + text.substring(at, properties.get().start())
              + ("<properties>\n" + line + indent + "</properties>")
              + text.substring(properties.get().end());
    } else {
      int end = SourceText.lineStart(text, properties.get().close());
      after = text.substring(0, at) + added + text.substring(at, end) + line + text.substring(end);
    }
    return new Proposal.Named(
        TextEdit.allBetween(name, text, after), name + ":" + SourceText.line(text, at));
  }

  private static boolean isComplete(XmlElement unit) {
    return unit.at(EXCLUDE).filter(each -> !each.text().equals("false")).isPresent();
  }

  private static Optional<String> obstacle(
      SettingsInCode code, DatabaseModule module, XmlElement unit) {
    if (unit.at(EXCLUDE).isPresent() && !isComplete(unit)) {
      return Optional.of("says itself that the list is not complete");
    }
    if (unit.at(JAR).isPresent()) {
      return Optional.of("has entities in another jar");
    }
    if (!code.knows(SCANNER)) {
      return Optional.of("is of a Hibernate without " + SCANNER);
    }
    Path folder = module.folder();
    if (Files.isDirectory(folder.resolve("src/main/kotlin"))) {
      return Optional.of("may have entities that are Kotlin");
    }
    if (Files.exists(folder.resolve("src/main/resources/META-INF/orm.xml"))) {
      return Optional.of("has META-INF/orm.xml beside it, which the search finds");
    }
    return code.sources().units().stream()
        .filter(each -> !each.getPackageAnnotations().isEmpty())
        .findFirst()
        .map(each -> "is beside annotations of the package " + each.getPackageName());
  }
}
