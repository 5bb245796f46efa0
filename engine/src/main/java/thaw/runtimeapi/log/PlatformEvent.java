package thaw.runtimeapi.log;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * An event in an environment, in the vocabulary of Lambda's Telemetry API. One stream of these is
 * the timeline from which log lines, telemetry and {@code thaw}'s own event file are made.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/lambda/latest/dg/telemetry-schema-reference.html">Telemetry
 *     API event schema</a>
 */
public sealed interface PlatformEvent {
  /**
   * An event and when it was.
   *
   * @param time on the wall clock, to label it
   * @param nanos on the monotonic clock of {@link System#nanoTime}, for differences
   * @param text the line in the function's log, when it has one; made once for all who show it
   */
  record Stamped(Instant time, long nanos, PlatformEvent event, Optional<String> text) {
    public Stamped(Instant time, long nanos, PlatformEvent event) {
      this(time, nanos, event, PlatformLog.text(event));
    }

    public static Stamped now(PlatformEvent event) {
      return new Stamped(Instant.now(), System.nanoTime(), event);
    }
  }

  /** A message of the platform, which subscribers of one of Lambda's APIs get. */
  sealed interface Message extends PlatformEvent {}

  /** An event that only Thaw has: no API of Lambda has it. */
  sealed interface OwnEvent extends PlatformEvent {}

  /**
   * {@code success}, {@code failure}, {@code error} or {@code timeout}, as the schema spells it.
   */
  enum Status {
    SUCCESS,
    FAILURE,
    ERROR,
    TIMEOUT
  }

  /** The phase in which an initialisation happened. */
  enum Phase {
    INIT,
    INVOKE
  }

  /**
   * @param initializationType {@code on-demand}, {@code provisioned-concurrency}, {@code
   *     snap-start}
   */
  record InitStart(
      String initializationType,
      Phase phase,
      String runtimeVersion,
      String runtimeVersionArn,
      String functionName,
      String functionVersion)
      implements Message {}

  record InitRuntimeDone(
      String initializationType, Phase phase, Status status, Optional<String> errorType)
      implements Message {}

  record InitReport(
      String initializationType,
      Phase phase,
      Status status,
      Optional<String> errorType,
      Duration duration)
      implements Message {}

  record RestoreStart(
      String runtimeVersion, String runtimeVersionArn, String functionName, String functionVersion)
      implements Message {}

  record RestoreRuntimeDone(Status status, Optional<String> errorType) implements Message {}

  record RestoreReport(Status status, Optional<String> errorType, Duration duration)
      implements Message {}

  /**
   * A restore that an invocation came upon.
   *
   * @param duration until the runtime asked for its first event
   * @param billedMillis the part of it in which the runtime ran
   */
  record Restored(Duration duration, long billedMillis) {}

  record InvocationStart(String requestId, String version, String traceId) implements Message {}

  /**
   * The runtime has answered and asks for the next event, or failed.
   *
   * @param responseLatency from the start of the invocation to the first byte of the response
   * @param responseDuration from the first byte of the response to the last
   */
  record InvocationRuntimeDone(
      String requestId,
      Status status,
      Optional<String> errorType,
      Duration duration,
      long producedBytes,
      Optional<Duration> responseLatency,
      Optional<Duration> responseDuration)
      implements Message {}

  /**
   * @param billedMillis absent where nothing limits the CPU: Lambda would never charge that time
   * @param init present when this invocation paid for the init phase
   * @param restore present when the environment was restored for it
   */
  record InvocationReport(
      String requestId,
      Status status,
      Optional<String> errorType,
      Duration duration,
      OptionalLong billedMillis,
      int memorySizeMiB,
      long maxMemoryMiB,
      Optional<Duration> init,
      Optional<Restored> restore)
      implements Message {
    public InvocationReport {
      if (duration.isNegative()) {
        throw new IllegalArgumentException("must be 0 or more: duration=" + duration);
      }
    }
  }

  /**
   * The end of a request and its report in one, on managed instances, where extensions hear of a
   * request's end only once.
   *
   * @param traceId as {@link InvocationStart} has it
   */
  record ManagedReport(InvocationRuntimeDone done, InvocationReport report, String traceId)
      implements Message {}

