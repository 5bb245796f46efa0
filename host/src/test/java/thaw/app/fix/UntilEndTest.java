package thaw.app.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import thaw.app.shared.Progress;

class UntilEndTest {
  @Test
  void no_line_follows_the_last_words() {
    List<String> said = new ArrayList<>();
    AtomicBoolean ended = new AtomicBoolean();
    Progress terminal =
        new Progress() {
          @Override
          public void lines(String text) {
            said.add(text.strip());
          }
        };
    Progress progress = new UntilEnd(terminal, ended::get);
    progress.line("trying one");
    ended.set(true);
    progress.line("trying another");
    progress.lines("a warning\n");
    progress.begin("building").close();
    assertEquals(List.of("trying one"), said);
  }
}
