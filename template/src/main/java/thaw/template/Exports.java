package thaw.template;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import thaw.problem.UserMistake;

/**
 * What other stacks export: those whose templates lie beside a template of CDK, and what the user
 * says.
 */
final class Exports {
  private static final String SYNTHESISED = ".template.json";

  private final Resolution resolution;
  private final Surroundings around;
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
      siblings().forEach(file -> all.putAll(exports(file)));
    }
    return ofSiblings;
  }

  private List<Path> siblings() {
    if (!resolution.file().toString().endsWith(SYNTHESISED)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(resolution.file().toAbsolutePath().resolveSibling(""))) {
      return files
          .filter(file -> file.toString().endsWith(SYNTHESISED))
          .filter(file -> !around.leadsTo(file))
          .filter(Exports::exportsAny)
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException("could not list the folder of " + resolution.file(), e);
    }
  }

  private static boolean exportsAny(Path file) {
    try {
      return Files.readString(file).contains("\"Export\"");
    } catch (IOException e) {
      return false; // no text: it exports nothing
    }
  }

  private Map<String, TemplateValue> exports(Path file) {
    Map<String, TemplateValue> all = new LinkedHashMap<>();
    try {
      Resolution other =
          Resolution.within(
              file, Map.of(), resolution.deployment(), around.with(file, "", Set.of()));
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
