package thaw.cluster;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.ResourceBundle;
import java.util.Set;

/** The lines that tell whoever deploys what else there is to know or to do. */
record DeployNotes(List<String> lines) {
  private static final ResourceBundle TEXTS =
      ResourceBundle.getBundle("thaw.cluster.notes", Locale.ROOT);

  static List<String> of(WorkerPod pod, DeployedTemplate read) {
    DeployNotes notes = new DeployNotes(new ArrayList<>());
    notes.ofWorker(pod, read);
    return notes.lines();
  }

  static String of(String key) {
    return TEXTS.getString(key);
  }

  private void say(String key, Object... values) {
    lines.add(TEXTS.getString(key).formatted(values));
  }

  private void ofWorker(WorkerPod pod, DeployedTemplate read) {
    WorkerPlan plan = pod.plan();
    WorkerSize size = pod.size();
    boolean knative = plan.engine() == ClusterEngine.KNATIVE;
    say("size", plan.environments(), size.memoryMiB(), size.cpuMillis(), size.oneCpuMillis());
    say("limits");
    Set<String> secret = pod.variables().secret();
    if (!secret.isEmpty()) {
      String name = plan.name() + WorkerObjects.SECRETS;
      say("secret", name, String.join(", ", secret), plan.namespace());
    }
    if (!knative) {
      say("namespaces");
    }
    if (!pod.schedules().isEmpty()) {
      say("schedules", pod.schedules().size());
    }
    if (plan.snapshots().isPresent()) {
      say("rights");
      say("seccomp", SnapshotRights.SECCOMP);
      lines.addAll(plan.snapshots().get().notes());
      say(knative ? "snapshots-knative" : "snapshots-kubernetes");
    } else {
      say("no-rights");
    }
    if (knative) {
      say("user", plan.snapshots().isPresent() ? "the node's root" : "nobody");
    }
    if (plan.events().isEmpty()) {
      say(knative ? "events-knative" : "events");
    }
    plan.prometheus().ifPresent(_ -> say(plan.events().isPresent() ? "keda-events" : "keda"));
    long seconds = Math.max(read.longest().toSeconds(), pod.graceSeconds());
    if (knative && seconds > WorkerObjects.KNATIVE_SECONDS) {
      say("timeout", seconds);
    }
  }
}
