package thaw.app.packaging;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import thaw.deployment.SnapshotArtefact;
import thaw.problem.UserMistake;

/**
 * The image in a registry that has snapshots for workers.
 *
 * @param image name and tag, or digest
 * @param mounted the same by its digest, absent while the registry has none: a pod does not start
 *     when one of its volumes cannot be pulled
 * @param pushSecret with which workers add to it
 */
public record WorkerSnapshots(String image, Optional<String> mounted, Optional<String> pushSecret) {
  private static final String DIGEST = "@sha256:";

  /**
   * Asks the registry, unless the image is named by its digest.
   *
   * @param name of the image; without a tag it is the one for the worker's image
   * @param worker name of that image
   * @param pushSecret with which workers add to it
   * @throws UserMistake when the registry cannot be asked
   */
  public static Optional<WorkerSnapshots> asked(
      @Nullable String name, String worker, @Nullable String pushSecret) {
    if (pushSecret != null && (name == null || name.contains(DIGEST))) {
      throw new UserMistake(
          "--push-secret needs --snapshots with a repository to push to",
          "use for example --snapshots registry.example.com/pets-snapshots");
    }
    if (name == null) {
      return Optional.empty();
    }
    if (name.contains(DIGEST)) {
      return Optional.of(new WorkerSnapshots(name, Optional.of(name), Optional.empty()));
    }
    boolean tagged = name.indexOf(':', name.lastIndexOf('/') + 1) > 0;
    String image = tagged ? name : name + ":" + SnapshotArtefact.tagFor(worker);
    if (image.equals(worker)) {
      throw new UserMistake(
          "--snapshots names the worker's own image, which snapshots would be added to",
          "name a repository of its own: --snapshots registry.example.com/pets-snapshots");
    }
    return Optional.of(
        new WorkerSnapshots(
            image, new SnapshotArtefact(image).find(), Optional.ofNullable(pushSecret)));
  }

  /** Returns what the person who deploys has to know, one line each. */
  public List<String> notes() {
    List<String> notes = new ArrayList<>();
    notes.add(
        "a snapshot fits one code, JDK build, kind of CPU and kernel: where none fits, the worker"
            + " takes one of its own before it is ready");
    notes.add(
        mounted
            .map(found -> "snapshots are mounted: " + found)
            .orElse("the registry has no snapshots yet, so none are mounted: " + image));
    notes.add(
        pushSecret
            .map(secret ->
                "workers push the snapshots that they take, with what functions have in memory,"
                    + " by the Secret %s of the type kubernetes.io/dockerconfigjson; deploy again to"
                        .formatted(secret)
                    + " mount them")
            .orElse("workers keep the snapshots that they take to themselves: no --push-secret"));
    return notes;
  }
}
