package thaw.cluster;

/** The system that runs workers in a cluster. */
enum ClusterEngine {
  /** A Deployment, or a StatefulSet, behind a Service. */
  KUBERNETES("Kubernetes"),
  /** A Service of Knative Serving, which starts workers when requests come, and none without. */
  KNATIVE("Knative");

  private final String words;

  ClusterEngine(String words) {
    this.words = words;
  }

  /** Returns the engine's name for people. */
  String words() {
    return words;
  }
}
