package thaw.http;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The fields of a message's head or trailers, in the order in which they came (RFC 9110, 5). */
public final class FieldSection implements Iterable<Response.Field> {
  static final FieldSection EMPTY = new FieldSection(List.of());

  private final List<Response.Field> fields;

  /**
   * @param fields not changed afterwards
   */
  public FieldSection(List<Response.Field> fields) {
    this.fields = fields;
  }

  /** The value of a name's first line. */
  public Optional<String> first(String name) {
    for (Response.Field field : fields) {
      if (field.name().equalsIgnoreCase(name)) {
        return Optional.of(field.value());
      }
    }
    return Optional.empty();
  }

  /** The values of a name's lines. */
  List<String> all(String name) {
    List<String> values = new ArrayList<>(1);
    for (Response.Field field : fields) {
      if (field.name().equalsIgnoreCase(name)) {
        values.add(field.value());
      }
    }
    return values;
  }

  /** The values of a name's lines as one, with commas between; null when it has none. */
  public @Nullable String joined(String name) {
    String joined = null;
    for (Response.Field field : fields) {
      if (field.name().equalsIgnoreCase(name)) {
        joined = joined == null ? field.value() : joined + ", " + field.value();
      }
    }
    return joined;
  }

  /** Joins values as {@link #joined} does, and takes only one of those that are the same. */
  public @Nullable String joinedOnce(String name) {
    List<String> values = all(name);
    return switch (values.size()) {
      case 0 -> null;
      case 1 -> values.getFirst();
      default -> String.join(", ", new LinkedHashSet<>(values));
    };
  }

  /** Returns whether a name's list of options has this one. */
  public boolean lists(String name, String option) {
    String options = joined(name);
    return options != null && (options.equalsIgnoreCase(option) || isIn(options, option));
  }

  /** Tells whether an option is in the list, in one pass: whoever asks chooses the text. */
  private static boolean isIn(String options, String option) {
    int begin = 0;
    while (begin <= options.length()) {
      int comma = options.indexOf(',', begin);
      int end = comma < 0 ? options.length() : comma;
      if (options.substring(begin, end).strip().equalsIgnoreCase(option)) {
        return true;
      }
      begin = end + 1;
    }
    return false;
  }

  public List<Response.Field> list() {
    return fields;
  }

  @Override
  public Iterator<Response.Field> iterator() {
    return fields.iterator();
  }
}
