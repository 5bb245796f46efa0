package thaw.environment;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Test;

class AsideTest {
  private final List<String> told = new ArrayList<>();

  private void tell(Executor threads) {
    new Aside(threads).run(() -> told.add("news"));
  }

  @Test
  void news_that_no_thread_is_to_be_had_for_are_told_all_the_same() {
    tell(_ -> {
      throw new OutOfMemoryError("unable to create native thread");
    });
    assertEquals(List.of("news"), told);
  }

  @Test
  void news_are_told_once_where_a_thread_runs_whose_start_has_failed() {
    tell(news -> {
      news.run();
      throw new OutOfMemoryError("unable to create native thread");
    });
    assertEquals(List.of("news"), told);
  }
}
