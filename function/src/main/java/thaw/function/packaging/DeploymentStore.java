package thaw.function.packaging;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import thaw.problem.UserMistake;

/**
 * Deployment packages exploded once, each in a folder that is named by the SHA-256 of its content.
 *
 * <p>What the store promises:
 *
 * <ol>
 *   <li>A published folder is complete: it is filled under another name and renamed into place.
 *   <li>Any number of threads and processes may put at once; equal content ends in one folder.
 *   <li>The folder holds exactly the bytes that its name digests: an archive is exploded from the
 *       copy that was digested, a folder is digested as it is copied.
 *   <li>A package that is there already costs one reading of its source, no writing. The source is
 *       always digested: time and size of a file do not prove that it is unchanged.
 *   <li>A folder that another user could have changed since is not used, but made anew.
 * </ol>
 *
 * <p>Folders are copied, not linked, since a build writes into them later. Nothing is removed while
 * somebody has the store open; what was not used for long goes by {@link #sections}.
 */
public final class DeploymentStore {
  private final StoreFolder packages;
  private final StoreFolder layers;
  private final KnownDigests digests;
  private final Consumer<String> notes;

  /**
   * @param root the store's folder, made when it is needed; one file system with its contents
   */
  public DeploymentStore(Path root) {
    this(root, _ -> {});
  }

  /**
   * @param notes for people: what is made anew, and why, and what is odd about an archive
   */
  public DeploymentStore(Path root, Consumer<String> notes) {
    this.notes = notes;
    this.packages = new StoreFolder(root.resolve("packages"), notes);
    this.layers = new StoreFolder(root.resolve("layers"), notes);
    this.digests = new KnownDigests(root.resolve("digests"), InstantSource.system());
  }

  /** Returns the sections of the cache in which it keeps what can be made again. */
  public List<CacheSection> sections() {
    return List.of(new CacheSection(packages.root()), new CacheSection(layers.root()));
  }

  /**
   * The package exploded. {@code CodeSha256} is the digest of the archive; of a folder, that of a
   * plain zip of it (see {@link TaskTree}), which AWS would compute only if it were packaged so.
   *
   * @throws UserMistake when Lambda would refuse the package
   * @throws IllegalArgumentException for a project, which must be built first
   */
  public DeploymentPackage put(CodeSource source) {
    return put(source, false);
  }

  /**
   * Does what {@link #put} does, but is faster for a folder that is not in the store, and slower
   * for one that is.
   */
  public DeploymentPackage putChanged(CodeSource source) {
    return put(source, true);
  }

  private DeploymentPackage put(CodeSource source, boolean changed) {
    try {
      return switch (source) {
        case CodeSource.Archive(Path path) -> putArchive(path);
        case CodeSource.Folder(Path path) -> putTree(TaskTree.of(path), changed);
        case CodeSource.Built built -> putTree(TaskTree.of(built), changed);
        case CodeSource.Project project ->
            throw new IllegalArgumentException(
                "the project must be built first: " + project.path());
        case CodeSource.Image(Path path, ImageConfig _) ->
            throw new IllegalArgumentException("a container image is not a package: " + path);
      };
    } catch (NoSuchFileException e) {
      throw new UserMistake(
          "deployment package does not exist: " + e.getMessage(), "build the function first");
    } catch (IOException e) {
      throw new UncheckedIOException(
          "could not store " + source.path() + " in " + packages.root() + ": " + e, e);
    }
  }

  /**
   * All layers in one folder, to be {@code /opt}; where two have the same file, the later one wins.
   * The digest is that of the layers' digests in their order, the size their sum.
   */
  public DeploymentPackage layers(List<CodeSource> sources) {
    List<DeploymentPackage> exploded = new ArrayList<>();
    for (CodeSource source : sources) {
      exploded.add(source instanceof CodeSource.Built built ? putJars(built) : put(source));
    }
    try {
      Sha256 digest = digestOf(exploded);
      if (!layers.has(digest)) {
        List<Path> roots = exploded.stream().map(DeploymentPackage::root).toList();
        layers.publish((content, _) -> {
          LayerMerge.merge(roots, content);
          return digest;
        });
      }
      long bytes = exploded.stream().mapToLong(DeploymentPackage::codeSizeBytes).sum();
      new CacheSection(layers.root()).use(layers.folder(digest));
      return new DeploymentPackage(layers.folder(digest), digest.base64(), bytes);
    } catch (IOException e) {
      throw new UncheckedIOException("could not merge layers in " + layers.root(), e);
    }
  }

  private static Sha256 digestOf(List<DeploymentPackage> layers) throws IOException {
    String digests =
        layers.stream().map(DeploymentPackage::codeSha256).collect(Collectors.joining("\n"));
    return Sha256.of(out -> out.write(digests.getBytes(StandardCharsets.US_ASCII)));
  }

  private DeploymentPackage putArchive(Path archive) throws IOException {
    Sha256 digest =
        digests.of(
            "archive " + archive.toAbsolutePath(),
            Map.of("archive", archive),
            () -> Sha256.of(archive));
    if (!packages.has(digest)) {
      digest =
          packages.publish((content, scratch) -> {
            Path copy = scratch.resolve("archive.zip");
            Sha256 copied;
            try (OutputStream out = Files.newOutputStream(copy)) {
              copied = Sha256.copying(archive, out);
            }
            ArchiveExploder.explode(copy, archive, content, notes);
            return copied;
          });
    }
    return described(digest);
  }

  private DeploymentPackage putTree(TaskTree tree, boolean changed) throws IOException {
    if (tree.isEmpty()) {
      throw new UserMistake(tree.origin() + " is empty", "build the function first");
    }
    tree.requireWithinLimit();
    if (!changed) {
      Sha256 digest =
          digests.of("tree " + tree.origin().toAbsolutePath(), tree.entries(), tree::digest);
      if (packages.has(digest)) {
        return described(digest);
      }
    }
    return described(packages.publish((content, _) -> tree.copyTo(content)));
  }

  private DeploymentPackage putJars(CodeSource.Built built) {
    try {
      Files.createDirectories(packages.root());
      Path scratch = Files.createTempDirectory(packages.root(), ".incoming-");
      try {
        List<Path> jars = new ArrayList<>(built.libraries());
        TaskTree classes = TaskTree.ofClasses(built);
        if (!classes.isEmpty()) {
          Path jar = scratch.resolve("classes.jar");
          try (OutputStream out = Files.newOutputStream(jar)) {
            classes.zip(out);
          }
          jars.addFirst(jar);
        }
        return putTree(TaskTree.ofJars(built.path(), jars), false);
      } finally {
        StoreFolder.delete(scratch);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("could not store " + built.path() + ": " + e, e);
    }
  }

  private DeploymentPackage described(Sha256 digest) {
    new CacheSection(packages.root()).use(packages.folder(digest));
    return new DeploymentPackage(packages.folder(digest), digest.base64(), digest.bytes());
  }
}
