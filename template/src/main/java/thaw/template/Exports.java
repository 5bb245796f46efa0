package thaw.template;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import thaw.problem.UserMistake;

/**
 * What other stacks have for this one: those whose templates lie beside a template of CDK, those
 * that the user names, and what he says. They export values, store parameters, and have layers.
 */
final class Exports {
  private static final String SYNTHESISED = ".template.json";

  /** What a template has, somewhere, that is for other ones. */
  private static final List<String> MARKS =
      List.of("\"Export\"", "\"AWS::SSM::Parameter\"", "\"AWS::Lambda::LayerVersion\"");

  private final Resolution resolution;
  private final Surroundings around;
  private final Set<Resolution> imported = new LinkedHashSet<>();
  private final Set<String> inProgress = new HashSet<>();
  private @Nullable List<Resolution> siblings;
  private @Nullable Map<String, Export> ofSiblings;

  /**
   * A value that another stack exports.
   *
   * @param value as the template has it
   */
  private record Export(Resolution stack, TemplateValue value) {}

  Exports(Resolution resolution, Surroundings around) {
    this.resolution = resolution;
    this.around = around;
  }

  /** Returns the value of an export, or why it is not known. */
  TemplateValue value(String name, TemplateValue.Call call) {
    String said = resolution.deployment().imports().get(name);
    if (said != null) {
      return TemplateValue.string(said, call.place());
    }
    return Optional.ofNullable(ofSiblings().get(name))
        .flatMap(export -> value(name, export, call.place()))
        .orElseGet(() ->
            call.because(
                new TemplateValue.Unknown(
                    call.place()
                        .mistake(
                            "no stack here exports " + name,
                            "add --import " + name + "=VALUE, or imports: in thaw.yaml"),
                    true)));
  }

  private Optional<TemplateValue> value(String name, Export export, Place place) {
    if (!inProgress.add(name)) {
      throw place.mistake(
          "the export " + name + " refers to itself", "write its value without an import of it");
    }
    try {
      TemplateValue value = export.stack().evaluate(export.value());
      imported.add(export.stack());
      imported.addAll(export.stack().imported());
      return Optional.of(value);
    } catch (UserMistake e) {
      return Optional.empty(); // the mistake is told to who runs that stack
    } finally {
      inProgress.remove(name);
    }
  }

  /** Returns the stacks that have what was imported so far, also those that pass it on. */
  Set<Resolution> imported() {
    return imported;
  }

  private Map<String, Export> ofSiblings() {
    if (ofSiblings == null) {
      Map<String, Export> all = new LinkedHashMap<>();
      ofSiblings = all;
      siblings().forEach(each -> all.putAll(exports(each)));
    }
    return ofSiblings;
  }

  /** Returns the value of a parameter that one of the other stacks stores. */
  Optional<String> storedParameter(String name) {
    return siblings().stream().flatMap(each -> each.storedHere(name).stream()).findFirst();
  }

  /** Returns the stacks beside this one that have anything for others. */
  List<Resolution> siblings() {
    if (siblings == null) {
      siblings = List.of(); // none of them asks for those beside it
      List<Resolution> all = new ArrayList<>(named());
      beside(Exports::hasAny).stream().filter(each -> !all.contains(each)).forEach(all::add);
      siblings = all;
    }
    return siblings;
  }

  List<Resolution> beside(Predicate<Path> wanted) {
    return files(wanted).stream().flatMap(file -> readable(file).stream()).toList();
  }

  /**
   * Returns the stacks that the user names, whatever they have.
   *
   * @throws UserMistake for one that cannot be read
   */
  List<Resolution> named() {
    return resolution.deployment().stacks().stream()
        .filter(file -> !around.leadsTo(file))
        .map(this::resolution)
        .toList();
  }

  private List<Path> files(Predicate<Path> wanted) {
    if (!resolution.file().toString().endsWith(SYNTHESISED)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(resolution.file().toAbsolutePath().resolveSibling(""))) {
      return files
          .filter(file -> file.toString().endsWith(SYNTHESISED))
          .filter(file -> !around.leadsTo(file))
          .filter(wanted)
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException("could not list the folder of " + resolution.file(), e);
    }
  }

  private static boolean hasAny(Path file) {
    try {
      String text = Files.readString(file);
      return MARKS.stream().anyMatch(text::contains);
    } catch (IOException e) {
      return false; // no text: it has nothing
    }
  }

  private Optional<Resolution> readable(Path file) {
    try {
      return Optional.of(resolution(file));
    } catch (UserMistake e) {
      return Optional.empty(); // the mistake is told to who runs that stack
    }
  }

  private Resolution resolution(Path file) {
    Resolution known = resolution.known().get(file);
    if (known != null) {
      return known;
    }
    Set<String> taken = new HashSet<>(around.taken());
    taken.addAll(resolution.ids());
    resolution.known().values().forEach(each -> taken.addAll(each.ids()));
    Resolution read =
        Resolution.within(
            file,
            Map.of(),
            resolution.deployment(),
            around.with(file, prefix(file), taken),
            resolution.known());
    resolution.known().put(file, read);
    return read;
  }

  private static String prefix(Path file) {
    return name(file).replaceAll("[^A-Za-z0-9]", "");
  }

  /** Returns the name of a stack: of a {@code template.yaml} that of its folder. */
  static String name(Path file) {
    String name = String.valueOf(file.getFileName());
    Path folder = file.getParent();
    return name.startsWith("template.") && folder != null && folder.getFileName() != null
        ? String.valueOf(folder.getFileName())
        : name.replace(SYNTHESISED, "").replaceFirst("\\.(ya?ml|json|template)$", "");
  }

  private static Map<String, Export> exports(Resolution other) {
    Map<String, Export> all = new LinkedHashMap<>();
    try {
      other.exported().forEach((name, value) -> all.put(name, new Export(other, value)));
    } catch (UserMistake e) {
      return Map.of(); // the mistake is told to who runs that stack
    }
    return all;
  }
}
