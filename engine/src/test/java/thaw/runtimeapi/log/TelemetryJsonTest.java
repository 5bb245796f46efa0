package thaw.runtimeapi.log;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import thaw.runtimeapi.extensions.LogsJson;

/** Shapes of the Telemetry API event schema reference, and of the Logs API. */
class TelemetryJsonTest {
  private static final Instant TIME = Instant.parse("2022-10-12T00:01:15.000999Z");
  private static final PlatformEvent.InvocationReport REPORT =
      new PlatformEvent.InvocationReport(
          "6d68",
          PlatformEvent.Status.SUCCESS,
          Optional.empty(),
          Duration.ofNanos(693_920_999),
          OptionalLong.of(694),
          128,
          84,
          Optional.of(Duration.ofNanos(397_680_000)),
          Optional.empty());
  private static final PlatformEvent.InvocationRuntimeDone RUNTIME_DONE =
      new PlatformEvent.InvocationRuntimeDone(
          "6d68",
          PlatformEvent.Status.ERROR,
          Optional.of("Runtime.ExitError"),
          Duration.ofMillis(140),
          16,
          Optional.of(Duration.ofMillis(80)),
          Optional.of(Duration.ofMillis(10)));

  private static PlatformEvent.Stamped stamped(PlatformEvent event) {
    return new PlatformEvent.Stamped(TIME, 0, event);
  }

