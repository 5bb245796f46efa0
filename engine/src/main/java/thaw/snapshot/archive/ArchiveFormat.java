package thaw.snapshot.archive;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import thaw.sandbox.jdk.Jdk;

/**
 * The forms in which a JDK keeps loaded classes on disk, and the options that write and use them.
 */
public enum ArchiveFormat {
  /**
   * The ahead-of-time cache with loaded and linked classes, written by one training run.
   *
   * @see <a href="https://openjdk.org/jeps/514">JEP 514</a>
   */
  AOT_CACHE("AOT cache", "-XX:AOTCacheOutput=", "-XX:AOTCache=", "-XX:AOTMode=on", "aot", "aot"),
  /**
   * The dynamic class data sharing archive on top of the JDK's own.
   *
   * @see <a href="https://openjdk.org/jeps/350">JEP 350</a>
   */
  DYNAMIC_CDS(
      "AppCDS archive",
      "-XX:ArchiveClassesAtExit=",
      "-XX:SharedArchiveFile=",
      "-Xshare:on",
      "jsa",
      "cds");

  private static final int FIRST_WITH_AOT_CACHE_IN_ONE_STEP = 25;

  /**
   * Keep machine code out of an AOT cache. A JVM takes it as it is: on another processor it dies of
   * an instruction that is not there (JDK-8388703), and where an adapter of the same hash is
   * another one it logs warnings at each start. A start makes the adapters that it needs in no time
   * that could be measured.
   */
  private static final List<String> WITHOUT_CODE =
      List.of("-XX:+UnlockDiagnosticVMOptions", "-XX:-AOTAdapterCaching", "-XX:-AOTStubCaching");

  private static final int FIRST_WITH_DYNAMIC_CDS = 13;

  private final String words;
  private final String writeOption;
  private final String useOption;
  private final String requireOption;
  private final String extension;
  private final String logTag;

  ArchiveFormat(
      String words,
      String writeOption,
      String useOption,
      String requireOption,
      String extension,
      String logTag) {
    this.words = words;
    this.writeOption = writeOption;
    this.useOption = useOption;
    this.requireOption = requireOption;
    this.extension = extension;
    this.logTag = logTag;
  }

  /** The best that the JDK has; empty before 13. */
  public static Optional<ArchiveFormat> of(Jdk jdk) {
    if (jdk.feature() >= FIRST_WITH_AOT_CACHE_IN_ONE_STEP) {
      return Optional.of(AOT_CACHE);
    }
    return jdk.feature() >= FIRST_WITH_DYNAMIC_CDS ? Optional.of(DYNAMIC_CDS) : Optional.empty();
  }

  public boolean isKnownTo(Jdk jdk) {
    return jdk.feature()
        >= switch (this) {
          case AOT_CACHE -> FIRST_WITH_AOT_CACHE_IN_ONE_STEP;
          case DYNAMIC_CDS -> FIRST_WITH_DYNAMIC_CDS;
        };
  }

  /** Options of a training run; the JVM writes the archive when it exits. */
  public List<String> write(Path archive) {
    List<String> options = new ArrayList<>(List.of(writeOption + archive));
    options.addAll(furtherToWrite());
    return options;
  }

  /** Returns options of a training run whose JVM is told elsewhere where its archive goes. */
  public List<String> furtherToWrite() {
    return this == AOT_CACHE ? WITHOUT_CODE : List.of();
  }

  /**
   * Returns options of a run that records what an AOT cache is made of. A JVM starts the other half
   * by itself otherwise, which an emulated one cannot.
   */
  public static List<String> recordAot(Path configuration) {
    return List.of("-XX:AOTMode=record", "-XX:AOTConfiguration=" + configuration);
  }

  /** Returns options of a JVM that makes an AOT cache of what was recorded, and ends. */
  public static List<String> createAot(Path configuration, Path archive) {
    List<String> options =
        new ArrayList<>(
            List.of(
                "-XX:AOTMode=create",
                "-XX:AOTConfiguration=" + configuration,
                AOT_CACHE.useOption + archive));
    options.addAll(WITHOUT_CODE);
    return options;
  }

  public List<String> use(Path archive) {
    return List.of(useOption + archive);
  }

  /** Returns options to use an archive, or to do without it and say nothing. */
  public List<String> useQuietly(Path archive) {
    return List.of(useOption + archive, "-Xlog:" + logTag + "*=off");
  }

  /**
   * Returns options to use an archive with which the JVM ends with an error instead of doing
   * without the archive.
   */
  public List<String> require(Path archive) {
    return List.of(useOption + archive, requireOption);
  }

  /**
   * Returns the option with which a JVM that is told its archive elsewhere ends with an error
   * instead of doing without it.
   */
  public String requireOption() {
    return requireOption;
  }

  /** Returns the name for people and for results. */
  public String words() {
    return words;
  }

  /** File name of an archive. */
  public String fileName() {
    return "classes." + extension;
  }
}
