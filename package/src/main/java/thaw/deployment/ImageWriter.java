package thaw.deployment;

import com.google.cloud.tools.jib.api.CacheDirectoryCreationException;
import com.google.cloud.tools.jib.api.Containerizer;
import com.google.cloud.tools.jib.api.InvalidImageReferenceException;
import com.google.cloud.tools.jib.api.Jib;
import com.google.cloud.tools.jib.api.JibContainer;
import com.google.cloud.tools.jib.api.JibContainerBuilder;
import com.google.cloud.tools.jib.api.RegistryException;
import com.google.cloud.tools.jib.api.TarImage;
import com.google.cloud.tools.jib.api.buildplan.AbsoluteUnixPath;
import com.google.cloud.tools.jib.api.buildplan.FileEntriesLayer;
import com.google.cloud.tools.jib.api.buildplan.FilePermissions;
import com.google.cloud.tools.jib.api.buildplan.ImageFormat;
import com.google.cloud.tools.jib.api.buildplan.Platform;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.function.Predicate;
import java.util.stream.Stream;
import thaw.files.NativeSha256;
import thaw.problem.UserMistake;

/** Writes container images by Jib, without Docker: the same bytes of the same files. */
public final class ImageWriter {
  static {
    NativeSha256.install();
  }

  /** The form in which an image goes to disk. */
  public enum Form {
    /** The form that {@code docker load} and {@code sam deploy} take. */
    DOCKER_TAR(".tar"),
    /** An OCI layout as a tar. */
    OCI_TAR(".tar"),
    /** An OCI layout, a folder. */
    OCI_LAYOUT("");

    private final String extension;

    Form(String extension) {
      this.extension = extension;
    }

    /** Returns the extension of the image's file; a folder has none. */
    public String extension() {
      return extension;
    }
  }

  /**
   * Tells what an image starts.
   *
   * @param user whose numbers a container engine starts it with, where it is not to be root
   * @param architecture as Lambda names it
   */
  public record Start(
      List<String> entryPoint,
      List<String> command,
      Map<String, String> environment,
      Map<String, String> labels,
      Optional<String> user,
      String architecture) {}

  private static final int EXECUTABLE = 0755;
  private static final int PLAIN = 0644;

  private final Path root;
  private final List<FileEntriesLayer> layers = new ArrayList<>();

  /**
   * @param root the root file system that files are taken from
   */
  public ImageWriter(Path root) {
    this.root = root;
  }

