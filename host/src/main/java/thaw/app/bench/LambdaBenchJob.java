package thaw.app.bench;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.commons.codec.digest.DigestUtils;
import thaw.app.shared.Interruption;
import thaw.app.shared.Progress;
import thaw.app.workspace.Workspace;
import thaw.experiment.Experiment;
import thaw.experiment.Host;
import thaw.experiment.HostFacts;
import thaw.experiment.LocalSide;
import thaw.experiment.NoiseWatch;
import thaw.experiment.Plan;
import thaw.experiment.Sample;
import thaw.experiment.Turns;
import thaw.experiment.Variant;
import thaw.experiment.Warning;
import thaw.function.Application;
import thaw.lambda.DeployedFunction;
import thaw.lambda.LambdaResult;
import thaw.lambda.RemoteFunction;
import thaw.lambda.RemoteSide;
import thaw.problem.UserMistake;
import thaw.report.bench.LambdaJson;
import thaw.sandbox.SandboxHost;

/**
 * The job {@code bench --on lambda}: cold starts of a deployed function, and of the same one here.
 */
public final class LambdaBenchJob {
  private static final byte[] NO_EVENT = "{}".getBytes(StandardCharsets.UTF_8);

  private final LambdaBenchRequest request;
  private final BenchListener listener;
  private final Progress progress;

  private LambdaBenchJob(LambdaBenchRequest request, BenchListener listener) {
    this.request = request;
    this.listener = listener;
    this.progress = listener.progress();
  }

  /**
   * Measures, puts back what was changed on AWS, and writes what was measured. Prints nothing.
   *
   * @throws UserMistake when it cannot be measured as it was asked for
   */
  public static LambdaBenchResult run(LambdaBenchRequest request, BenchListener listener)
      throws InterruptedException {
    return new LambdaBenchJob(request, listener).run();
  }

  private LambdaBenchResult run() throws InterruptedException {
    Optional<Application> here = request.local().map(local -> local.source().read());
    request.event().check();
    Experiment.requireWritable(request.out());
    try (RemoteFunction remote =
        RemoteFunction.open(request.access(), request.name(), progress::line)) {
      DeployedFunction function = remote.function();
      Optional<LocalFunction.Chosen> chosen =
          request.local().map(local -> local.chosen(here.orElseThrow(), function));
      byte[] sent = event(chosen);
      RemoteSide side = remote.coldStarts(request.publish(), request.runs(), sent);
      announce(function, side);
      Subject subject = new Subject(function, remote.endpoint(), side, sent);
      return chosen.isPresent() ? beside(subject, chosen.get()) : alone(subject);
    }
  }

  private byte[] event(Optional<LocalFunction.Chosen> chosen) {
    return request
        .event()
        .given()
        .or(() ->
            chosen.map(
                each -> request.event().of(each.application(), each.function(), progress::line)))
        .orElseGet(() -> {
          progress.line("the function gets the event {}, because there is no --event");
          return NO_EVENT;
        });
  }

  private void announce(DeployedFunction function, RemoteSide side) {
    progress.line(
        "%d cold starts of %s, version %s"
            .formatted(request.runs(), function.arn(), function.version()));
    side.announcement().forEach(line -> progress.line("  " + line));
    if (function.isLatest() && function.snapStart() && !request.publish()) {
      progress.line(
          "  SnapStart is for published versions, $LATEST starts without: name a version, or add"
              + " --publish");
    }
  }

  /**
   * The deployed function that is measured, with the side that invokes it.
   *
   * @param endpoint of its API, if it is not AWS's own
   * @param event of each first invocation
   */
  private record Subject(
      DeployedFunction function, Optional<String> endpoint, RemoteSide side, byte[] event) {}

  private LambdaBenchResult alone(Subject subject) throws InterruptedException {
    Measured measured = measure(subject.side(), List.of(subject.side()), fingerprint(subject, ""));
    return report(
        subject, Optional.empty(), measured, HostFacts.read(SandboxHost.probe()), List.of());
  }

