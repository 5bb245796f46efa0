package thaw.timeline;

import java.util.List;
import org.jspecify.annotations.Nullable;
import thaw.durable.OperationType;

/**
 * An execution from its start to its end, or until now. Times are in milliseconds since its start,
 * by the engine's clock, unless a name says otherwise; stretches follow each other without a gap.
 *
 * @param format of this document
 * @param name that the execution was started with, else its id
 * @param startMillis since 1970
 * @param endMillis since 1970; absent while it has not ended
 * @param millis how long it took, or has taken until now
 * @param namedShare the share of the time that is in stretches with a name
 * @param totals by kind of stretch, the longest first
 */
public record Timeline(
    String format,
    String arn,
    String name,
    String function,
    String version,
    String status,
    long startMillis,
    @Nullable Long endMillis,
    double millis,
    double namedShare,
    List<Stretch> stretches,
    List<Total> totals,
    List<Invocation> invocations,
    List<OperationLine> operations,
    Cost cost,
    List<Finding> findings,
    List<String> notes) {
  /** The document's name. */
  public static final String FORMAT = "thaw-execution-1";

  public Timeline {
    stretches = List.copyOf(stretches);
    totals = List.copyOf(totals);
    invocations = List.copyOf(invocations);
    operations = List.copyOf(operations);
    findings = List.copyOf(findings);
    notes = List.copyOf(notes);
  }

  /**
   * A part of the time.
   *
   * @param invocation its number, from 1 on; 0 between invocations
   * @param operation the id of what was waited for; absent for all else
   * @param usd what the function's memory costs meanwhile; absent where nothing bills it
   */
  public record Stretch(
      StretchKind kind,
      double fromMillis,
      double millis,
      int invocation,
      @Nullable String operation,
      @Nullable Double usd) {
    public double toMillis() {
      return fromMillis + millis;
    }
  }

  /**
   * All stretches of one kind.
   *
   * @param share of the whole time
   * @param activeShare of the time in which an invocation was under way or about to be; absent of
   *     waits
   */
  public record Total(
      StretchKind kind,
      double millis,
      double share,
      @Nullable Double activeShare,
      int stretches,
      @Nullable Double usd) {}

  /**
   * An invocation.
   *
   * @param start {@code warm}, {@code init} or {@code restore}; empty where it is not known
   * @param operationsBefore how many the function was told of, the execution itself left out
   * @param operationsNew how many it began
   * @param eventBytes 0 where it is not known
   * @param initMillis of an init or a restore
   * @param outcome {@code running}, {@code suspended}, {@code ended}, or the type of an error
   */
  public record Invocation(
      int number,
      String requestId,
      double fromMillis,
      double millis,
      String start,
      int operationsBefore,
      int operationsNew,
      long eventBytes,
      double initMillis,
      double replayMillis,
      double ownMillis,
      int checkpoints,
      double checkpointMillis,
      @Nullable Integer memoryMiB,
      @Nullable Long billedMillis,
      @Nullable Double usd,
      String outcome) {}

  /**
   * An operation.
   *
   * @param depth how many contexts are around it
   * @param attempts of a step
   * @param payloadBytes of its input, result and error
   * @param billed how many durable operations it counts as
   * @param toMillis its end, or the end of the time line
   */
  public record OperationLine(
      String id,
      @Nullable String name,
      String type,
      @Nullable String subType,
      String status,
      int depth,
      double fromMillis,
      double toMillis,
      int attempts,
      long payloadBytes,
      int billed) {
    private static final int LONGEST_ID = 16;
    private static final int SHORT_ID = 8;

    /** Returns what people call it: its name, else the begin of its id, which is a digest. */
    public String label() {
      return name != null && !name.isEmpty()
          ? name
          : id.length() <= LONGEST_ID ? id : id.substring(0, SHORT_ID) + "…";
    }

    /**
     * Returns whether its duration is known: a checkpoint that has a step's start and end has none.
     */
    public boolean hasDuration() {
      return fromMillis < toMillis || !type.equals(OperationType.STEP.name());
    }
  }

  /**
   * What AWS would take, in USD.
   *
   * @param timeUsd of the invocations' memory; absent where nothing limits the CPU
   * @param writtenBytes of payloads
   * @param retentionDays after the end
   */
  public record Cost(
      int requests,
      double requestsUsd,
      double gbSeconds,
      @Nullable Double timeUsd,
      int operations,
      double operationsUsd,
      long writtenBytes,
      double writtenUsd,
      int retentionDays,
      double retainedUsd,
      double usd,
      String region,
      String source,
      String read) {}

  /**
   * What could be better.
   *
   * @param savesMillis of what was measured here; absent where it cannot be known
   * @param atMost whether it saves no more than that
   * @param savesUsd likewise
   */
  public record Finding(
      String id,
      String title,
      String evidence,
      String remedy,
      @Nullable Double savesMillis,
      boolean atMost,
      @Nullable Double savesUsd) {}
}
