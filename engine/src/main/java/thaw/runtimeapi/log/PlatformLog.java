package thaw.runtimeapi.log;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The lines that a function's log shows of what happened, in the layout recorded on AWS. Fields are
 * separated by tabs, and REPORT ends with one. Pure functions of what was measured.
 */
public final class PlatformLog {
  private PlatformLog() {}

  /** Nothing for what Lambda's plain text logs do not show. */
  static Optional<String> text(PlatformEvent event) {
    return switch (event) {
      case PlatformEvent.InitStart start when start.phase() == PlatformEvent.Phase.INIT ->
          Optional.of(
              "INIT_START Runtime Version: "
                  + start.runtimeVersion()
                  + "\tRuntime Version ARN: "
                  + start.runtimeVersionArn());
      // Always for a snapshot: no invocation's REPORT will tell of that init.
      case PlatformEvent.InitReport report
          when report.status() != PlatformEvent.Status.SUCCESS
              || report.initializationType().equals(Initialization.SNAP_START.lambdaName()) ->
          Optional.of(initReport(report));
      case PlatformEvent.RestoreStart start ->
          Optional.of(
              "RESTORE_START Runtime Version: "
                  + start.runtimeVersion()
                  + "\tRuntime Version ARN: "
                  + start.runtimeVersionArn());
      case PlatformEvent.RestoreReport report -> Optional.of(restoreReport(report));
      case PlatformEvent.InvocationStart start ->
          Optional.of("START RequestId: " + start.requestId() + " Version: " + start.version());
      case PlatformEvent.InvocationRuntimeDone done ->
          Optional.of("END RequestId: " + done.requestId());
      case PlatformEvent.InvocationReport report -> Optional.of(report(report));
      case PlatformEvent.ManagedReport both -> Optional.of(report(both.report()));
      case PlatformEvent.FunctionLine(String text) -> Optional.of(text);
      case PlatformEvent.ExtensionLine(String text) -> Optional.of(text);
      case PlatformEvent.Fault(String text) -> Optional.of(text);
      case PlatformEvent.ExtensionState extension -> Optional.of(extension(extension));
      case PlatformEvent.TelemetrySubscription subscription ->
          Optional.of(
              subscription(
                  "TELEMETRY", subscription.name(), subscription.state(), subscription.types()));
      case PlatformEvent.LogsSubscription subscription ->
          Optional.of(
              subscription(
                  "LOGS", subscription.name(), subscription.state(), subscription.types()));
      case PlatformEvent.InitStart _,
          PlatformEvent.InitReport _,
          PlatformEvent.InitRuntimeDone _,
          PlatformEvent.RestoreRuntimeDone _,
          PlatformEvent.LogsDropped _,
          PlatformEvent.OwnEvent _ ->
          Optional.empty();
    };
  }

  /**
   * A text of the log as lines for people. Some programs end theirs as on Windows, and runtime
   * clients join those of one entry by carriage returns, which CloudWatch shows as ends of lines.
   */
  public static String lines(String text) {
    return text.indexOf('\r') < 0 ? text : text.replace("\r\n", "\n").replace('\r', '\n');
  }

  /**
   * Returns what only Thaw has to say of an event, for which the function's log on Lambda has no
   * line.
   */
  public static Optional<String> remark(PlatformEvent event) {
    return switch (event) {
      case PlatformEvent.StartedFrom(Start start) ->
          Optional.of("thaw: starts " + start.words() + ", not from a snapshot");
      case PlatformEvent.JdkStandsIn(String jdk) ->
          Optional.of("thaw: runs on " + jdk + ": figures are of that JDK");
      case PlatformEvent.StartAwaited(Duration waited, int atOnce) ->
          Optional.of(
              String.format(
                  Locale.ROOT,
                  "thaw: waited %.2f s for its turn: %d start at once on this host's CPUs",
                  waited.toMillis() / 1000.0,
                  atOnce));
      case PlatformEvent.HostWasLimit(HostLimit limit) -> Optional.of("thaw: " + limit.words());
      case PlatformEvent.OutOfMemory(int memorySizeMiB) ->
          Optional.of(
              "thaw: the function needed more than its memory size of "
                  + memorySizeMiB
                  + " MB, so the kernel killed it, as on Lambda. Give it more (MemorySize in the"
                  + " template, or --memory), or have it keep less.");
      case PlatformEvent.ClassTooNew(
              String name,
              int builtFor,
              int runsOn,
              Optional<String> runtime) ->
          Optional.of(
              "thaw: %s was built for Java %d, and this function runs on Java %d: build it with --release %d%s"
                  .formatted(
                      name,
                      builtFor,
                      runsOn,
                      runsOn,
                      runtime.map(other -> ", or set Runtime: " + other).orElse("")));
      case PlatformEvent.PackageClosed(String name) ->
          Optional.of(
              "thaw: a library reaches into the JDK by reflection, which JDK 16 and later forbid: take a newer version of it, or set JAVA_TOOL_OPTIONS=--add-opens=%s=ALL-UNNAMED"
                  .formatted(name));
      case PlatformEvent.ResourceMissing missing -> Optional.of(missing(missing));
      case PlatformEvent.DatabaseMissing _ ->
          Optional.of(
              "thaw: the function asked for a database of PostgreSQL that is not there: --postgres starts one at the host and port that its variables say");
      case PlatformEvent.ObjectMissing(List<String> buckets) -> Optional.of(noObject(buckets));
      case PlatformEvent.EndedIdle(String how) ->
          Optional.of(
              "thaw: no request has this environment any more: "
                  + how
                  + ", while it was idle. The next one gets another environment.");
      case PlatformEvent.HungAt(Hang hang, boolean timeIsUp) -> Optional.of(hang.words(timeIsUp));
      case PlatformEvent.LogLimited limited -> Optional.of(logLimited(limited));
      case PlatformEvent.LinesLeftOut(LogLevel least) ->
          Optional.of(
              "thaw: lines that name no level count as INFO, so ApplicationLogLevel: "
                  + least
                  + " keeps them out of the log, as on Lambda");
      case PlatformEvent.Fault(String text) -> Optional.of(text); // a log in JSON has REPORT alone
      default -> Optional.empty();
    };
  }

