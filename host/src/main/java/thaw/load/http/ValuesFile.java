package thaw.load.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import thaw.problem.UserMistake;

/**
 * A table of values as comma-separated text (RFC 4180), the columns' names in its first line.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc4180.html">RFC 4180</a>
 */
public final class ValuesFile {
  private static final CsvMapper CSV =
      CsvMapper.builder()
          .enable(CsvParser.Feature.WRAP_AS_ARRAY)
          .enable(CsvParser.Feature.SKIP_EMPTY_LINES)
          .build();

  private ValuesFile() {}

  /**
   * @throws UserMistake when there is no such file, or it is no such table
   */
  public static RequestValues read(Path file) {
    List<List<String>> lines = lines(file);
    if (lines.size() < 2) {
      throw new UserMistake(
          file + " has no row of values", "write the columns' names in its first line, rows below");
    }
    List<String> columns = lines.getFirst().stream().map(String::strip).toList();
    if (new HashSet<>(columns).size() < columns.size() || columns.contains("")) {
      throw new UserMistake(
          "two columns have one name, or one has none, in " + file + ": " + columns,
          "give each column a name of its own in the first line");
    }
    for (int i = 1; i < lines.size(); i++) {
      if (lines.get(i).size() != columns.size()) {
        throw new UserMistake(
            "%s: row %d has %d values, there are %d columns"
                .formatted(file, i, lines.get(i).size(), columns.size()),
            "mend that row; values with a comma are written in double quotes");
      }
    }
    return new RequestValues(columns, lines.subList(1, lines.size()));
  }

  private static List<List<String>> lines(Path file) {
    if (!Files.isRegularFile(file)) {
      throw new UserMistake("the file does not exist: " + file, "name a CSV file with --data");
    }
    List<List<String>> lines = new ArrayList<>();
    try (MappingIterator<String[]> rows = CSV.readerFor(String[].class).readValues(file.toFile())) {
      while (rows.hasNext()) {
        lines.add(List.of(rows.next()));
      }
      return lines;
    } catch (JsonProcessingException e) {
      throw new UserMistake(
          file + " is not CSV: " + e.getOriginalMessage(), "mend it as RFC 4180 has it");
    } catch (IOException | RuntimeException e) {
      throw new UserMistake(
          "cannot read " + file + ": " + e.getMessage(), "check that it is CSV in UTF-8");
    }
  }
}
