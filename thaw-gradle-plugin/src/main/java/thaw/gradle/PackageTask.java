package thaw.gradle;

import java.util.List;
import org.gradle.api.GradleException;
import org.gradle.api.provider.ListProperty;
import org.gradle.api.provider.Property;
import org.gradle.api.tasks.Input;
import org.gradle.api.tasks.Optional;
import org.gradle.api.tasks.options.Option;
import org.gradle.work.DisableCachingByDefault;
import thaw.program.ProgramCall;
import thaw.program.ProgramWords;

/** Makes a deployment package with a JVM and a class archive of its own, and its template. */
@DisableCachingByDefault(because = "a class archive is of this machine's kind")
public abstract class PackageTask extends ResultTask {
  @Input
  @Optional
  @Option(option = "to", description = "provided, managed, image or runtime.")
  public abstract Property<String> getTo();

  @Input
  @Option(option = "event", description = "Event that trains the class archive; repeatable.")
  public abstract ListProperty<String> getEvents();

  @Input
  @Optional
  @Option(option = "fix", description = "A folder of results of thawFix.")
  public abstract Property<String> getFix();

  @Input
  @Optional
  @Option(option = "arch", description = "x86_64 or arm64.")
  public abstract Property<String> getArch();

  @Input
  @Optional
  @Option(option = "base", description = "Base image of an image.")
  public abstract Property<String> getBase();

  @Input
  @Optional
  @Option(option = "format", description = "Form of an image: docker-tar, oci-tar, oci-layout.")
  public abstract Property<String> getFormat();

  /**
   * Tells whether the task depends on the project alone: Gradle does not know what it reads
   * elsewhere.
   */
  @Override
  boolean dependsOnProjectAlone() {
    return !getFix().isPresent() && !getBase().isPresent() && super.dependsOnProjectAlone();
  }

  @Override
  List<String> fileWords() {
    return fileWords(getEvents().get());
  }

  @Override
  String lastFile() {
    return "manifest.json";
  }

  @Override
  String command() {
    return "package";
  }

  @Override
  ProgramWords words(ProgramWords begun) {
    return begun
        .value("--to", getTo().getOrNull())
        .values("--event", getEvents().get())
        .value("--fix", getFix().getOrNull())
        .value("--arch", getArch().getOrNull())
        .value("--base", getBase().getOrNull())
        .value("--format", getFormat().getOrNull());
  }

  @Override
  void judge(ProgramCall ended) {
    throw new GradleException(
        "No package was made; the log above says why."
            + System.lineSeparator()
            + "Remedy: let the function succeed with its event first: gradle thawBench");
  }
}
