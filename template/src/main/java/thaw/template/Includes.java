package thaw.template;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** Reads the files of {@code AWS::Include}, from the template's folder. */
final class Includes {
  /** Files that each include the next one twice would be read without end. */
  private static final int MOST_FILES = 500;

  private static final String INCLUDE = "AWS::Include";

  private final Path root;
  private final List<Path> files = new ArrayList<>();
  private final Set<Path> inProgress = new LinkedHashSet<>();
  private final Consumer<String> warnings;

  Includes(Path root, Consumer<String> warnings) {
    this.root = root;
    this.warnings = warnings;
  }

  /** Returns the files that were read. */
  List<Path> files() {
    return List.copyOf(files);
  }

  /**
   * Returns what a transform gives, evaluated, or why that is not known.
   *
   * @param argument of {@code Fn::Transform}
   */
  TemplateValue transform(
      TemplateValue argument, Place place, UnaryOperator<TemplateValue> evaluation) {
    TemplateValue.Call call = new TemplateValue.Call("Transform", argument, place);
    if (!(argument instanceof TemplateValue.Members members)) {
      return unknown(call, "Fn::Transform is not understood", "write Name and Parameters", false);
    }
    String name = text(members, "Name").orElse("");
    if (!name.equals(INCLUDE)) {
      return unknown(
          call,
          "the macro " + name + " runs on AWS only",
          "write what it makes into the template",
          true);
    }
    Optional<TemplateValue> location =
        members.value("Parameters").orElse(null) instanceof TemplateValue.Members parameters
            ? parameters.value("Location").map(evaluation)
            : Optional.empty();
    if (location.isPresent() && location.get() instanceof TemplateValue.Call unknown) {
      return unknown;
    }
    return location.isPresent() && location.get() instanceof TemplateValue.Text text
        ? file(call, text.asString(), evaluation)
        : unknown(call, INCLUDE + " has no Location", "add Parameters: {Location: FILE}", false);
  }

  private TemplateValue file(
      TemplateValue.Call call, String location, UnaryOperator<TemplateValue> evaluation) {
    try {
      Path file = root.resolve(location);
      if (!location.contains("://") && Files.isRegularFile(file)) {
        if (!inProgress.add(file)) {
          return unknown(
              call, location + " includes itself", "remove one of the two Fn::Transform", false);
        }
        try {
          if (files.size() >= MOST_FILES) {
            return unknown(
                call,
                "more than %d files are included".formatted(MOST_FILES),
                "include fewer; each file is counted as often as it is there",
                false);
          }
          files.add(file);
          return evaluation.apply(TemplateText.read(file, warnings));
        } finally {
          inProgress.remove(file);
        }
      }
    } catch (InvalidPathException e) {
      // as one that is not there
    }
    return unknown(
        call,
        "what is included is not on this machine: " + location,
        "name a file, seen from the template",
        true);
  }

  private static Optional<String> text(TemplateValue.Members members, String name) {
    return members.value(name).orElse(null) instanceof TemplateValue.Text text
        ? Optional.of(text.asString())
        : Optional.empty();
  }

  private static TemplateValue unknown(
      TemplateValue.Call call, String cause, String remedy, boolean elsewhere) {
    return call.because(new TemplateValue.Unknown(call.place().mistake(cause, remedy), elsewhere));
  }
}
