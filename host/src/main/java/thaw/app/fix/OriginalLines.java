package thaw.app.fix;

import java.nio.file.Path;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import thaw.remedy.edit.TextEdit;

/**
 * The lines of the owner's files, for places that are told of files with edits.
 *
 * @param texts of the files with edits, by path in the project
 * @param original text of a file of the project
 */
record OriginalLines(Map<Path, String> texts, Function<Path, String> original) {
  /** The class, file and line of a place: {@code example.Handler.run(Handler.java:42)}. */
  private static final Pattern PLACE =
      Pattern.compile("([\\w.$]+)\\.([\\w$<>]+)\\(([^:()\\s]+):(\\d+)\\)");

  OriginalLines {
    texts = Map.copyOf(texts);
  }

  /** Returns whether the owner's file does not have the line of a place. */
  boolean isNew(String place) {
    Matcher found = PLACE.matcher(place);
    return found.matches() && hasEdits(found) && before(found).isEmpty();
  }

  /** Returns a text whose places have the owner's lines; one that is new has none. */
  String in(String text) {
    return PLACE.matcher(text).replaceAll(found -> Matcher.quoteReplacement(original(found)));
  }

  private String original(MatchResult found) {
    if (!hasEdits(found)) {
      return found.group();
    }
    OptionalInt line = before(found);
    return "%s.%s(%s%s)"
        .formatted(
            found.group(1),
            found.group(2),
            found.group(3),
            line.isPresent() ? ":" + line.getAsInt() : "");
  }

  private boolean hasEdits(MatchResult found) {
    return texts.keySet().stream().anyMatch(file -> file.endsWith(end(found)));
  }

  private OptionalInt before(MatchResult found) {
    return texts.keySet().stream()
        .filter(file -> file.endsWith(end(found)))
        .findFirst()
        .map(file ->
            TextEdit.lineBefore(
                original.apply(file),
                texts.getOrDefault(file, ""),
                Integer.parseInt(found.group(4))))
        .orElseGet(OptionalInt::empty);
  }

  private static Path end(MatchResult found) {
    return Path.of(found.group(1).replace('.', '/')).resolveSibling(found.group(3));
  }
}
