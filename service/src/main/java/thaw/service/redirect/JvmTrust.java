package thaw.service.redirect;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import thaw.files.ForeignTree;
import thaw.sandbox.jdk.Jdk;

/**
 * The trust stores that the JVM of a function reads.
 *
 * @param stores those that it may read
 * @param unread why it would trust nothing that is added; empty where nothing is known of a JVM
 */
public record JvmTrust(List<Store> stores, String unread) {
  /** None: a program without a JVM. */
  public static final JvmTrust NONE = new JvmTrust(List.of(), "");

  /** The end of the name of a file with certificates in text. */
  static final String PEM = ".pem";

  /** A JVM prefers {@code jssecacerts}, which few have. */
  private static final List<String> NAMES = List.of("jssecacerts", "cacerts");

  private static final Pattern BUNDLE =
      Pattern.compile(
          "(?:global|[a-z]{2}(?:-[a-z]+)+-\\d)-bundle" + PEM + "|rds-c(?:a|ombined-ca)-.+" + PEM);

  private static final Path FOLDER = Path.of("lib/security");
  private static final Path LANG = Path.of("/var/lang");

  /** No folder of a JVM is deeper in a deployment package. */
  private static final int MOST_DEPTH = 10;

  /** A function starts one JVM, and each file costs a copy and a mount. */
  private static final int MOST_STORES = 16;

  /** A JDK's has 200 KB. What is larger is something else. */
  private static final long MOST_BYTES = 16L << 20;

  /**
   * One of them.
   *
   * @param file on this machine
   * @param inBox where the function sees it
   */
  record Store(Path file, Path inBox) {}

  public JvmTrust {
    stores = List.copyOf(stores);
  }

  /** Those of a JDK of this machine, which functions see in {@code /var/lang}. */
  public static JvmTrust of(Jdk jdk) throws IOException {
    List<Store> stores = new ArrayList<>();
    for (String name : NAMES) {
      Path store = jdk.home().resolve(FOLDER).resolve(name);
      if (Files.isReadable(store)) {
        Path real = store.toRealPath();
        // Distributions link the store to one of the system's; others keep it in the JDK's folder.
        Path inBox = real.startsWith(jdk.home()) ? LANG.resolve(jdk.home().relativize(real)) : real;
        stores.add(new Store(real, inBox));
      }
    }
    return new JvmTrust(
        stores, stores.isEmpty() ? "no readable lib/security/cacerts in " + jdk.home() : "");
  }

  /**
   * Those of the JVMs that a deployment package or layer brings.
   *
   * @param root on this machine
   * @param inBox where the function sees it
   */
  public static JvmTrust below(Path root, Path inBox) throws IOException {
    return below(root, inBox, JvmTrust::isStore);
  }

  /** The files with the authorities of RDS in a deployment package or layer, by AWS's names. */
  public static JvmTrust bundlesBelow(Path root, Path inBox) throws IOException {
    return below(root, inBox, path -> BUNDLE.matcher(name(path)).matches());
  }

  private static String name(Path path) {
    return String.valueOf(path.getFileName());
  }

  private static JvmTrust below(Path root, Path inBox, Predicate<Path> wanted) throws IOException {
    try (Stream<Path> files =
        Files.find(
            root,
            MOST_DEPTH,
            (path, file) ->
                file.isRegularFile() && file.size() < MOST_BYTES && wanted.test(path))) {
      return new JvmTrust(
          files
              .sorted()
              .limit(MOST_STORES)
              .map(file -> new Store(file, inBox.resolve(root.relativize(file).toString())))
              .toList(),
          "");
    }
  }

  private static boolean isStore(Path path) {
    Path folder = path.getParent();
    return folder != null && folder.endsWith(FOLDER) && NAMES.contains(name(path));
  }

  /**
   * Those of the JVMs in an image.
   *
   * @param root of its file system on this machine
   * @param homes where it may have JVMs
   */
  public static JvmTrust inImage(Path root, Collection<String> homes) throws IOException {
    ForeignTree tree = new ForeignTree(root);
    Set<Store> stores = new LinkedHashSet<>(); // two names of one folder are usual
    for (String home : homes) {
      for (String name : NAMES) {
        Optional<Path> found = tree.findFile(home + "/" + FOLDER + "/" + name);
        if (found.isPresent() && Files.size(found.get()) < MOST_BYTES) {
          Path inBox = Path.of("/").resolve(tree.root().relativize(found.get()));
          stores.add(new Store(found.get(), inBox));
        }
      }
    }
    return new JvmTrust(List.copyOf(stores), "");
  }

  /** Returns these and others. */
  public JvmTrust and(JvmTrust other) {
    List<Store> all = new ArrayList<>(stores);
    all.addAll(other.stores);
    return new JvmTrust(all, unread + other.unread);
  }
}
