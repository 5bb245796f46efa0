package thaw.lab.result;

import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * Figures side by side.
 *
 * @param title what they are, with the unit where all have the same one
 * @param note what to know when reading it; may be empty
 * @param rowHead what the rows are
 * @param columns the heads of the columns
 * @param rows each with as many entries as there are columns
 */
public record Table(
    String title, String note, String rowHead, List<String> columns, List<Row> rows) {
  public Table {
    columns = List.copyOf(columns);
    rows = List.copyOf(rows);
    for (Row row : rows) {
      if (row.entries().size() != columns.size()) {
        throw new IllegalArgumentException(
            "must have "
                + columns.size()
                + " entries: "
                + row.name()
                + ", "
                + row.entries().size());
      }
    }
  }

  /** Returns a table with a column for each thing that is compared, and its entry in each row. */
  public static <R, C> Table of(
      String title,
      String note,
      String rowHead,
      List<R> rows,
      Function<R, String> name,
      List<C> columns,
      Function<C, String> head,
      BiFunction<R, C, Entry> entry) {
    return new Table(
        title,
        note,
        rowHead,
        columns.stream().map(head).toList(),
        rows.stream()
            .map(row ->
                new Row(
                    name.apply(row),
                    columns.stream().map(column -> entry.apply(row, column)).toList()))
            .toList());
  }

  /** Returns a table whose columns are of different kinds. */
  public static <R> Table of(
      String title,
      String note,
      String rowHead,
      List<R> rows,
      Function<R, String> name,
      List<Column<R>> columns) {
    return of(
        title,
        note,
        rowHead,
        rows,
        name,
        columns,
        Column::head,
        (row, column) -> column.entry().apply(row));
  }

  /** A column, by the entry that it has in a row. */
  public record Column<R>(String head, Function<R, Entry> entry) {}

  /** One line of a table. */
  public record Row(String name, List<Entry> entries) {
    public Row {
      entries = List.copyOf(entries);
    }
  }
}
