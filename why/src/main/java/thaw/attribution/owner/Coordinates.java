package thaw.attribution.owner;

/**
 * The Maven coordinates of an artifact.
 *
 * @param group empty where it is not known
 * @param version empty where it is not known
 */
record Coordinates(String group, String artifact, String version) {
  /** {@code group:artifact:version}, without the parts that are not known. */
  String text() {
    return (group.isEmpty() ? "" : group + ":")
        + artifact
        + (version.isEmpty() ? "" : ":" + version);
  }

  boolean isSameArtifact(Coordinates other) {
    return artifact.equals(other.artifact) && group.equals(other.group);
  }
}