  private LambdaBenchResult beside(Subject subject, LocalFunction.Chosen chosen)
      throws InterruptedException {
    DeployedFunction function = subject.function();
    RemoteSide side = subject.side();
    try (Workspace workspace = Workspace.open(progress)) {
      boolean restored = side.start().equals("restored");
      Variant variant = chosen.variant(workspace, subject.event(), restored, progress);
      var spec = variant.spec();
      String here =
          new Plan(function.name(), List.of(variant), request.runs(), 1, Plan.PageCacheState.WARM)
              .fingerprint();
      NoiseWatch noise =
          NoiseWatch.begin(workspace.instance().host(), workspace.instance()::cpuNanos);
      Measured measured =
          measure(
              side,
              List.of(new LocalSide(variant, workspace.instance()), side),
              fingerprint(subject, here));
      List<Warning> warnings = new ArrayList<>(chosen.differences(function));
      warnings.addAll(noise.warnings());
      return report(
          subject,
          Optional.of(
              new LambdaResult.Local(
                  chosen.function().logicalId(),
                  variant.description(),
                  spec.code().codeSha256(),
                  spec.program().label(),
                  spec.start().words())),
          measured,
          HostFacts.read(workspace.instance().host()),
          warnings);
    }
  }

  /**
   * @param left what could not be put back
   */
  private record Measured(List<Sample> samples, Optional<UserMistake> left) {}

  private Measured measure(RemoteSide side, List<Turns.Side> sides, String plan)
      throws InterruptedException {
    // What puts back is told last, so that it comes first.
    listener.planned(sides.size() * request.runs(), request.out());
    try {
      Runnable hook = Interruption.onInterrupt(() -> putBack(side).ifPresent(this::say));
      Optional<UserMistake> left = Optional.empty();
      List<Sample> samples;
      boolean measured = false;
      try {
        samples = new Turns(plan, sides, request.runs(), request.out(), listener).run();
        measured = true;
      } finally {
        left = putBack(side);
        if (!measured) {
          left.ifPresent(this::say); // beside what has ended the measurement
        }
        Interruption.forget(hook);
      }
      return new Measured(samples, left);
    } finally {
      listener.ended();
    }
  }

  private static Optional<UserMistake> putBack(RemoteSide side) {
    try {
      side.close();
      return Optional.empty();
    } catch (UserMistake e) {
      return Optional.of(e);
    }
  }

  private void say(UserMistake left) {
    progress.line("warning: %s. Remedy: %s".formatted(left.getMessage(), left.remedy()));
  }

  private LambdaBenchResult report(
      Subject subject,
      Optional<LambdaResult.Local> here,
      Measured measured,
      Host host,
      List<Warning> known) {
    List<Warning> warnings = new ArrayList<>();
    measured
        .left()
        .ifPresent(left ->
            warnings.add(
                new Warning(
                    String.valueOf(left.getMessage()), "it is there still", left.remedy())));
    warnings.addAll(known);
    warnings.addAll(subject.side().warnings());
    LambdaResult result =
        LambdaResult.of(
            subject.function(),
            subject.endpoint(),
            subject.side().start(),
            here,
            measured.samples(),
            host,
            method(subject.side(), here.isPresent()),
            warnings);
    Path summary = request.out().resolve("summary.json");
    LambdaJson.write(result, summary);
    return new LambdaBenchResult(
        result,
        measured.left().isEmpty(),
        request.runs(),
        request.out().resolve("results.jsonl"),
        summary);
  }

  private static List<String> method(RemoteSide side, boolean besideLocal) {
    List<String> method = new ArrayList<>();
    method.add(side.method());
    method.add(
        "AWS's figures are those of its REPORT, which Lambda sends with the response; the round"
            + " trip is this machine's, with the network.");
    if (besideLocal) {
      method.add(
          "local: as thaw bench measures, at AWS's memory size, in turn with AWS; a start that was"
              + " not measured came first, so that files are in the page cache.");
    }
    return method;
  }

  /** Digest of all that makes samples comparable; of variables, which may be secrets, too. */
  private String fingerprint(Subject subject, String here) {
    DeployedFunction function = subject.function();
    TreeMap<String, String> variables = new TreeMap<>(function.variables());
    variables.remove(RemoteSide.VARIABLE);
    MessageDigest digest = DigestUtils.getSha256Digest();
    for (String fact :
        List.of(
            subject.endpoint().orElse(""),
            function.arn(),
            function.version(),
            function.codeSha256(),
            function.handler(),
            function.runtime(),
            Integer.toString(function.memoryMiB()),
            variables.toString(),
            Boolean.toString(request.publish()),
            here)) {
      digest.update((fact + "\n").getBytes(StandardCharsets.UTF_8));
    }
    digest.update(subject.event());
    return HexFormat.of().formatHex(digest.digest(), 0, 16);
  }
}
