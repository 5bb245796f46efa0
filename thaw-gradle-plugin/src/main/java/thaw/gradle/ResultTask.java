package thaw.gradle;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.gradle.api.GradleException;
import org.gradle.api.file.DirectoryProperty;
import org.gradle.api.file.RegularFile;
import org.gradle.api.provider.Property;
import org.gradle.api.provider.Provider;
import org.gradle.api.tasks.Input;
import org.gradle.api.tasks.Internal;
import org.gradle.api.tasks.Optional;
import org.gradle.api.tasks.OutputFile;
import org.gradle.api.tasks.TaskAction;
import org.gradle.api.tasks.options.Option;
import org.gradle.work.DisableCachingByDefault;
import thaw.program.CheckFailure;
import thaw.program.ProgramCall;
import thaw.program.ProgramWords;
import thaw.program.Templates;

/** A task of one function's cold starts whose result are files in a folder. */
@DisableCachingByDefault(because = "a measurement is of this machine")
public abstract class ResultTask extends ThawTask {
  private static final CheckFailure FAILURE =
      new CheckFailure("thawCheck --not-measured=warn", "gradle thawWhy --function=");

  @Input
  @Optional
  @Option(
      option = "function",
      description = "Logical id or name of the function, or its construct's path.")
  public abstract Property<String> getFunction();

  /**
   * The folder of the result. It is not an output as a whole: Gradle deletes an output that it has
   * no record of, as after a kill.
   */
  @Internal
  public abstract DirectoryProperty getOut();

  /** The file that the command writes at its end. */
  @OutputFile
  public Provider<RegularFile> getLastFile() {
    return getOut().file(lastFile());
  }

  @Option(option = "out", description = "Folder of the result, seen from the project.")
  public void setOutFolder(String folder) {
    getOut().set(getProjectFolder().dir(folder));
  }

  /** Name of the file that the command writes at its end. */
  abstract String lastFile();

  /** The command of the program that does it. */
  abstract String command();

  /**
   * The command's words; its folder comes after them.
   *
   * @param begun what says what is run
   */
  abstract ProgramWords words(ProgramWords begun);

  /** Judges a command that did its work with the answer no, or could not measure. */
  abstract void judge(ProgramCall ended);

  @TaskAction
  public void run() {
    ProgramWords begun = begin(command()).value("--function", getFunction().getOrNull());
    ProgramCall ended = call(words(begun).value("--out", result()));
    switch (ended.outcome()) {
      case DONE -> getLogger().lifecycle("Result: {}", result());
      case NO, NOT_MEASURED -> judge(ended);
      case MISTAKE, BUG, ENDED -> throw mistake(command(), ended);
    }
  }

  /** Returns what a failed build says of cold starts that are not good. */
  final String failure(ProgramCall ended) {
    return FAILURE.of(ended, result().toString(), getFunction().getOrNull());
  }

  final Path result() {
    return getOut().get().getAsFile().toPath();
  }

  /** Words that may name files. */
  abstract List<String> fileWords();

  final List<String> fileWords(List<String> events) {
    return Stream.concat(events.stream(), getOptions().get().stream()).collect(Collectors.toList());
  }

  /** Files that template, events or options name elsewhere are no inputs that Gradle knows. */
  boolean dependsOnProjectAlone() {
    Path source = source();
    Path folder = getProjectFolder().get().getAsFile().toPath();
    if (!source.startsWith(folder)
        || !new ComparedPaths(folder, getFunctionFiles()).haveAllOf(fileWords())) {
      return false;
    }
    try {
      return !Templates.reachesOut(source);
    } catch (IOException e) {
      throw new GradleException("The template of " + source + " cannot be read: " + e, e);
    }
  }
}
