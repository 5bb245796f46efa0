package thaw.remedy.edit;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Several replacements in one file, each an edit of its own: what lies between them is free. */
final class FileRewrite {
  private final Path file;
  private final String text;
  private final List<Replacement> replacements = new ArrayList<>();

  private record Replacement(int start, int end, String with) {}

  /**
   * @param file relative to the project
   */
  FileRewrite(Path file, String text) {
    this.file = file;
    this.text = text;
  }

  /** Returns the file, relative to the project. */
  Path file() {
    return file;
  }

  /**
   * @param with lines that end with {@code \n}; the file's own line feeds are taken
   */
  void replace(int start, int end, String with) {
    String feed = text.contains("\r\n") ? "\r\n" : "\n";
    replacements.add(new Replacement(start, end, with.replace("\n", feed)));
  }

  void insert(int position, String with) {
    replace(position, position, with);
  }

  /** Returns the edits from the last position to the first. */
  List<TextEdit> edits() {
    List<Replacement> ordered = new ArrayList<>(replacements);
    ordered.sort(Comparator.comparingInt(Replacement::start)); // stable: as they were added
    List<TextEdit> edits = new ArrayList<>();
    String before = text;
    for (Replacement each : ordered.reversed()) {
      String after = before.substring(0, each.start()) + each.with() + before.substring(each.end());
      edits.add(TextEdit.between(file, before, after));
      before = after;
    }
    return edits;
  }
}
