package thaw.deployment;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.cloud.tools.jib.api.CacheDirectoryCreationException;
import com.google.cloud.tools.jib.api.Containerizer;
import com.google.cloud.tools.jib.api.Jib;
import com.google.cloud.tools.jib.api.JibContainer;
import com.google.cloud.tools.jib.api.JibContainerBuilder;
import com.google.cloud.tools.jib.api.RegistryException;
import com.google.cloud.tools.jib.api.buildplan.AbsoluteUnixPath;
import com.google.cloud.tools.jib.api.buildplan.FileEntriesLayer;
import com.google.cloud.tools.jib.api.buildplan.FilePermissions;
import com.google.cloud.tools.jib.api.buildplan.ImageFormat;
import com.google.cloud.tools.jib.api.buildplan.Platform;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import thaw.function.packaging.Sha256;
import thaw.problem.UserMistake;
import thaw.snapshot.MachineKind;
import thaw.snapshot.MountedSnapshots;

/**
 * Snapshots as an image in a registry, which a cluster mounts as a volume of its pods. It has a
 * layer for each time that a worker had something to add, and labels for each kind of machine.
 *
 * @param reference name and tag in a registry
 */
public record SnapshotArtefact(String reference) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** The prefix of labels with the keys of the snapshots for a kind of machine. */
  private static final String SNAPSHOTS = "thaw.snapshots.";

  /** The prefix of labels with the digest of the archive that all those snapshots map. */
  private static final String ARCHIVE = "thaw.archive.";

  /** The time of all files, so that the same snapshots make the same image. */
  private static final Instant TIME = Instant.EPOCH.plusSeconds(1);

  private static final FilePermissions READABLE = FilePermissions.fromOctalString("644");

  /** Every node pulls all of it. */
  private static final int MOST_SNAPSHOTS = 40;

  /**
   * The tag of those that fit a worker's image: that digest, as the OCI's scheme of tags for what
   * refers to an image has it.
   *
   * @param image of the worker, a name and a tag or a digest
   * @throws UserMistake when the registry cannot be asked, or has no such image
   */
  public static String tagFor(String image) {
    ImageRegistry registry = ImageRegistry.named(image);
    String digest =
        registry
            .reference()
            .getDigest()
            .or(() -> found(registry, image).map(ImageRegistry.Found::digest))
            .orElseThrow(() ->
                new UserMistake(
                    "the registry has no image " + image,
                    "push it first: thaw package --to worker --registry " + image));
    return digest.replace(':', '-');
  }

  private static Optional<ImageRegistry.Found> found(ImageRegistry registry, String name) {
    try {
      return registry.find();
    } catch (IOException | RegistryException e) {
      throw new UserMistake(
          "the registry does not say whether it has %s: %s"
              .formatted(name, ImageRegistry.reason(e)),
          ImageRegistry.REMEDY);
    }
  }

  /**
   * Returns the artefact's reference by its digest, when it is there.
   *
   * @throws UserMistake when the registry cannot be asked
   */
  public Optional<String> find() {
    ImageRegistry registry = ImageRegistry.named(reference);
    return found(registry, reference).map(there -> registry.byDigest(there.digest()));
  }

  /**
   * Adds snapshots to what is there, unless they are there already. Of two that do so at once one
   * may be lost, which then is made again where it is missed.
   *
   * @param kept folders of a snapshot store
   * @param archive folder of the class archive that all of them have mapped
   * @param scratch an empty folder of ours
   * @return what was pushed, by its digest; empty when nothing was to be done
   * @throws UserMistake when the registry refuses it, or they do not go with what is there
   */
  public Optional<String> add(
      MachineKind machine, List<Path> kept, Optional<Path> archive, Path scratch)
      throws IOException, InterruptedException {
    ImageRegistry registry = ImageRegistry.named(reference);
    Optional<ImageRegistry.Found> there = found(registry, reference);
    Labels labels = there.isPresent() ? Labels.of(there.get()) : Labels.NONE;
    Set<String> names = labels.words(SNAPSHOTS + machine.name());
    Set<String> known = labels.words(ARCHIVE + machine.name());
    List<Path> missing =
        kept.stream().filter(each -> !names.contains("" + each.getFileName())).toList();
    Set<String> own = archive.isPresent() ? Set.of(digest(archive.get())) : Set.of();
    boolean ofOthers = !names.isEmpty() && !known.equals(own);
    if (missing.isEmpty()) {
      return Optional.empty();
    }
    if (ofOthers) {
      throw new UserMistake(
          "the snapshots in %s have another class archive than this worker's".formatted(reference),
          "deploy again, and workers begin with that archive");
    }
    if (names.size() + missing.size() > MOST_SNAPSHOTS) {
      throw new UserMistake(
          "%s has %d snapshots for such machines, and %d at most"
              .formatted(reference, names.size(), MOST_SNAPSHOTS),
          "name another tag: --snapshots REPOSITORY:TAG");
    }
    Path root = Files.createDirectory(scratch.resolve("layer"));
    MountedSnapshots layer = new MountedSnapshots(root, machine);
    for (Path each : missing) {
      layer.add(each);
      names.add("" + each.getFileName());
    }
    if (archive.isPresent() && known.isEmpty()) {
      layer.addArchive(archive.get());
    }
    try {
      JibContainer pushed =
          builder(registry, there)
              .addFileEntriesLayer(layer(root))
              .addLabel(SNAPSHOTS + machine.name(), String.join(" ", names))
              .addLabel(ARCHIVE + machine.name(), String.join(" ", own))
              .containerize(
                  ImageWriter.cachedIn(scratch, Containerizer.to(registry.image()))
                      .setAllowInsecureRegistries(registry.isLocal()));
      return Optional.of(registry.byDigest(pushed.getDigest()));
    } catch (RegistryException | ExecutionException e) {
      throw new UserMistake(
          "the registry does not take %s: %s".formatted(reference, ImageRegistry.reason(e)),
          ImageRegistry.REMEDY);
    } catch (CacheDirectoryCreationException e) {
      throw new IOException("could not make an image in " + scratch + ": " + e.getMessage(), e);
    }
  }

  private record Labels(JsonNode labels) {
    static final Labels NONE = new Labels(JSON.createObjectNode());

    static Labels of(ImageRegistry.Found there) throws IOException {
      return there.configuration().isEmpty()
          ? NONE
          : new Labels(JSON.readTree(there.configuration().get()).path("config").path("Labels"));
    }

    Set<String> words(String label) {
      String text = labels.path(label).asText("");
      return text.isEmpty() ? new TreeSet<>() : new TreeSet<>(Set.of(text.split(" ")));
    }
  }

  private static String digest(Path archive) throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.list(archive)) {
      files = all.filter(Files::isRegularFile).sorted().toList();
    }
    return Sha256.of(
            out -> {
              for (Path file : files) {
                Files.copy(file, out);
              }
            })
        .hex();
  }

  private JibContainerBuilder builder(ImageRegistry registry, Optional<ImageRegistry.Found> there) {
    JibContainerBuilder builder =
        there.isPresent() ? onTop(registry.byDigest(there.get().digest())) : Jib.fromScratch();
    String architecture = System.getProperty("os.arch").equals("aarch64") ? "arm64" : "amd64";
    return builder
        .setPlatforms(Set.of(new Platform(architecture, "linux")))
        .setFormat(ImageFormat.OCI)
        .setCreationTime(Instant.EPOCH);
  }

  /**
   * Returns a builder on top of the image that was looked at, though others may add to the tag
   * meanwhile.
   */
  private static JibContainerBuilder onTop(String byDigest) {
    return Jib.from(ImageRegistry.named(byDigest).image());
  }

  private static FileEntriesLayer layer(Path root) throws IOException {
    FileEntriesLayer.Builder layer = FileEntriesLayer.builder().setName("snapshots");
    try (Stream<Path> tree = Files.walk(root)) {
      for (Path file : tree.sorted().toList()) {
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
          continue;
        }
        layer.addEntry(file, AbsoluteUnixPath.get("/" + root.relativize(file)), READABLE, TIME);
      }
    }
    return layer.build();
  }
}
