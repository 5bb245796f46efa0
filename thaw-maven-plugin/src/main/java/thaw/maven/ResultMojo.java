package thaw.maven;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.apache.maven.plugins.annotations.Parameter;
import org.jspecify.annotations.Nullable;
import thaw.program.CheckFailure;
import thaw.program.ProgramCall;
import thaw.program.ProgramOutcome;
import thaw.program.ProgramWords;

/**
 * A goal whose result are files in a folder. It does nothing when it was done before with the same
 * inputs.
 */
abstract class ResultMojo extends ThawMojo {
  private static final CheckFailure FAILURE =
      new CheckFailure("-Dthaw.notMeasured=warn", "mvn thaw:why -Dthaw.function=");

  /** Folder of the result. Default: thaw/GOAL in the build's folder. */
  @Parameter(property = "thaw.out")
  private @Nullable File out;

  /** Does the work again, though no input has changed. */
  @Parameter(property = "thaw.force", defaultValue = "false")
  private boolean force;

  /** Name of the goal, and of its folder. */
  abstract String goal();

  /** The command of the program that does it. */
  String command() {
    return goal();
  }

  /**
   * The command's words; its folder comes after them.
   *
   * @param begun what says what is run
   */
  abstract ProgramWords words(ProgramWords begun, Path out) throws MojoExecutionException;

  /** Judges a command that did its work with the answer no, or could not measure. */
  abstract void judge(ProgramCall ended, Path out) throws MojoFailureException;

  /**
   * Returns whether the result may be kept: another build, which nobody watches, is no part of it.
   */
  boolean isOfModuleAlone() {
    return true;
  }

  @Override
  final void run(Path source) throws MojoExecutionException, MojoFailureException {
    Path to = out(out, goal());
    Path program = program();
    ProgramWords begun = begin(command(), source).value("--function", function());
    List<String> words = words(begun, to).value("--out", to).all();
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

  /** Returns what a failed build says of cold starts that are not good. */
  final String failure(ProgramCall ended, Path out) {
    return FAILURE.of(ended, shown(out), function());
  }

  private static void keep(Optional<KeptResult> kept) throws IOException {
    if (kept.isPresent()) {
      kept.get().keep();
    }
  }

  private void conclude(ProgramCall ended, Path to) throws MojoFailureException {
    switch (ended.outcome()) {
      case DONE -> getLog().info("Result: " + shown(to));
      case NO, NOT_MEASURED -> judge(ended, to);
      case MISTAKE, BUG, ENDED -> throw ended.mistake(goal());
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
