package thaw.lab.result;

import java.util.List;

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

  /** One line of a table. */
  public record Row(String name, List<Entry> entries) {
    public Row {
      entries = List.copyOf(entries);
    }
  }
}
