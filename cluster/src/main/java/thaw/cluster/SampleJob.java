package thaw.cluster;

import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.dsl.NamespaceableResource;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import thaw.app.bench.PodStart;
import thaw.function.Region;

/**
 * The Job whose pods are cold starts of a function.
 *
 * @param parallel pods at once
 */
record SampleJob(PodStart start, int parallel, Optional<String> pullSecret) {
  /** The label of the Job and of its pods; its value is the Job's name. */
  static final String LABEL = "thaw/bench";

  private static final String SAMPLES = "thaw/samples";

  /** Lambda gives the init phase two CPUs. */
  private static final long LEAST_CPU_LIMIT = 2000;

  /** The numbers of samples that a Job makes, by its index. */
  static List<Integer> samples(Job job) {
    return Stream.of(job.getMetadata().getAnnotations().getOrDefault(SAMPLES, "").split(","))
        .filter(text -> !text.isEmpty())
        .map(Integer::valueOf)
        .toList();
  }

  /** Returns a Job that makes these samples, to be created. */
  NamespaceableResource<Job> at(Cluster cluster, List<Integer> samples) {
    WorkerSize size = WorkerSize.of(List.of(start.function()), 1, Optional.empty());
    Map<String, Object> values = new HashMap<>();
    values.put("NAMESPACE", cluster.namespace());
    values.put("NAME", start.id());
    values.put("SAMPLES", String.join(",", samples.stream().map(String::valueOf).toList()));
    values.put("COUNT", samples.size());
    values.put("PARALLEL", parallel);
    values.put("PULL_SECRETS", pullSecret.map(each -> Map.of("name", each)).stream().toList());
    values.put("IMAGE", start.image());
    values.put("COMMAND", start.command().stream().map(each -> each.replace("$", "$$")).toList());
    values.put("REGION", Region.own());
    values.put("MEMORY", size.memoryMiB() + "Mi");
    values.put("CPU", size.oneCpuMillis() + "m");
    values.put("CPU_LIMIT", Math.max(LEAST_CPU_LIMIT, size.cpuMillis()) + "m");
    Job job =
        ManifestYaml.filled(new KubernetesSerialization(), "cold-starts.yaml", Job.class, values);
    return cluster.client().resource(job);
  }
}
