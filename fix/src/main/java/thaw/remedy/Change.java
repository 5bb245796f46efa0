package thaw.remedy;

import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import thaw.function.MemorySize;
import thaw.remedy.edit.TextEdit;

/** A change that a remedy makes. */
public sealed interface Change {
  /** The project's files that it changes. */
  default List<Path> files() {
    return edits().stream().map(TextEdit::file).distinct().toList();
  }

  /** Edits of the project's files, one after the other. */
  default List<TextEdit> edits() {
    return List.of();
  }

  /**
   * Returns whether what costs is something else afterwards, so that it has to be explained again.
   */
  default boolean makesAnotherProgram() {
    return switch (this) {
      case Archive _, Sources _, SnapStart _, RuntimeClient _, Runtime _, Variables _ -> true;
      case JvmOptions _, Memory _, StoredJars _ -> false;
    };
  }

  /**
   * Returns whether it takes a package with its own JVM: the managed runtime starts from no archive
   * of the function's, and by AWS's client.
   */
  default boolean needsPackage() {
    return switch (this) {
      case Archive _, RuntimeClient _ -> true;
      case JvmOptions options -> options.needArchive();
      case Sources _, SnapStart _, Memory _, StoredJars _, Runtime _, Variables _ -> false;
    };
  }

  /**
   * Returns whether it gains something else with an archive than without one: another JDK makes
   * another kind of archive.
   */
  default boolean changesArchive() {
    return this instanceof Runtime;
  }

  /** Starts from an archive of the function's classes, which are on the class path for that. */
  record Archive() implements Change {}

  /**
   * Options of the JVM, in {@code JAVA_TOOL_OPTIONS}.
   *
   * @param needArchive whether they gain only where the classes come from an archive
   */
  record JvmOptions(List<String> options, boolean needArchive) implements Change {
    public JvmOptions {
      options = List.copyOf(options);
    }

    public JvmOptions(List<String> options) {
      this(options, false);
    }
  }

  /** Further variables of the function's environment, in the order of their names. */
  record Variables(Map<String, String> variables) implements Change {
    public Variables {
      variables = Collections.unmodifiableMap(new TreeMap<>(variables));
    }
  }

  /** Libraries are jars without compression. */
  record StoredJars() implements Change {}

  /** Published versions are restored from a snapshot of their initialised process. */
  record SnapStart() implements Change {}

  /** Thaw's client of the Runtime API starts the function, in place of AWS's. */
  record RuntimeClient() implements Change {}

  /**
   * The managed runtime of another version of Java, on whose JDK the function is built, tested and
   * run.
   *
   * @param edits of build files, without which its tests do not run on that JDK
   */
  record Runtime(int feature, List<TextEdit> edits) implements Change {
    public Runtime {
      edits = List.copyOf(edits);
    }

    public Runtime(int feature) {
      this(feature, List.of());
    }
  }

  /** Another memory size. */
  record Memory(MemorySize size) implements Change {}

  /**
   * Edits of the project's files, one after the other.
   *
   * @param handler class that becomes the handler, by its full name; empty where it stays
   */
  record Sources(List<TextEdit> edits, Optional<String> handler) implements Change {
    public Sources {
      edits = List.copyOf(edits);
    }

    public Sources(List<TextEdit> edits) {
      this(edits, Optional.empty());
    }
  }
}
