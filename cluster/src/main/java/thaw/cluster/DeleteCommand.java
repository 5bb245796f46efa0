package thaw.cluster;

import io.fabric8.kubernetes.api.model.DeletionPropagation;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import thaw.cli.ExitCode;
import thaw.cli.cluster.ClusterProgram;

/** {@code thaw delete}: removes what was deployed, and nothing that somebody else has made. */
@Command(
    name = ClusterProgram.DELETE,
    description = ClusterProgram.DELETE_DESCRIPTION,
    mixinStandardHelpOptions = true)
final class DeleteCommand implements Callable<Integer> {
  @Mixin private ClusterOptions cluster = new ClusterOptions();

  @Parameters(paramLabel = "NAME", description = "Under which thaw deploy has made it.")
  private String name = "";

  @Option(
      names = "--events",
      description =
          "Also the volumes of --keep-events, with events that were accepted and not processed.")
  private boolean events;

  @Override
  public Integer call() {
    try (Cluster reached = cluster.open()) {
      List<HasMetadata> objects = found(reached);
      if (objects.isEmpty()) {
        throw LabelledWorkers.none(reached, Optional.of(name));
      }
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

  /** Who starts others first: it would start them again. */
  private List<HasMetadata> found(Cluster reached) {
    Map<String, String> labels =
        Map.of(WorkerObjects.MANAGED_BY, WorkerObjects.MANAGER, WorkerObjects.NAME, name);
    String namespace = reached.namespace();
    var client = reached.client();
    List<HasMetadata> found = new ArrayList<>();
    for (String[] type :
        List.of(
            new String[] {"keda.sh", "keda.sh/v1alpha1", "ScaledObject"},
            new String[] {"serving.knative.dev", "serving.knative.dev/v1", "Service"})) {
      if (client.hasApiGroup(type[0], true)) {
        found.addAll(
            client
                .genericKubernetesResources(type[1], type[2])
                .inNamespace(namespace)
                .withLabels(labels)
                .list()
                .getItems());
      }
    }
    found.addAll(
        client.services().inNamespace(namespace).withLabels(labels).list().getItems().stream()
            .filter(service ->
                service.getMetadata().getOwnerReferences().isEmpty()) // Knative's go with it
            .toList());
    found.addAll(
        client
            .apps()
            .deployments()
            .inNamespace(namespace)
            .withLabels(labels)
            .list()
            .getItems()
            .stream()
            .filter(workers -> workers.getMetadata().getOwnerReferences().isEmpty())
            .toList());
    found.addAll(
        client.apps().statefulSets().inNamespace(namespace).withLabels(labels).list().getItems());
    found.addAll(client.configMaps().inNamespace(namespace).withLabels(labels).list().getItems());
    if (events) { // a StatefulSet gives its claims the labels of its selector
      found.addAll(
          client
              .persistentVolumeClaims()
              .inNamespace(namespace)
              .withLabel(WorkerObjects.NAME, name)
              .list()
              .getItems());
    }
    return found;
  }
}
