package thaw.lab.classloading;

import java.util.List;
import java.util.stream.Stream;
import thaw.lab.engine.ArchiveUse;

/**
 * The source from which a case loads its classes.
 *
 * @param words its name
 * @param quick whether it is measured with {@code --quick}
 */
record ClassSource(
    String words, boolean quick, Layout layout, ArchiveUse archive, boolean verified) {
  static final ClassSource FOLDER = of("folder", true, new Layout.Folder());
  static final ClassSource ONE_JAR = of("1 jar", true, new Layout.Jars(1, true));
  static final ClassSource STORED_JAR = of("1 uncompressed jar", true, new Layout.Jars(1, false));
  static final ClassSource JARS = of("20 jars", true, new Layout.Jars(20, true));
  static final ClassSource MANY_JARS = of("50 jars", false, new Layout.Jars(50, true));
  static final ClassSource TASK = of("as Lambda", true, new Layout.Task());
  static final ClassSource NESTED = of("20 nested jars", true, new Layout.Nested(20, true));
  static final ClassSource NESTED_STORED =
      of("20 nested, uncompressed", false, new Layout.Nested(20, false));
  static final ClassSource NOT_VERIFIED =
      new ClassSource("20 jars, not verified", false, JARS.layout(), ArchiveUse.DEFAULT_CDS, false);
  static final ClassSource NO_CDS = archived(JARS, ArchiveUse.NO_CDS, false);
  static final ClassSource APP_CDS = archived(JARS, ArchiveUse.APP_CDS, true);
  static final ClassSource AOT_CACHE = archived(JARS, ArchiveUse.AOT_CACHE, true);

  static final ClassSource TASK_APP_CDS = archived(TASK, ArchiveUse.APP_CDS, false);
  static final ClassSource TASK_AOT_CACHE = archived(TASK, ArchiveUse.AOT_CACHE, true);

  static final ClassSource FEW_UNUSED = unused(20, true, true);
  static final ClassSource MANY_UNUSED = unused(100, true, true);

  static final ClassSource RESOURCES = padded(50, false, true);
  static final ClassSource UNUSED_CLASSES = padded(50, true, true);
  static final ClassSource ONE_IN_TEN =
      of("1 jar, 1 class in 10 loaded", true, new Layout.OneIn(10));

  /** The same classes from different places. */
  static final List<ClassSource> PLACES =
      List.of(
          FOLDER,
          ONE_JAR,
          STORED_JAR,
          JARS,
          MANY_JARS,
          TASK,
          NESTED,
          NESTED_STORED,
          NO_CDS,
          APP_CDS,
          AOT_CACHE,
          TASK_APP_CDS,
          TASK_AOT_CACHE,
          NOT_VERIFIED);

  /**
   * The sources like {@link #ONE_JAR}, with other jars on the class path that hold none of its
   * classes.
   */
  static final List<ClassSource> UNUSED =
      List.of(
          FEW_UNUSED,
          unused(50, true, false),
          MANY_UNUSED,
          unused(20, false, false),
          unused(50, false, false),
          unused(100, false, true));

  /** The sources like {@link #ONE_JAR}, with more in this jar, or with less to load. */
  static final List<ClassSource> SIZES =
      List.of(
          padded(10, false, false), RESOURCES, padded(10, true, false), UNUSED_CLASSES, ONE_IN_TEN);

  static Stream<ClassSource> all() {
    return Stream.of(PLACES, UNUSED, SIZES).flatMap(List::stream);
  }

  static ClassSource named(String words) {
    return all()
        .filter(source -> source.words.equals(words))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no source: " + words));
  }

  private static ClassSource of(String words, boolean quick, Layout layout) {
    return new ClassSource(words, quick, layout, ArchiveUse.DEFAULT_CDS, true);
  }

  private static ClassSource archived(ClassSource plain, ArchiveUse archive, boolean quick) {
    return new ClassSource(
        plain.words + ", " + archive.words(), quick, plain.layout, archive, true);
  }

  static ClassSource unused(int jars, boolean before) {
    return unused(jars, before, false);
  }

  private static ClassSource unused(int jars, boolean before, boolean quick) {
    return of(
        jars + " unused jars " + (before ? "before" : "after"),
        quick,
        new Layout.Unused(jars, before));
  }

  private static ClassSource padded(int megabytes, boolean classes, boolean quick) {
    return of(
        "1 jar + " + megabytes + " MB of " + (classes ? "unused classes" : "resources"),
        quick,
        new Layout.Padded(megabytes, classes));
  }

  /** The files that hold the classes, and their layout. */
  sealed interface Layout {
    /** Class files in folders. */
    record Folder() implements Layout {}

    /** Jars on the class path. */
    record Jars(int count, boolean deflated) implements Layout {}

    /**
     * The first package in a folder, all others in jars in its {@code lib}, and a loader of the
     * program's own: as Lambda's runtime client does it.
     */
    record Task() implements Layout {}

    /**
     * An executable jar with jars inside.
     *
     * @param deflated whether entries of the inner jars are; these themselves never are
     */
    record Nested(int jars, boolean deflated) implements Layout {}

    /** One jar, and others before or after it that hold none of its classes. */
    record Unused(int jars, boolean before) implements Layout {}

    /**
     * One jar with more in it.
     *
     * @param classes whether that is many entries of the size of a class; else few large ones
     */
    record Padded(int megabytes, boolean classes) implements Layout {}

    /** One jar, most of whose classes are not loaded. */
    record OneIn(int part) implements Layout {}
  }
}
