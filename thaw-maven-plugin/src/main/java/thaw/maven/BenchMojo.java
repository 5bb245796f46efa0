package thaw.maven;

import java.nio.file.Path;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.Execute;
import org.apache.maven.plugins.annotations.LifecyclePhase;
import org.apache.maven.plugins.annotations.Mojo;
import org.apache.maven.plugins.annotations.ResolutionScope;
import thaw.program.ProgramCall;
import thaw.program.ProgramWords;

/** Measures cold starts of the module's functions, variant against variant. */
@Mojo(name = "bench", requiresDependencyResolution = ResolutionScope.RUNTIME, threadSafe = true)
@Execute(phase = LifecyclePhase.PACKAGE)
public final class BenchMojo extends ColdStartMojo {
  @Override
  String goal() {
    return "bench";
  }

  @Override
  ProgramWords words(ProgramWords begun, Path out) {
    return measured(begun);
  }

  @Override
  void judge(ProgramCall ended, Path out) throws MojoFailureException {
    throw new MojoFailureException(failure(ended, out));
  }
}
