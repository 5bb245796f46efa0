package thaw.lab.engine;

import java.util.List;
import java.util.Optional;
import thaw.sandbox.jdk.Jdk;
import thaw.snapshot.archive.ArchiveFormat;

/** The archive, if any, from which a JVM loads its classes. */
public enum ArchiveUse {
  /** The archive of JDK classes that comes with the JDK: as nearly all JVMs start. */
  DEFAULT_CDS("default CDS"),
  /** {@code -Xshare:off}. */
  NO_CDS("no CDS"),
  /** The archive of JDK classes, and one of the program's own classes: JEP 350. */
  APP_CDS("AppCDS"),
  /** The cache of loaded and linked classes, with what lambdas need: JEP 483, 514. */
  AOT_CACHE("AOT cache");

  private final String words;

  ArchiveUse(String words) {
    this.words = words;
  }

  public String words() {
    return words;
  }

  /** The words of those that have the program's own classes. */
  public static List<String> ofProgram() {
    return List.of(APP_CDS.words, AOT_CACHE.words);
  }

  public boolean isKnownTo(Jdk jdk) {
    return format().map(format -> format.isKnownTo(jdk)).orElse(true);
  }

  /**
   * Returns the format of the archive that is made by a training run, or empty where there is none.
   */
  Optional<ArchiveFormat> format() {
    return switch (this) {
      case DEFAULT_CDS, NO_CDS -> Optional.empty();
      case APP_CDS -> Optional.of(ArchiveFormat.DYNAMIC_CDS);
      case AOT_CACHE -> Optional.of(ArchiveFormat.AOT_CACHE);
    };
  }
}
