package thaw.experiment.matrix;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import thaw.problem.UserMistake;

/** The axis of how a variant's processes are to start. */
public enum SnapStart {
  /** Starts the process anew, as Lambda starts {@code $LATEST}. */
  NONE("plain"),
  /** The start from a JDK's ahead-of-time cache with the function's own classes. */
  AOT("AOT cache"),
  /** The start from an archive of class data sharing with the function's own classes. */
  APPCDS("AppCDS"),
  /** The start from a snapshot of the initialised process, as Lambda starts a published version. */
  SNAPSHOT("snapshot"),
  /**
   * The start from a snapshot that was taken after an invocation with the measurement's event: what
   * priming by a hook of the function's own would bring.
   */
  SNAPSHOT_PRIMING("snapshot+priming"),
  /**
   * The start from a snapshot before which a hook of Thaw's has done what of the first request does
   * not leave the process: classes and safe calls.
   */
  SNAPSHOT_GENERATED("snapshot+generated"),
  /**
   * The start from a snapshot before which a hook of Thaw's has closed the connections of the
   * function's pools; after the restore it opens one of each.
   */
  SNAPSHOT_POOLS("snapshot+pools");

  /** All options in order, as help and schemas show them; annotations need a constant. */
  public static final String OPTIONS =
      "none|aot|appcds|snapshot|snapshot+priming|snapshot+generated|snapshot+pools";

  private final String label;

  SnapStart(String label) {
    this.label = label;
  }

  /** Returns the word that users write. */
  public String option() {
    return name().toLowerCase(Locale.ROOT).replace('_', '+');
  }

  /** Its part of a variant's name. */
  public String label() {
    return label;
  }

  static List<String> options() {
    return Arrays.stream(values()).map(SnapStart::option).toList();
  }

  /**
   * @throws UserMistake for a value that does not exist
   */
  public static SnapStart of(String option) {
    return Arrays.stream(values())
        .filter(value -> value.option().equals(option))
        .findFirst()
        .orElseThrow(() ->
            new UserMistake(
                option + " is not a value of SnapStart", "use " + String.join(", ", options())));
  }
}
