package thaw.lab.initorder;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.fixture.StartsProcesses;
import thaw.lab.engine.Lesson;
import thaw.lab.engine.RealWorkbench;
import thaw.lab.result.Case;
import thaw.lab.result.MadeUpSamples;
import thaw.lab.result.Verdict;
import thaw.sandbox.jdk.Jdk;

/** Samples of lesson 4 in real JVMs. */
@StartsProcesses("It compares how long init and requests take")
class InitOrderRunTest {
  @TempDir private Path folder;
  private RealWorkbench real;

  @BeforeEach
  void open() {
    real = new RealWorkbench(folder);
  }

  @AfterEach
  void close() {
    real.close();
  }

  @Test
  void a_function_tells_what_ran_in_init_and_what_a_request_waited_for() throws Exception {
    String jdk = real.jdk();
    Case subject = InitFunction.ALL_PLACES.on(jdk);
    MadeUpSamples samples = new MadeUpSamples();
    new InitOrder()
        .measure(subject, real.workbench())
        .forEach((key, value) -> samples.with(subject, key, value));

    List<Verdict> verdicts = new InitOrder().conclude(samples.samples()).verdicts();

    for (Verdict verdict : verdicts.subList(0, 4)) {
      assertEquals(
          List.of(Verdict.Judgement.HOLDS),
          verdict.answers().stream().map(Verdict.ForJdk::judgement).toList(),
          verdict.toString());
    }
  }

  @Test
  void quick_has_fewer_cases_but_all_jdks() throws Exception {
    Lesson lesson = new InitOrder();
    List<Case> quick = lesson.cases(real.scope(true), real.workbench());
    List<Case> full = lesson.cases(real.scope(false), real.workbench());
    assertTrue(quick.size() < full.size() && full.containsAll(quick));
    assertEquals(
        real.jdks().stream().map(Jdk::label).distinct().toList(),
        quick.stream().map(subject -> subject.get(Case.JDK)).distinct().toList());
  }
}