  static Stream<Arguments> events() {
    return Stream.of(
        Arguments.of(
            new PlatformEvent.InitStart(
                "on-demand", PlatformEvent.Phase.INIT, "java:25.v1", "arn:runtime", "f", "$LATEST"),
            "platform.initStart",
            "{'initializationType':'on-demand','phase':'init','runtimeVersion':'java:25.v1',"
                + "'runtimeVersionArn':'arn:runtime','functionName':'f',"
                + "'functionVersion':'$LATEST'}"),
        Arguments.of(
            new PlatformEvent.InitRuntimeDone(
                "on-demand",
                PlatformEvent.Phase.INIT,
                PlatformEvent.Status.SUCCESS,
                Optional.empty()),
            "platform.initRuntimeDone",
            "{'initializationType':'on-demand','phase':'init','status':'success'}"),
        Arguments.of(
            new PlatformEvent.InitReport(
                "on-demand",
                PlatformEvent.Phase.INVOKE,
                PlatformEvent.Status.ERROR,
                Optional.of("Extension.Crash"),
                Duration.ofNanos(125_330_000)),
            "platform.initReport",
            "{'initializationType':'on-demand','phase':'invoke','status':'error',"
                + "'errorType':'Extension.Crash','metrics':{'durationMs':125.33}}"),
        Arguments.of(
            new PlatformEvent.RestoreStart("java:25.v1", "arn:runtime", "f", "7"),
            "platform.restoreStart",
            "{'runtimeVersion':'java:25.v1','runtimeVersionArn':'arn:runtime','functionName':'f',"
                + "'functionVersion':'7'}"),
        Arguments.of(
            new PlatformEvent.RestoreRuntimeDone(
                PlatformEvent.Status.TIMEOUT, Optional.of("Runtime.ExitError")),
            "platform.restoreRuntimeDone",
            "{'status':'timeout','errorType':'Runtime.ExitError'}"),
        Arguments.of(
            new PlatformEvent.RestoreReport(
                PlatformEvent.Status.SUCCESS, Optional.empty(), Duration.ofMillis(70)),
            "platform.restoreReport",
            "{'status':'success','metrics':{'durationMs':70.0}}"),
        Arguments.of(
            new PlatformEvent.InvocationStart("6d68", "$LATEST", ""),
            "platform.start",
            "{'requestId':'6d68','version':'$LATEST'}"),
        Arguments.of(
            new PlatformEvent.InvocationStart("6d68", "$LATEST", "Root=1-62;Sampled=1"),
            "platform.start",
            "{'requestId':'6d68','version':'$LATEST','tracing':{'type':'X-Amzn-Trace-Id',"
                + "'value':'Root=1-62;Sampled=1'}}"),
        Arguments.of(
            RUNTIME_DONE,
            "platform.runtimeDone",
            "{'requestId':'6d68','status':'error','errorType':'Runtime.ExitError','spans':["
                + "{'name':'responseLatency','start':'2022-10-12T00:01:14.860Z','durationMs':80.0},"
                + "{'name':'responseDuration','start':'2022-10-12T00:01:14.940Z',"
                + "'durationMs':10.0}],'metrics':{'durationMs':140.0,'producedBytes':16}}"),
        Arguments.of(
            REPORT,
            "platform.report",
            "{'requestId':'6d68','status':'success','metrics':{'durationMs':693.92,"
                + "'billedDurationMs':694,'memorySizeMB':128,'maxMemoryUsedMB':84,"
                + "'initDurationMs':397.68}}"),
        Arguments.of(
            new PlatformEvent.InvocationReport(
                "6d68",
                PlatformEvent.Status.FAILURE,
                Optional.of("java.lang.Error"),
                Duration.ofMillis(1),
                OptionalLong.empty(),
                128,
                84,
                Optional.empty(),
                Optional.of(new PlatformEvent.Restored(Duration.ofMillis(50), 51))),
            "platform.report",
            "{'requestId':'6d68','status':'failure','errorType':'java.lang.Error','metrics':{"
                + "'durationMs':1.0,'billedDurationMs':0,'memorySizeMB':128,'maxMemoryUsedMB':84,"
                + "'restoreDurationMs':50.0,'billedRestoreDurationMs':51}}"),
        Arguments.of(
            new PlatformEvent.ManagedReport(RUNTIME_DONE, REPORT, "Root=1-62;Sampled=1"),
            "platform.report",
            "{'requestId':'6d68','status':'success','metrics':{'durationMs':693.92},"
                + "'tracing':{'type':'X-Amzn-Trace-Id','value':'Root=1-62;Sampled=1'},'spans':["
                + "{'name':'responseLatency','start':'2022-10-12T00:01:14.860Z','durationMs':80.0},"
                + "{'name':'responseDuration','start':'2022-10-12T00:01:14.940Z',"
                + "'durationMs':10.0}]}"),
        Arguments.of(
            new PlatformEvent.Fault("Task timed out"), "platform.fault", "'Task timed out'"),
        Arguments.of(
            new PlatformEvent.FunctionLine("[INFO] \"hi\""), "function", "'[INFO] \\'hi\\''"),
        Arguments.of(new PlatformEvent.ExtensionLine("hello"), "extension", "'hello'"),
        Arguments.of(
            new PlatformEvent.ExtensionState(
                "ext", "Ready", List.of("INVOKE", "SHUTDOWN"), Optional.empty()),
            "platform.extension",
            "{'name':'ext','state':'Ready','events':['INVOKE','SHUTDOWN']}"),
        Arguments.of(
            new PlatformEvent.TelemetrySubscription(
                "ext", "Subscribed", List.of("platform", "function")),
            "platform.telemetrySubscription",
            "{'name':'ext','state':'Subscribed','types':['platform','function']}"),
        Arguments.of(
            new PlatformEvent.LogsSubscription("ext", "Subscribed", List.of()),
            "platform.logsSubscription",
            "{'name':'ext','state':'Subscribed','types':[]}"),
        Arguments.of(
            new PlatformEvent.LogsDropped("slow", 123, 12345),
            "platform.logsDropped",
            "{'droppedBytes':12345,'droppedRecords':123,'reason':'slow'}"),
        Arguments.of(
            new PlatformEvent.StartedFrom(Start.AOT), "thaw.startedFrom", "{\"from\":\"aot\"}"),
        Arguments.of(
            new PlatformEvent.HungAt(new Hang(List.of("at a.B.c(B.java:1)"), ""), true),
            "thaw.hungAt",
            "{\"hang\":{\"lines\":[\"at a.B.c(B.java:1)\"],\"silence\":\"\"},\"timeIsUp\":true}"),
        Arguments.of(
            new PlatformEvent.StartAwaited(Duration.ofMillis(1500), 2),
            "thaw.startAwaited",
            "{\"waitedMs\":1500.0,\"startsAtOnce\":2}"),
        Arguments.of(
            new PlatformEvent.HostWasLimit(
                new HostLimit(Duration.ofMillis(250), Duration.ofSeconds(1))),
            "thaw.hostWasLimit",
            "{\"waitedMs\":250.0,\"ofMs\":1000.0}"),
        Arguments.of(
            new PlatformEvent.LogLimited(Duration.ofMillis(1500), 7),
            "thaw.logLimited",
            "{\"heldMs\":1500.0,\"droppedBytes\":7}"),
        Arguments.of(new PlatformEvent.Frozen(), "thaw.frozen", "{}"),
        Arguments.of(new PlatformEvent.Thawed(), "thaw.thawed", "{}"),
        Arguments.of(new PlatformEvent.Ended("spindown"), "thaw.ended", "{'reason':'spindown'}"));
  }

