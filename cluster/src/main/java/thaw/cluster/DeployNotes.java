package thaw.cluster;

import java.util.ArrayList;
import java.util.List;

/** What whoever deploys has to know or to do besides, one line each. */
final class DeployNotes {
  private DeployNotes() {}

  static List<String> of(WorkerPod pod, DeployedTemplate read) {
    WorkerPlan plan = pod.plan();
    List<String> notes = new ArrayList<>();
    notes.add(
        "a worker runs %d requests at once, with %d MiB and at most %d m CPU, and asks the scheduler for %d m"
            .formatted(
                plan.environments(),
                pod.size().memoryMiB(),
                pod.size().cpuMillis(),
                pod.size().oneCpuMillis()));
    notes.add(
        "these limits are the pod's: an environment can use more than its function's memory size"
            + " while others use less");
    if (!pod.variables().secret().isEmpty()) {
      notes.add(
          "needed first: the Secret %s with the keys %s (kubectl create secret generic %1$s -n %s --from-literal=KEY=VALUE)"
              .formatted(
                  plan.name() + WorkerObjects.SECRETS,
                  String.join(", ", pod.variables().secret()),
                  plan.namespace()));
    }
    if (plan.snapshots().isPresent()) {
      ofSnapshots(plan, notes);
    } else {
      notes.add("capabilities: none; " + WITHOUT_SNAPSHOTS);
    }
    if (plan.events().isEmpty() && plan.engine() == ClusterEngine.KUBERNETES) {
      notes.add(
          "accepted events of asynchronous invocations outlive a killed worker, and end with its"
              + " pod: --keep-events 1Gi keeps them");
    }
    plan.prometheus()
        .ifPresent(_ ->
            notes.add(
                "needed: KEDA (keda.sh) in the cluster, and a Prometheus that reads /_thaw/metrics"
                    + " of the pods and gives their series the labels namespace and pod"));
    if (plan.engine() == ClusterEngine.KNATIVE) {
      ofKnative(pod, read, notes);
    }
    return notes;
  }

  private static final String WITHOUT_SNAPSHOTS =
      "functions of a worker share its user, files and processes, so give each team workers of its"
          + " own";

  private static void ofSnapshots(WorkerPlan plan, List<String> notes) {
    notes.add("capabilities: " + SnapshotRights.WHY);
    notes.add(
        "seccomp: "
            + SnapshotRights.SECCOMP
            + ", as the default filter refuses pivot_root, which makes a function's root folder");
    notes.addAll(plan.snapshots().orElseThrow().notes());
    if (plan.engine() == ClusterEngine.KNATIVE) {
      notes.add(
          "needed: kubernetes.containerspec-addcapabilities and kubernetes.podspec-volumes-image"
              + " enabled in Knative's ConfigMap config-features");
    } else {
      notes.add("needed: Kubernetes 1.36, or image volumes and user namespaces enabled before");
    }
  }

  private static void ofKnative(WorkerPod pod, DeployedTemplate read, List<String> notes) {
    long seconds = Math.max(read.longest().toSeconds(), pod.graceSeconds());
    if (seconds > WorkerObjects.KNATIVE_SECONDS) {
      notes.add(
          "needed: max-revision-timeout-seconds of at least %d in Knative's ConfigMap config-defaults"
              .formatted(seconds));
    }
  }
}
