package thaw.load.http;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The values in which requests differ: rows of a table, one for each request, from the first again
 * after the last; {@code number}, the request's own, from 0; and {@code trace}, a trace header that
 * tells it.
 *
 * @param columns distinct
 * @param rows each with a value for every column
 */
public record RequestValues(List<String> columns, List<List<String>> rows, TraceIds traces) {
  static final String NUMBER = "number";
  static final String TRACE = "trace";

  public static final RequestValues NONE = new RequestValues(List.of(), List.of());

  public RequestValues(List<String> columns, List<List<String>> rows) {
    this(columns, rows, TraceIds.next());
  }

  /** The same rows, in a run of its own. */
  public RequestValues traced(TraceIds others) {
    return new RequestValues(columns, rows, others);
  }

  public RequestValues {
    columns = List.copyOf(columns);
    rows = List.copyOf(rows);
    for (List<String> row : rows) {
      if (row.size() != columns.size()) {
        throw new IllegalArgumentException(
            "must have " + columns.size() + " values as there are columns: " + row);
      }
    }
  }

  Set<String> names() {
    Set<String> names = new HashSet<>(rows.isEmpty() ? List.of() : columns);
    names.add(NUMBER);
    names.add(TRACE);
    return names;
  }

  /** Those of one request. */
  Map<String, String> of(long number) {
    Map<String, String> values = new HashMap<>();
    values.put(NUMBER, Long.toString(number));
    values.put(TRACE, traces.of(number));
    if (!rows.isEmpty()) {
      List<String> row = rows.get((int) (number % rows.size()));
      for (int i = 0; i < columns.size(); i++) {
        values.put(columns.get(i), row.get(i));
      }
    }
    return values;
  }
}
