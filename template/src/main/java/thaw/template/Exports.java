package thaw.template;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import thaw.problem.UserMistake;

/**
 * What other stacks have for this one: those whose templates lie beside a template of CDK, and what
 * the user says. They export values, store parameters, and have layers.
 */
final class Exports {
  private static final String SYNTHESISED = ".template.json";

  /** What a template has, somewhere, that is for other ones. */
  private static final List<String> MARKS =
      List.of("\"Export\"", "\"AWS::SSM::Parameter\"", "\"AWS::Lambda::LayerVersion\"");

  private final Resolution resolution;
  private final Surroundings around;
  private @Nullable List<Resolution> siblings;
  private @Nullable Map<String, TemplateValue> ofSiblings;

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
    TemplateValue found = ofSiblings().get(name);
    return found != null
        ? found
        : call.because(
            new TemplateValue.Unknown(
                call.place()
                    .mistake(
                        "no stack here exports " + name,
                        "add --import " + name + "=VALUE, or imports: in thaw.yaml"),
                true));
  }

  private Map<String, TemplateValue> ofSiblings() {
    if (ofSiblings == null) {
      Map<String, TemplateValue> all = new LinkedHashMap<>();
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
      siblings = files().stream().flatMap(file -> resolution(file).stream()).toList();
    }
    return siblings;
  }

  private List<Path> files() {
    if (!resolution.file().toString().endsWith(SYNTHESISED)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(resolution.file().toAbsolutePath().resolveSibling(""))) {
      return files
          .filter(file -> file.toString().endsWith(SYNTHESISED))
          .filter(file -> !around.leadsTo(file))
          .filter(Exports::hasAny)
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

  private Optional<Resolution> resolution(Path file) {
    try {
      return Optional.of(
          Resolution.within(
              file, Map.of(), resolution.deployment(), around.with(file, "", Set.of())));
    } catch (UserMistake e) {
      return Optional.empty(); // the mistake is told to who runs that stack
    }
  }

  private static Map<String, TemplateValue> exports(Resolution other) {
    Map<String, TemplateValue> all = new LinkedHashMap<>();
    try {
      for (TemplateValue.Member member : other.outputs().members().values()) {
        if (member.value() instanceof TemplateValue.Members output
            && output.value("Value").isPresent()
            && output.value("Export").orElse(null) instanceof TemplateValue.Members export
            && export.value("Name").orElse(null) instanceof TemplateValue.Text name) {
          all.put(name.asString(), output.value("Value").orElseThrow());
        }
      }
    } catch (UserMistake e) {
      return Map.of(); // the mistake is told to who runs that stack
    }
    return all;
  }
}
