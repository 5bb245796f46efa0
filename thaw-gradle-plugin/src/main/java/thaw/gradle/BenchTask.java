package thaw.gradle;

import org.gradle.api.tasks.VerificationException;
import org.gradle.work.DisableCachingByDefault;
import thaw.program.ProgramCall;
import thaw.program.ProgramWords;

/** Measures cold starts of the project's functions, variant against variant. */
@DisableCachingByDefault(because = "a measurement is of this machine")
public abstract class BenchTask extends ColdStartTask {
  @Override
  String lastFile() {
    return "report.html";
  }

  @Override
  String command() {
    return "bench";
  }

  @Override
  ProgramWords words(ProgramWords begun) {
    return measured(begun);
  }

  @Override
  void judge(ProgramCall ended) {
    throw new VerificationException(failure(ended));
  }
}
