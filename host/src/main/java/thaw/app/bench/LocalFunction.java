package thaw.app.bench;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import thaw.app.choice.DataChoice;
import thaw.app.choice.EventChoice;
import thaw.app.choice.FunctionChoice;
import thaw.app.choice.SourceChoice;
import thaw.app.choice.TimeoutChoice;
import thaw.app.shared.Progress;
import thaw.app.workspace.Beforehand;
import thaw.app.workspace.FirstAnswers;
import thaw.app.workspace.Variants;
import thaw.app.workspace.Workspace;
import thaw.experiment.Variant;
import thaw.experiment.Warning;
import thaw.experiment.matrix.SnapStart;
import thaw.experiment.matrix.VariantMatrix;
import thaw.function.Application;
import thaw.function.FunctionDefinition;
import thaw.function.MemorySize;
import thaw.lambda.DeployedFunction;
import thaw.problem.UserMistake;

/**
 * The function that runs here beside a deployed one.
 *
 * @param names its name, where that is not the deployed one's; at most one
 * @param axes at most one value of each; the memory size is that on AWS
 */
public record LocalFunction(
    SourceChoice source, List<String> names, TimeoutChoice timeout, DataChoice data, Axes axes) {
  public LocalFunction {
    names = List.copyOf(names);
    if (names.size() > 1) {
      throw new UserMistake(
          "--local compares one function here with the one on AWS", "name one with --variant");
    }
    if (axes.jdks().size() > 1 || axes.starts().size() > 1 || axes.clients().size() > 1) {
      throw new UserMistake(
          "--local compares one function here with the one on AWS",
          "give one value each to --jdk, --snap-start and --runtime");
    }
  }

  /** The function that is this one on AWS, with its memory size and timeout. */
  Chosen chosen(Application application, DeployedFunction deployed) {
    FunctionDefinition function = find(application, deployed.name());
    FunctionDefinition adapted =
        timeout.limit().isPresent()
            ? timeout.of(function)
            : function.withTimeout(Duration.ofSeconds(Math.max(1, deployed.timeoutSeconds())));
    return new Chosen(
        this,
        application.withFunctions(
            application.functions().stream()
                .map(each -> each.equals(function) ? adapted : each)
                .toList()),
        adapted,
        new MemorySize(deployed.memoryMiB()));
  }

  private FunctionDefinition find(Application application, String deployed) {
    List<FunctionDefinition> functions = application.functions();
    if (!names.isEmpty()) {
      return FunctionChoice.chosen(application, names.getFirst());
    }
    return functions.stream()
        .filter(each -> each.name().equals(deployed))
        .findFirst()
        .or(() -> application.named(deployed))
        .or(() -> functions.stream().filter(each -> isStacks(each, deployed)).findFirst())
        .or(() -> functions.size() == 1 ? Optional.of(functions.getFirst()) : Optional.empty())
        .orElseThrow(() ->
            new UserMistake(
                "none of the functions here is called " + deployed,
                "say with --variant which one it is: " + FunctionChoice.shown(functions)));
  }

  /** CloudFormation's names of functions without one: STACK-LOGICALID-SUFFIX. */
  private static boolean isStacks(FunctionDefinition function, String deployed) {
    return deployed.matches(".+-" + Pattern.quote(function.logicalId()) + "-[A-Za-z0-9]{8,16}");
  }

  /**
   * @param application with this function as it is measured
   * @param memory that it has on AWS
   */
  record Chosen(
      LocalFunction from, Application application, FunctionDefinition function, MemorySize memory) {
    /**
     * @param restored whether it starts from a snapshot on AWS
     */
    Variant variant(Workspace workspace, byte[] event, boolean restored, Progress progress)
        throws InterruptedException {
      from.axes().jdks().forEach(workspace::jdk); // before anything is built
      workspace.letReach(from.source().reachesHost());
      DataChoice.Ready ready = from.data().ready(application, progress::line);
      Application filled = ready.application();
      filled.warnings().forEach(warning -> progress.line("warning: " + warning));
      Beforehand.start(ready, List.of(function), workspace, progress);
      List<SnapStart> starts =
          from.axes().starts().isEmpty()
              ? List.of(restored ? SnapStart.SNAPSHOT : SnapStart.NONE)
              : from.axes().starts();
      VariantMatrix matrix =
          VariantMatrix.ofFunctions(List.of(function.logicalId()))
              .with(List.of(memory), from.axes().jdks(), starts, from.axes().clients());
      EventChoice sent = EventChoice.of(Optional.of(new String(event, StandardCharsets.UTF_8)));
      FirstAnswers answers = new FirstAnswers(workspace, filled, sent, Optional.empty(), progress);
      return new Variants(workspace, filled, answers, progress)
          .of(List.of(matrix), List.of())
          .getFirst();
    }

    /** Returns the settings that differ from those on AWS, as far as its API tells. */
    List<Warning> differences(DeployedFunction deployed) {
      List<Warning> differences = new ArrayList<>();
      if (from.axes().jdks().isEmpty()
          && !deployed.runtime().isEmpty()
          && !deployed.runtime().equals(function.runtime())) {
        differences.add(
            new Warning(
                "the runtimes differ",
                "here " + function.runtime() + ", on AWS " + deployed.runtime(),
                "choose AWS's with --jdk"));
      }
      if (!deployed.handler().isEmpty() && !deployed.handler().equals(function.handler())) {
        differences.add(
            new Warning(
                "the handlers differ",
                "here " + function.handler() + ", on AWS " + deployed.handler(),
                "name the same function with --variant, or deploy it again"));
      }
      String here =
          System.getProperty("os.arch").toLowerCase(Locale.ROOT).equals("aarch64")
              ? "arm64"
              : "x86_64";
      if (!deployed.architecture().equals(here)) {
        differences.add(
            new Warning(
                "the processors differ",
                "here " + here + ", on AWS " + deployed.architecture(),
                "measure on a machine of the same architecture"));
      }
      return differences;
    }
  }
}
