import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A page of docs/measured whose parts a benchmark writes anew, each between its mark and the next
 * end. Tables of many rows lie beside the page.
 */
record MeasuredPage(Path path, String benchmark) {
  private static final String END = "<!-- end -->";

  MeasuredPage(String name, String benchmark) {
    this(Path.of("docs/measured", name), benchmark);
  }

  /** Writes a table beside the page, as NAME.tsv: its head and its rows, cells apart by tabs. */
  void writeTable(List<String> lines) throws IOException {
    String name = path.getFileName().toString().replaceFirst("\\.md$", ".tsv");
    Files.write(path.resolveSibling(name), lines);
  }

  void write(String part, List<String> lines) throws IOException {
    String text = Files.readString(path);
    String begin = "<!-- benchmarks/run " + benchmark + ": " + part + " -->\n";
    int from = text.indexOf(begin);
    int to = text.indexOf(END, Math.max(from, 0));
    if (from < 0 || to < 0) {
      throw new IllegalStateException(path + " has no part " + begin);
    }
    Files.writeString(
        path, text.substring(0, from + begin.length()) + "\n" + String.join("\n", lines).strip() + "\n\n" + text.substring(to));
  }
}
