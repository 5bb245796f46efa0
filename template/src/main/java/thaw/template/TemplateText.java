package thaw.template;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ReaderException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import thaw.problem.UserMistake;

/**
 * The text of a template, YAML or JSON, made into {@link TemplateValue}s. Knows syntax only; what
 * is no template yet (Jinja, Velocity) is said to be so.
 */
public final class TemplateText {
  /** Velocity's own lines are comments to YAML, so they must be looked for. */
  private static final Pattern VELOCITY =
      Pattern.compile("#(set|if|foreach|macro)[ ]*\\([ ]*[$'\"]");

  private static final List<String> DIRECTIVES = List.of("#set", "#if", "#foreach", "#macro");

  /** The line before a text of several lines. */
  private static final Pattern BLOCK = Pattern.compile("(^|[\\s:])[|>][-+0-9]*\\s*$");

  /** {@code {{resolve:ssm:...}}} is CloudFormation's own and no mark of Jinja. */
  private static final Pattern JINJA = Pattern.compile("\\{\\{(?!\\s*resolve:)|\\{%");

  /** CloudFormation takes 1 MB; what is larger is not even looked at for marks of Jinja. */
  private static final int LARGEST_BYTES = 3 * 1024 * 1024;

  private static final int DEEPEST = 200;

  private static final int NO_BLOCK = -1;

  private static final String RENDER = "render it first, then give Thaw the rendered folder";

  private final String file;
  private final String text;

  private TemplateText(String file, String text) {
    this.file = file;
    this.text = text;
  }

  public static TemplateValue.Members read(Path path) {
    return read(path, _ -> {});
  }

  /**
   * @param warnings gets a line for what stands there without effect
   */
  public static TemplateValue.Members read(Path path, Consumer<String> warnings) {
    return new TemplateText(path.toString(), content(path)).parse(warnings);
  }

  private static String content(Path path) {
    try {
      requireSize(path.toString(), Files.size(path));
      return Files.readString(path);
    } catch (CharacterCodingException e) {
      throw new UserMistake(
          path + " is not a text in UTF-8", "give a template in YAML or JSON, or a .jar or .zip");
    } catch (IOException e) {
      throw new UncheckedIOException("could not read the template " + path, e);
    }
  }

  private static void requireSize(String file, long bytes) {
    if (bytes > LARGEST_BYTES) {
      throw new UserMistake(
          "%s: a template must be at most %d bytes: %d".formatted(file, LARGEST_BYTES, bytes),
          "divide it into several; CloudFormation takes no more than 1 MB");
    }
  }

  private TemplateValue.Members parse(Consumer<String> warnings) {
    requireSize(file, text.length());
    Optional<TemplateValue> json =
        isBraced() ? JsonValues.of(file, withoutMark(), warnings) : Optional.empty();
    TemplateValue value = json.orElseGet(() -> yaml(warnings));
    if (value instanceof TemplateValue.Members members) {
      return members;
    }
    throw value
        .place()
        .mistake("a template must be a mapping with Resources", "give a SAM template");
  }

  /** Returns whether it begins as JSON does; YAML may as well. */
  private boolean isBraced() {
    return withoutMark().stripLeading().startsWith("{");
  }

  private String withoutMark() {
    return text.startsWith("\uFEFF") ? text.substring(1) : text;
  }

  private TemplateValue yaml(Consumer<String> warnings) {
    refuseVelocity();
    LoadSettings settings = LoadSettings.builder().setLabel(file).build();
    try {
      return new YamlValues(
              file, new Parse(settings).parseString(readable()).iterator(), this::jinja, warnings)
          .document()
          .orElseThrow(() -> new UserMistake(file + " is empty", "give a SAM template"));
    } catch (MarkedYamlEngineException e) {
      throw syntaxError(e);
    } catch (ReaderException e) {
      throw place(e.getPosition())
          .mistake(
              "YAML does not allow the character U+%04X".formatted(e.getCodePoint()),
              "remove the character");
    } catch (YamlEngineException e) {
      throw new UserMistake(
          file + ": " + firstLine(String.valueOf(e.getMessage())), "mend the YAML of the template");
    }
  }

  /**
   * @throws UserMistake when a value is deeper than any template has one
   */
  static void requireDepth(int depth, Place place) {
    if (depth > DEEPEST) {
      throw place.mistake(
          "the template must not nest deeper than " + DEEPEST + " levels",
          "write it with fewer levels; CloudFormation's own limit is lower");
    }
  }

  /**
   * Returns the text in a form that the parser accepts, with every character in its place: no byte
   * order mark, no tabs in JSON (YAML allows none for indentation), and a stand-in for bare
   * hyphens.
   */
  private String readable() {
    String readable = isBraced() ? withoutMark().replace('\t', ' ') : withoutMark();
    return BareHyphens.replaced(readable);
  }

  private UserMistake syntaxError(MarkedYamlEngineException e) {
    Place place =
        e.getProblemMark()
            .or(e::getContextMark)
            .map(mark -> new Place(file, mark.getLine() + 1, mark.getColumn() + 1))
            .orElse(new Place(file, 1, 1));
    Optional<UserMistake> jinja = jinja(place);
    if (jinja.isPresent()) {
      return jinja.get();
    }
    String problem = firstLine(String.valueOf(e.getProblem()));
    if (problem.contains("\\t")) {
      return place.mistake("a tab indents this line", "indent with spaces, YAML allows no tabs");
    }
    return place.mistake(
        "this is not valid YAML: " + problem, "mend the YAML at this place or just above it");
  }

  /**
   * Returns the mistake that explains a syntax error near Jinja marks; empty where the text has
   * none.
   */
  private Optional<UserMistake> jinja(Place near) {
    Optional<Place> mark =
        JINJA.matcher(text).results().findFirst().map(match -> place(match.start()));
    return mark.map(place ->
        (near.line() == place.line() ? near : place)
            .mistake("this template is not rendered yet: it has Jinja marks", RENDER));
  }

  /** A mapping template of an API, which its gateway renders, is a text of several lines. */
  private void refuseVelocity() {
    if (DIRECTIVES.stream().noneMatch(text::contains)) {
      return;
    }
    int block = NO_BLOCK;
    int number = 0;
    for (String line : (Iterable<String>) text.lines()::iterator) {
      number++;
      int indent = indent(line);
      if (indent < line.length() && (block == NO_BLOCK || indent <= block)) {
        if (VELOCITY.matcher(line).region(indent, line.length()).lookingAt()) {
          throw new Place(file, number, 1)
              .mistake("this template is not rendered yet: it has Velocity marks", RENDER);
        }
        block = BLOCK.matcher(line).find() ? indent : NO_BLOCK;
      }
    }
  }

  private static int indent(String line) {
    return line.length() - line.stripLeading().length();
  }

  private Place place(int index) {
    String before = text.substring(0, Math.clamp(index, 0, text.length()));
    int line = (int) before.chars().filter(c -> c == '\n').count() + 1;
    return new Place(file, line, before.length() - before.lastIndexOf('\n'));
  }

  private static String firstLine(String message) {
    return message.lines().findFirst().orElse("");
  }
}
