package thaw.maven;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.Parameter;
import org.jspecify.annotations.Nullable;
import thaw.program.ProgramCall;
import thaw.program.ProgramOutcome;

/**
 * A goal whose result are files in a folder. It does nothing when it was done before with the same
 * inputs.
 */
abstract class ResultMojo extends ThawMojo {
  /** Folder of the result. Default: thaw/GOAL in the build's folder. */
  @Parameter(property = "thaw.out")
  private @Nullable File out;

  /** Does the work again, though no input has changed. */
  @Parameter(property = "thaw.force", defaultValue = "false")
  private boolean force;

  /** Name of the goal, and of its folder. */
  abstract String goal();

  /** The command's words; its folder comes after them. */
  abstract List<String> words(Path source, Path out)
      throws MojoExecutionException, MojoFailureException;

  /** What a command means that did its work with the answer no, or could not measure. */
  abstract void judge(ProgramOutcome outcome, ProgramCall ended, Path out)
      throws MojoFailureException;

  /** Whether the result may be kept: another build, which nobody watches, is no part of it. */
  boolean isOfModuleAlone() {
    return true;
  }

  @Override
  final void run(Path source) throws MojoExecutionException, MojoFailureException {
    Path to = out(out, goal());
    Path program = program();
    List<String> words = new ArrayList<>(words(source, to));
    words.add("--out=" + to);
    Optional<KeptResult> kept = kept(source, program, words, to);
    if (!force && kept.filter(KeptResult::isCurrent).isPresent()) {
      getLog().info("Nothing has changed since thaw " + goal() + " made " + shown(to));
      return;
    }
    try {
      if (kept.isPresent()) {
        kept.get().forget();
      }
      ProgramCall ended = call(command(program, words));
      conclude(ended, to);
      if (ended.outcome() == ProgramOutcome.DONE) {
        keep(kept(source, program, words, to)); // Thaw may have built the module
      }
    } catch (IOException e) {
      throw new MojoExecutionException("The result could not be kept in " + to + ": " + e, e);
    }
  }

  private static void keep(Optional<KeptResult> kept) throws IOException {
    if (kept.isPresent()) {
      kept.get().keep();
    }
  }

  private void conclude(ProgramCall ended, Path to)
      throws MojoExecutionException, MojoFailureException {
    switch (ended.outcome()) {
      case DONE -> getLog().info("Result: " + shown(to));
      case NO, NOT_MEASURED -> judge(ended.outcome(), ended, to);
      case MISTAKE, BUG, ENDED -> throw mistake(goal(), ended);
    }
  }

  private Optional<KeptResult> kept(Path source, Path program, List<String> words, Path to)
      throws MojoExecutionException {
    if (!isOfModuleAlone()) {
      return Optional.empty();
    }
    try {
      return new ModuleInputs(project(), source, program)
          .digest(words, to)
          .map(digest -> new KeptResult(to, digest));
    } catch (IOException e) {
      throw new MojoExecutionException("The inputs of thaw " + goal() + " cannot be read: " + e, e);
    }
  }

  final String shown(Path file) {
    return file.startsWith(folder()) ? folder().relativize(file).toString() : file.toString();
  }
}
