package thaw.apigateway;

import java.util.List;

/** Notes for tests to look at. */
record Kept(List<String> lines) implements AuthorNotes {
  static AuthorNotes in(List<String> lines) {
    return new Kept(lines);
  }

  @Override
  public void say(String line) {
    lines.add(line);
  }

  @Override
  public void sayOf(String requestId, String line) {
    lines.add(line);
  }
}