  private static String missing(PlatformEvent.ResourceMissing missing) {
    String said =
        "thaw: the function asked %s for a %s that does not exist; the template declares %s"
            .formatted(
                missing.service(),
                missing.noun(),
                missing.names().isEmpty() ? "none" : String.join(", ", missing.names()));
    String variables =
        missing.suspects().entrySet().stream()
            .map(each -> each.getKey() + "=" + each.getValue())
            .collect(Collectors.joining(", "));
    return said
        + (variables.isEmpty() ? "" : ". Its variables say: " + variables)
        + ". That of another stack is here with --stack and its template";
  }

  private static String noObject(List<String> buckets) {
    return "thaw: the function asked S3 for an object that is not there: put it into "
        + (buckets.isEmpty() ? "its bucket" : String.join(" or ", buckets))
        + " first, or give --seed DIR with buckets/BUCKET/KEY in it";
  }

  private static String logLimited(PlatformEvent.LogLimited limited) {
    List<String> said = new ArrayList<>();
    if (!limited.held().isZero()) {
      said.add(
          String.format(
              Locale.ROOT,
              "held back for %.2f s: it writes its log faster than Thaw reads",
              limited.held().toMillis() / 1000.0));
    }
    if (limited.droppedBytes() > 0) {
      said.add(
          String.format(
              Locale.ROOT,
              "%,d bytes of its log are lost: it wrote while nobody read",
              limited.droppedBytes()));
    }
    return "thaw: " + String.join("; ", said);
  }

  private static String initReport(PlatformEvent.InitReport report) {
    return "INIT_REPORT Init Duration: "
        + millis(report.duration())
        + " ms\tPhase: "
        + lower(report.phase())
        + (report.status() == PlatformEvent.Status.SUCCESS
            ? ""
            : "\tStatus: " + lower(report.status()))
        + report.errorType().map(type -> "\tError Type: " + type).orElse("");
  }

  private static String restoreReport(PlatformEvent.RestoreReport report) {
    return "RESTORE_REPORT Restore Duration: "
        + millis(report.duration())
        + " ms"
        + (report.status() == PlatformEvent.Status.SUCCESS
            ? ""
            : "\tStatus: " + lower(report.status()))
        + report.errorType().map(type -> "\tError Type: " + type).orElse("");
  }

  /** An error that the function itself reported is none of the environment, and not shown. */
  private static String report(PlatformEvent.InvocationReport report) {
    StringBuilder line = new StringBuilder("REPORT RequestId: ").append(report.requestId());
    line.append("\tDuration: ").append(millis(report.duration())).append(" ms");
    report
        .billedMillis()
        .ifPresent(billed -> line.append("\tBilled Duration: ").append(billed).append(" ms"));
    line.append("\tMemory Size: ").append(report.memorySizeMiB()).append(" MB");
    line.append("\tMax Memory Used: ").append(report.maxMemoryMiB()).append(" MB");
    report
        .init()
        .ifPresent(time -> line.append("\tInit Duration: ").append(millis(time)).append(" ms"));
    report
        .restore()
        .ifPresent(restore ->
            line.append("\tRestore Duration: ")
                .append(millis(restore.duration()))
                .append(" ms\tBilled Restore Duration: ")
                .append(restore.billedMillis())
                .append(" ms"));
    if (report.status() == PlatformEvent.Status.ERROR
        || report.status() == PlatformEvent.Status.TIMEOUT) {
      line.append("\tStatus: ").append(lower(report.status()));
      report.errorType().ifPresent(type -> line.append("\tError Type: ").append(type));
    }
    return line.append('\t').toString();
  }

  private static String extension(PlatformEvent.ExtensionState extension) {
    return "EXTENSION\tName: %s\tState: %s\tEvents: [%s]%s"
        .formatted(
            extension.name(),
            extension.state(),
            String.join(", ", extension.events()),
            extension.errorType().map(type -> "\tError Type: " + type).orElse(""));
  }

  private static String subscription(String api, String name, String state, List<String> types) {
    List<String> shown =
        types.stream()
            .map(type -> Character.toUpperCase(type.charAt(0)) + type.substring(1))
            .toList();
    return "%s\tName: %s\tState: %s\tTypes: [%s]"
        .formatted(api, name, state, String.join(", ", shown));
  }

  public static String timedOut(Instant now, String requestId, Duration timeout) {
    return String.format(
        Locale.ROOT,
        "%s %s Task timed out after %.2f seconds",
        now.truncatedTo(ChronoUnit.MILLIS),
        requestId,
        timeout.toMillis() / 1000.0);
  }

  private static String lower(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }

  /** Returns a duration in ms with two decimals; written by hand, as every request needs it. */
  private static String millis(Duration duration) {
    long hundredths = (duration.toNanos() + 5_000) / 10_000;
    long fraction = hundredths % 100;
    return hundredths / 100 + (fraction < 10 ? ".0" : ".") + fraction;
  }
}
