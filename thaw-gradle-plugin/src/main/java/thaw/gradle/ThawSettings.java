package thaw.gradle;

import org.gradle.api.file.ConfigurableFileCollection;
import org.gradle.api.file.RegularFileProperty;
import org.gradle.api.provider.ListProperty;
import org.gradle.api.provider.MapProperty;
import org.gradle.api.provider.Property;

/** The block {@code thaw { ... }} of a build script. What is not set is as the program has it. */
public interface ThawSettings {
  /**
   * Folder of Thaw, or the program's file. Default: the variable THAW_HOME, else the artefact of
   * the configuration {@code thawDistribution}.
   */
  Property<String> getHome();

  /** Folder of a JDK 25 or later for the program. Default: as the program finds one. */
  Property<String> getJavaHome();

  /**
   * The source that is run, as one file: a folder with a template, a template, a jar, a zip, a
   * folder of classes; or a task that makes it. The default is the project's folder when it has a
   * template, else the zip of the task {@code thawZip}.
   */
  ConfigurableFileCollection getSource();

  /**
   * Logical id or name of the function, or the path of its construct in CDK; needed where a
   * template has several.
   */
  Property<String> getFunction();

  /** Handler of a jar, a zip or a folder of classes: CLASS or CLASS::METHOD. */
  Property<String> getHandler();

  /** Values of the template's parameters. */
  MapProperty<String, String> getParameters();

  /** Memory size in MB. */
  Property<Integer> getMemory();

  /** JDK that functions run on: a version or a folder. */
  Property<String> getJdk();

  /** Client of the Runtime API: official or thaw. */
  Property<String> getRuntime();

  /** Region that functions find in AWS_REGION. */
  Property<String> getRegion();

  /** Event of the first invocation: a file or JSON. */
  Property<String> getEvent();

  /** Further options of each command, each a word such as --reach-host or --seed=data. */
  ListProperty<String> getOptions();

  /** Absolute limits of the task {@code thawCheck}. Default: budget.yaml, if there is one. */
  RegularFileProperty getBudget();

  /** A baseline.json of an earlier measurement, which {@code thawCheck} compares with. */
  RegularFileProperty getBaseline();
}
