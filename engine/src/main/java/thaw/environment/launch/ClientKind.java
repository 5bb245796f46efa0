package thaw.environment.launch;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import thaw.function.JavaRuntimes;
import thaw.problem.UserMistake;

/** Tells which client of the Runtime API starts a function in its JVM. */
public enum ClientKind {
  /** AWS's, which the managed runtimes have. */
  OFFICIAL(
      "runtime-client",
      "com.amazonaws.services.lambda.runtime.api.client.AWSLambda",
      "thaw.training.PrimedRuntime"),
  /** Thaw's, of the guest jar {@code thaw-runtime}. */
  THAW("thaw-runtime", "thaw.runtime.Main", "thaw.runtime.Main");

  private final String folder;
  private final String mainClass;
  private final String primedClass;

  ClientKind(String folder, String mainClass, String primedClass) {
    this.folder = folder;
    this.mainClass = mainClass;
    this.primedClass = primedClass;
  }

  /** Returns the name that users write. */
  public String option() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Its part of a variant's name. */
  public String label() {
    return option() + " client";
  }

  /**
   * @throws UserMistake for a value that does not exist
   */
  public static ClientKind of(String option) {
    return Arrays.stream(values())
        .filter(value -> value.option().equals(option))
        .findFirst()
        .orElseThrow(() ->
            new UserMistake(
                "no runtime client has the name " + option,
                "use "
                    + String.join(" or ", Arrays.stream(values()).map(ClientKind::option).toList())
                    + (JavaRuntimes.isKnown(option)
                        ? "; for Lambda's runtime say Runtime: %s in the template, without one --jdk %d"
                            .formatted(option, JavaRuntimes.feature(option))
                        : "")));
  }

  /** The feature version of the oldest JDK that it runs on. */
  public int oldestJdk() {
    return switch (this) {
      case OFFICIAL -> ManagedRuntime.OLDEST_JDK;
      case THAW -> 17;
    };
  }

  /** Returns the name of the folder with its jars, in the program's folder. */
  String folder() {
    return folder;
  }

  /** Its only argument is the handler. */
  public String mainClass() {
    return mainClass;
  }

  /**
   * Returns the main class for a process that will be dumped, which runs the client's own code
   * before.
   */
  String primedClass() {
    return primedClass;
  }

  /**
   * Returns the options that the JVM is given for it.
   *
   * @param mountedAt where the JVM sees its folder
   */
  List<String> jvmOptions(Path mountedAt) {
    return switch (this) {
      case OFFICIAL ->
          List.of(
              "-Dcom.amazonaws.services.lambda.runtime.api.client.runtimeapi.NativeClient.JNI="
                  + RuntimeClient.library(mountedAt));
      case THAW -> List.of();
    };
  }
}
