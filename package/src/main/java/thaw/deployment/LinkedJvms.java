package thaw.deployment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import thaw.files.ForeignTree;
import thaw.files.Trees;
import thaw.snapshot.SnapshotStore;

/**
 * JVMs that jlink has made before: making one takes seconds, copying it takes a fraction of one.
 * Refuses to know what they are for.
 */
public final class LinkedJvms {
  private static final String JVM = "jvm";

  /**
   * The rights of others to write, with which the store would take what it kept for changed by
   * somebody else.
   */
  private static final Set<PosixFilePermission> OF_OTHERS =
      EnumSet.of(PosixFilePermission.GROUP_WRITE, PosixFilePermission.OTHERS_WRITE);

  private final SnapshotStore store;

  public LinkedJvms(SnapshotStore store) {
    this.store = store;
  }

  /**
   * Copies the JVM, which is linked first when it is not kept. The links that it has, of licences,
   * become copies: neither zips nor images get links.
   *
   * @param folder that does not exist yet
   */
  public void put(JvmImage image, Path folder) throws IOException {
    store.prune();
    String key = image.key();
    Optional<Path> kept = store.find(key);
    Path from = kept.isPresent() ? kept.get() : linked(image, key);
    Files.createDirectories(folder);
    new ForeignTree(from.resolve(JVM)).copyTo(new ForeignTree(folder), "");
  }

  private Path linked(JvmImage image, String key) throws IOException {
    Path staged = store.stage();
    try {
      image.link(staged.resolve(JVM));
      for (Path each : all(staged)) {
        if (!Files.isSymbolicLink(each)) {
          Set<PosixFilePermission> mode =
              EnumSet.copyOf(Files.getPosixFilePermissions(each, LinkOption.NOFOLLOW_LINKS));
          if (mode.removeAll(OF_OTHERS)) {
            Files.setPosixFilePermissions(each, mode);
          }
        }
      }
      return store.publish(key, staged);
    } finally {
      Trees.delete(staged); // what was published is no longer there
    }
  }

  private static List<Path> all(Path folder) throws IOException {
    try (Stream<Path> tree = Files.walk(folder)) {
      return tree.toList();
    }
  }
}