  /**
   * A layer of those files, in the order of their names. Links are in none: what a base image has
   * of them is in its own layers.
   *
   * @param chosen is asked with paths in the image
   */
  public ImageWriter layer(String name, Predicate<Path> chosen) throws IOException {
    FileEntriesLayer.Builder layer = FileEntriesLayer.builder().setName(name);
    List<Path> paths;
    try (Stream<Path> tree = Files.walk(root)) {
      paths = tree.sorted().toList();
    }
    boolean some = false;
    for (Path path : paths) {
      Path at = Path.of("/").resolve(root.relativize(path).toString());
      boolean folder = Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS);
      if (path.equals(root) || !chosen.test(at) || folder && !isEmpty(path)) {
        continue; // folders come with what is in them
      }
      if (!folder && !Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
        continue;
      }
      FileTime modified = folder ? DeploymentZip.TIME : Files.getLastModifiedTime(path);
      int mode =
          at.equals(Path.of("/tmp"))
              ? 0777
              : folder || Files.isExecutable(path) ? EXECUTABLE : PLAIN;
      layer.addEntry(
          path,
          AbsoluteUnixPath.get(at.toString()),
          FilePermissions.fromOctalString(Integer.toOctalString(mode)),
          modified.toInstant());
      some = true;
    }
    if (some) {
      layers.add(layer.build());
    }
    return this;
  }

  private static boolean isEmpty(Path folder) throws IOException {
    try (Stream<Path> entries = Files.list(folder)) {
      return entries.findAny().isEmpty();
    }
  }

  /**
   * @param base a tar as of docker save; absent for an image from scratch
   * @param registry where it goes as well, see {@link #push}
   * @param scratch a folder of ours, for Jib's cache
   * @param target a file, or for an OCI layout a folder; does not exist yet
   * @return the reference of what was pushed
   */
  public Optional<String> write(
      Start start,
      Optional<Path> base,
      Form form,
      Optional<String> registry,
      Path scratch,
      Path target)
      throws IOException, InterruptedException {
    Path tar = form == Form.OCI_LAYOUT ? scratch.resolve("layout.tar") : target;
    Files.createDirectories(scratch);
    contain(
        builder(start, base)
            .setFormat(form == Form.DOCKER_TAR ? ImageFormat.Docker : ImageFormat.OCI),
        Containerizer.to(named(TarImage.at(tar))),
        scratch);
    if (form == Form.OCI_LAYOUT) {
      Untar.into(tar, target);
      Files.delete(tar);
    }
    return registry.isPresent()
        ? Optional.of(push(start, base, registry.get(), scratch))
        : Optional.empty();
  }

  /**
   * Pushes the image into a registry, with the credentials that Docker's configuration or a
   * credential helper has.
   *
   * @param reference as in {@code 123456789012.dkr.ecr.us-east-1.amazonaws.com/pets:1}
   * @return the reference by digest
   * @throws UserMistake when the registry refuses it
   */
  private String push(Start start, Optional<Path> base, String reference, Path scratch)
      throws IOException, InterruptedException {
    ImageRegistry target = ImageRegistry.named(reference);
    try {
      JibContainer made =
          builder(start, base)
              .setFormat(ImageFormat.Docker)
              .containerize(
                  cachedIn(scratch, Containerizer.to(target.image()))
                      .setAllowInsecureRegistries(target.isLocal()));
      return target.byDigest(made.getDigest());
    } catch (RegistryException | ExecutionException e) {
      throw new UserMistake(
          "the registry does not take " + reference + ": " + ImageRegistry.reason(e),
          ImageRegistry.REMEDY);
    } catch (CacheDirectoryCreationException e) {
      throw new IOException("could not make an image in " + scratch + ": " + e.getMessage(), e);
    }
  }

  private static TarImage named(TarImage image) {
    try {
      return image.named("thaw-function:latest");
    } catch (InvalidImageReferenceException e) {
      throw new IllegalStateException("a name of ours", e);
    }
  }

  private JibContainerBuilder builder(Start start, Optional<Path> base) {
    JibContainerBuilder builder =
        base.map(tar -> Jib.from(TarImage.at(tar))).orElseGet(Jib::fromScratch);
    if (base.isEmpty()) {
      builder.setPlatforms(
          Set.of(
              new Platform(
                  start.architecture().equals("x86_64") ? "amd64" : start.architecture(),
                  "linux")));
    }
    start.environment().forEach(builder::addEnvironmentVariable);
    start.labels().forEach(builder::addLabel);
    start.user().ifPresent(builder::setUser);
    return builder
        .setCreationTime(Instant.EPOCH)
        .setFileEntriesLayers(layers)
        .setEntrypoint(start.entryPoint())
        .setProgramArguments(start.command())
        .setWorkingDirectory(AbsoluteUnixPath.get(StagedPackage.TASK.toString()));
  }

  private static void contain(JibContainerBuilder builder, Containerizer to, Path scratch)
      throws IOException, InterruptedException {
    try {
      builder.containerize(cachedIn(scratch, to).setOfflineMode(true));
    } catch (RegistryException | ExecutionException e) {
      throw new UserMistake(
          "the image cannot be made: " + ImageRegistry.reason(e),
          "look whether the base image is whole");
    } catch (CacheDirectoryCreationException e) {
      throw new IOException("could not make an image in " + scratch + ": " + e.getMessage(), e);
    }
  }

  static Containerizer cachedIn(Path scratch, Containerizer to) {
    return to.setToolName("thaw")
        .setBaseImageLayersCache(scratch.resolve("base"))
        .setApplicationLayersCache(scratch.resolve("layers"));
  }
}