  /** The report of a request that has ended with an event; empty for other events. */
  static Optional<InvocationReport> reportOf(PlatformEvent event) {
    return switch (event) {
      case InvocationReport report -> Optional.of(report);
      case ManagedReport both -> Optional.of(both.report());
      default -> Optional.empty();
    };
  }

  /**
   * A line that the function or its runtime wrote, or what its logger wrote at once.
   *
   * @param text without the line feed at its end
   */
  record FunctionLine(String text) implements PlatformEvent {}

  /**
   * The platform's words about a failure, as a line of the function's log.
   *
   * @param text {@code RequestId: ... Error: Runtime exited with error: exit status 1}, or that the
   *     task timed out
   */
  record Fault(String text) implements Message {}

  /** A line that an external extension wrote. */
  record ExtensionLine(String text) implements PlatformEvent {}

  /**
   * @param state {@code Ready}, {@code Registered} or an error's name
   */
  record ExtensionState(String name, String state, List<String> events, Optional<String> errorType)
      implements Message {}

  record TelemetrySubscription(String name, String state, List<String> types) implements Message {}

  /** A subscription as before, by the older Logs API. */
  record LogsSubscription(String name, String state, List<String> types) implements Message {}

  record LogsDropped(String reason, long droppedRecords, long droppedBytes) implements Message {}

  /** An environment of a version with SnapStart is not restored. */
  record StartedFrom(Start start) implements OwnEvent {}

  /**
   * The function runs on another JDK than its runtime names.
   *
   * @param jdk its name, with the JDK that it stands for
   */
  record JdkStandsIn(String jdk) implements OwnEvent {}

  /**
   * The environment was not started at once, as others were being started.
   *
   * @param atOnce how many start at once on this host
   */
  record StartAwaited(Duration waited, int atOnce) implements OwnEvent {}

  /** Says that the time of the init phase or the restore was not the function's. */
  record HostWasLimit(HostLimit limit) implements OwnEvent {}

  /**
   * Tells what the runtime was doing when the time for its init phase, its hooks or its restore was
   * up, or when a hook had run for long.
   *
   * @param timeIsUp false for a hook that may still end
   */
  record HungAt(Hang hang, boolean timeIsUp) implements OwnEvent {}

  /** The kernel has ended the processes, as they needed more than the function's memory size. */
  record OutOfMemory(int memorySizeMiB) implements OwnEvent {}

  /**
   * A class was not loaded, as it was built for a later Java than the JVM's.
   *
   * @param runtime of Lambda's that could load it
   */
  record ClassTooNew(String className, int builtFor, int runsOn, Optional<String> runtime)
      implements OwnEvent {}

  /**
   * A library reached into the JDK by reflection.
   *
   * @param name of the package, behind its module's
   */
  record PackageClosed(String name) implements OwnEvent {}

  /**
   * A service did not find what the function asked it for.
   *
   * @param service as AWS names it
   * @param noun for example {@code table}
   * @param names of this kind that the application declares
   * @param suspects variables of the function that name something else, with their values
   */
  record ResourceMissing(
      String service, String noun, List<String> names, Map<String, String> suspects)
      implements OwnEvent {}

  /** The function reached no server of PostgreSQL. */
  record DatabaseMissing() implements OwnEvent {}

  /**
   * S3 did not find an object that the function asked it for.
   *
   * @param buckets that the application declares
   */
  record ObjectMissing(List<String> buckets) implements OwnEvent {}

  /**
   * A process has ended while the environment was idle: no request goes to it any more.
   *
   * @param how in the words of AWS
   */
  record EndedIdle(String how) implements OwnEvent {}

  /**
   * The function wrote its log faster than it was read.
   *
   * @param held the time for which the environment's processes were stopped until it had been
   * @param droppedBytes what was lost, as nobody read at all
   */
  record LogLimited(Duration held, long droppedBytes) implements OwnEvent {}

  /**
   * A line that names no level is not in the log, as it counts as INFO.
   *
   * @param least the function's {@code ApplicationLogLevel}
   */
  record LinesLeftOut(LogLevel least) implements OwnEvent {}

  /** The environment's processes were stopped. */
  record Frozen() implements OwnEvent {}

  /** The environment's processes go on. */
  record Thawed() implements OwnEvent {}

  /**
   * The environment has ended.
   *
   * @param reason {@code spindown}, {@code timeout} or {@code failure}
   */
  record Ended(String reason) implements OwnEvent {}
}
