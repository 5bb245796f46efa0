package thaw.cluster;

import io.fabric8.kubernetes.api.model.DeletionPropagation;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import thaw.cli.ClusterProgram;
import thaw.cli.ExitCode;

/** {@code thaw delete}: removes what was deployed, and nothing that somebody else has made. */
@Command(
    name = ClusterProgram.DELETE,
    description = ClusterProgram.DELETE_DESCRIPTION,
    resourceBundle = "thaw.cluster.shared",
    mixinStandardHelpOptions = true)
final class DeleteCommand implements Callable<Integer> {
  @Mixin private ClusterOptions cluster = new ClusterOptions();

  @Parameters(paramLabel = "NAME", description = "Name under which thaw deploy has made it.")
  private String name = "";

  @Option(names = "--events")
  private boolean events;

  @Override
  public Integer call() {
    try (Cluster reached = cluster.open()) {
      List<HasMetadata> objects = found(reached);
      if (objects.isEmpty()) {
        throw LabelledWorkers.none(reached, Optional.of(name));
      }
      reached.requirePermission(
          objects.stream().map(each -> "delete " + Applying.plural(each)).distinct().toList());
      for (HasMetadata object : objects) {
        reached
            .client()
            .resource(object)
            .inNamespace(reached.namespace())
            .withPropagationPolicy(DeletionPropagation.BACKGROUND)
            .delete();
        System.out.println(Applying.named(object) + " deleted");
      }
      return ExitCode.DONE;
    } catch (KubernetesClientException e) {
      throw Cluster.refused("to delete " + name, e);
    }
  }

  private List<HasMetadata> found(Cluster reached) {
    List<HasMetadata> found = new ArrayList<>();
    for (String kind : Applying.KINDS) {
      boolean claims = kind.endsWith("Claim"); // a StatefulSet gives them its selector's labels
      if (claims && !events) {
        continue;
      }
      try {
        reached.all(kind).stream()
            .flatMap(all -> all.withLabel(WorkerObjects.NAME, name).list().getItems().stream())
            .filter(each -> claims || Applying.isOurs(each))
            .filter(each -> each.getMetadata().getOwnerReferences().isEmpty()) // go with it
            .forEach(found::add);
      } catch (KubernetesClientException e) {
        if (!kind.startsWith("keda.sh") || e.getCode() != Cluster.FORBIDDEN) {
          throw e;
        } // the ClusterRole edit knows nothing of KEDA
        System.err.println(DeployNotes.of("keda-unread").formatted(name));
      }
    }
    return found;
  }
}