  @ParameterizedTest(name = "{1}")
  @MethodSource("events")
  void an_event_has_the_documented_shape(PlatformEvent event, String type, String record) {
    String expected =
        "{\"time\":\"2022-10-12T00:01:15.000Z\",\"type\":\""
            + type
            + "\",\"record\":"
            + record.replace("\\'", "\\\"").replace('\'', '"')
            + "}";
    assertEquals(expected, TelemetryJson.of(stamped(event)).text());
  }

  @Test
  void the_logs_api_ends_an_invocation_with_two_messages() {
    assertEquals(
        List.of("platform.end", "platform.report"),
        LogsJson.of(stamped(REPORT), "2020-08-15").stream().map(TelemetryEvent::type).toList());
  }

  @Test
  void the_logs_api_has_fewer_members() {
    assertEquals(
        List.of(
            logged("platform.start", "{'requestId':'6d68','version':'$LATEST'}"),
            logged("platform.runtimeDone", "{'requestId':'6d68','status':'failure'}"),
            logged("platform.end", "{'requestId':'6d68'}"),
            logged(
                "platform.report",
                "{'requestId':'6d68','metrics':{'durationMs':693.92,'billedDurationMs':694,"
                    + "'memorySizeMB':128,'maxMemoryUsedMB':84,'initDurationMs':397.68}}"),
            logged("function", "'hi\\n'"),
            logged("extension", "'ho\\n'"),
            logged("platform.fault", "'Task timed out'")),
        Stream.of(
                new PlatformEvent.InvocationStart("6d68", "$LATEST", "Root=1-62;Sampled=1"),
                RUNTIME_DONE,
                REPORT,
                new PlatformEvent.FunctionLine("hi"),
                new PlatformEvent.ExtensionLine("ho"),
                new PlatformEvent.Fault("Task timed out"),
                new PlatformEvent.Frozen())
            .flatMap(event ->
                LogsJson.of(stamped(event), "2021-03-18").stream().map(TelemetryEvent::text))
            .toList());
  }

  private static String logged(String type, String record) {
    return "{'time':'2022-10-12T00:01:15.000Z','type':'%s','record':%s}"
        .formatted(type, record)
        .replace('\'', '"');
  }

  @Test
  void the_logs_api_tells_of_the_runtime_from_its_second_version_on() {
    assertEquals(List.of(), LogsJson.of(stamped(RUNTIME_DONE), "2020-08-15"));
    assertEquals(
        "{\"requestId\":\"6d68\",\"status\":\"failure\"}",
        TelemetryJson.text(LogsJson.of(stamped(RUNTIME_DONE), "2021-03-18").getFirst().record()));
  }

  @Test
  void the_log_shows_extensions_as_on_aws() {
    assertEquals(
        "EXTENSION\tName: ext\tState: LaunchError\tEvents: []\tError Type: PermissionDenied",
        PlatformLog.text(
                new PlatformEvent.ExtensionState(
                    "ext", "LaunchError", List.of(), Optional.of("PermissionDenied")))
            .orElseThrow());
    assertEquals(
        "TELEMETRY\tName: ext\tState: Subscribed\tTypes: [Platform, Function]",
        PlatformLog.text(
                new PlatformEvent.TelemetrySubscription(
                    "ext", "Subscribed", List.of("platform", "function")))
            .orElseThrow());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2026-01-31T10:00:00.123Z",
        "1999-12-31T23:59:59.007Z",
        "0099-02-28T00:00:00.000Z"
      })
  void times_have_three_decimals(String text) {
    assertEquals(text, TelemetryJson.time(Instant.parse(text)));
  }
}
