package thaw.cluster;

import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import thaw.app.choice.SourceChoice;
import thaw.app.run.WorkerVariables;
import thaw.function.Api;
import thaw.function.Application;
import thaw.function.FunctionDefinition;
import thaw.function.template.Template;
import thaw.function.template.resource.ApplicationReader;
import thaw.problem.Spelling;
import thaw.problem.UserMistake;
import thaw.template.TemplateText;

/** A template that is to be deployed, with its values and as it is written. */
record DeployedTemplate(Application application, Template template) {
  static DeployedTemplate read(SourceChoice source) {
    return new DeployedTemplate(
        source.read(),
        ApplicationReader.template(source.source())
            .map(file -> Template.of(TemplateText.read(file)))
            .orElseThrow(() -> Mistakes.of("no-template", source.source())));
  }

  WorkerPod pod(WorkerPlan plan) {
    return new WorkerPod(
        plan,
        WorkerSize.of(application.functions(), plan.environments(), plan.memoryMiB()),
        WorkerVariables.of(application, template),
        apiPorts(),
        plan.port() == WorkerPlan.LAMBDA_PORT ? CronSchedule.of(application) : List.of());
  }

  Duration longest() {
    return application.functions().stream()
        .map(FunctionDefinition::timeout)
        .max(Comparator.naturalOrder())
        .orElse(Duration.ZERO);
  }

  /**
   * Returns the port of each API by its name. {@code thaw run} numbers them in the same way, one
   * after the other, leaving out the port of the Lambda API.
   */
  private Map<String, Integer> apiPorts() {
    Map<String, Integer> ports = new LinkedHashMap<>();
    int port = WorkerPlan.API_PORT;
    for (Api api : application.apis()) {
      if (port == WorkerPlan.LAMBDA_PORT) {
        port++;
      }
      ports.put(api.logicalId(), port);
      port++;
    }
    return ports;
  }

  /**
   * The one that an engine with one port leads to.
   *
   * @param served an API's logical id, or null for the Lambda API
   */
  int port(@Nullable String served, ClusterEngine engine) {
    if (served == null) {
      return WorkerPlan.LAMBDA_PORT;
    }
    Mistakes.require(engine == ClusterEngine.KNATIVE, "serve");
    Integer port = apiPorts().get(served);
    if (port == null) {
      throw new UserMistake(
          "--serve names no API of the template: " + served,
          apiPorts().isEmpty()
              ? "leave it out: the template has no API"
              : Spelling.nearest(served, apiPorts().keySet())
                  .map(near -> "use --serve " + near)
                  .orElse("use one of: " + String.join(", ", apiPorts().keySet())));
    }
    return port;
  }
}
