package thaw.program;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Words of a command in the order in which they were added. What is not set is left out. */
public final class ProgramWords {
  private final List<String> words = new ArrayList<>();

  /**
   * Begins.
   *
   * @param command such as {@code bench}
   * @param source what is run
   */
  public ProgramWords(String command, Path source) {
    words.add(command);
    words.add(source.toString());
  }

  public ProgramWords value(String option, @Nullable Object value) {
    if (value != null && !value.toString().isBlank()) {
      words.add(option + "=" + value);
    }
    return this;
  }

  public ProgramWords values(String option, List<String> values) {
    values.forEach(each -> value(option, each));
    return this;
  }

  public ProgramWords pairs(String option, Map<String, String> values) {
    values.forEach((name, value) -> words.add(option + "=" + name + "=" + value));
    return this;
  }

  /**
   * An option without a value.
   *
   * @param wanted null for no
   */
  public ProgramWords flag(String option, @Nullable Boolean wanted) {
    if (wanted != null && wanted) {
      words.add(option);
    }
    return this;
  }

  /** Words as the user has written them. */
  public ProgramWords words(List<String> others) {
    words.addAll(others);
    return this;
  }

  public List<String> all() {
    return List.copyOf(words);
  }
}
