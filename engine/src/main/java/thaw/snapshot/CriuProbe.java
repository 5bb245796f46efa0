package thaw.snapshot;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import org.apache.commons.codec.digest.DigestUtils;
import thaw.sandbox.Capability;

/**
 * Whether this host can snapshot JVMs, with what, and what to do when it cannot. A success is
 * remembered until CRIU, the kernel, our privileges or the JDK change or the machine starts anew; a
 * failure never is.
 */
public final class CriuProbe {
  private static final String NAME = "snapshots of JVMs";
  private static final String COST =
      "SnapStart is not by snapshot and restore: versions start from an archive of their classes";

  private static final String WORKS = "a JVM with sockets was dumped and restored";
  private static final String WORKS_IN_BOX = "a function was dumped and restored in its sandbox";

  private final CriuFolder folder;
  private final Map<String, String> environment;
  private final Trial trial;
  private final String where;

  /** Has a CRIU do what it is for. */
  public interface Trial {
    CriuSelfTest.Result run(CriuCommand criu) throws IOException;
  }

  /**
   * Makes a probe that tries CRIU by {@link CriuSelfTest}, in namespaces of its own.
   *
   * @param environment of this process
   */
  public CriuProbe(CriuFolder folder, Map<String, String> environment) {
    this(folder, environment, criu -> CriuSelfTest.run(criu, folder.path()), "");
  }

  private CriuProbe(CriuFolder folder, Map<String, String> environment, Trial trial, String where) {
    this.folder = folder;
    this.environment = Map.copyOf(environment);
    this.trial = trial;
    this.where = where;
  }

  /** The same where functions run. */
  public CriuProbe inBox(Trial boxed) {
    return new CriuProbe(folder, environment, boxed, "-in-box");
  }

  /**
   * The CRIU that works here; for root without a user namespace, for others in one.
   *
   * @param root whether this process is root
   */
  public Optional<CriuCommand> working(boolean root) throws IOException {
    Optional<CriuCommand> criu = folder.find(environment).map(found -> found.unprivileged(!root));
    return criu.isPresent() && problem(criu.get()).isEmpty() ? criu : Optional.empty();
  }

  /**
   * The finding for people.
   *
   * @param unprivileged whether in a user namespace
   */
  public Capability capability(boolean unprivileged) throws IOException {
    String name = NAME + (unprivileged ? " in a user namespace" : "");
    Optional<CriuCommand> found = folder.find(environment);
    if (found.isEmpty()) {
      String named = environment.getOrDefault("THAW_CRIU", "");
      return new Capability(
          name,
          false,
          named.isBlank() ? "CRIU was not found" : "THAW_CRIU names no CRIU: " + named,
          COST,
          named.isBlank()
              ? LinuxDistribution.ofHost().remedyForCriu()
              : "let THAW_CRIU name the program, or unset it");
    }
    CriuCommand criu = found.get().unprivileged(unprivileged);
    String what = "CRIU " + criu.version().text() + " (" + criu.binary() + ")";
    Optional<String> problem = problem(criu);
    return problem.isEmpty()
        ? new Capability(name, true, what + ": " + (where.isEmpty() ? WORKS : WORKS_IN_BOX), "", "")
        : new Capability(name, false, what + ": " + problem.get(), COST, remedy(criu));
  }

  private static String remedy(CriuCommand criu) {
    if (criu.version().isTooOldFor(System.getProperty("os.version"))) {
      return LinuxDistribution.ofHost().remedyForCriu();
    }
    return criu.unprivileged()
        ? "run as root, or allow user namespaces (sysctl kernel.unprivileged_userns_clone=1 or"
            + " kernel.apparmor_restrict_unprivileged_userns=0)"
        : "give Thaw the capabilities of root (in a container: docker run --privileged), and a"
            + " kernel with CONFIG_CHECKPOINT_RESTORE";
  }

  private Optional<String> problem(CriuCommand criu) throws IOException {
    String kernel = System.getProperty("os.version");
    if (criu.version().isTooOldFor(kernel)) {
      return Optional.of(
          "Linux " + kernel + " needs 4.2 or newer: before, processes with sockets are not dumped");
    }
    Files.createDirectories(folder.path());
    Path memory =
        folder
            .path()
            .resolve("self-test-" + (criu.unprivileged() ? "user-namespace" : "root") + where);
    String key = key(criu, kernel);
    if (Files.isReadable(memory) && Files.readString(memory).equals(key)) {
      return Optional.empty();
    }
    CriuSelfTest.Result result = trial.run(criu);
    if (!result.works()) {
      return Optional.of(result.detail());
    }
    Path written = Files.createTempFile(folder.path(), "self-test-", ".new");
    Files.writeString(written, key);
    Files.move(
        written, memory, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    return Optional.empty();
  }

  /** Everything that a success depends on. */
  private static String key(CriuCommand criu, String kernel) throws IOException {
    MessageDigest digest = DigestUtils.getSha256Digest();
    digest.update(Files.readAllBytes(criu.binary()));
    for (String fact : criu.prefix()) {
      digest.update((fact + "\0").getBytes(UTF_8));
    }
    digest.update((kernel + "\0" + System.getProperty("java.home") + "\0").getBytes(UTF_8));
    digest.update(Files.readAllBytes(Path.of("/proc/sys/kernel/random/boot_id")));
    for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
      if (line.startsWith("Uid:") || line.startsWith("CapEff:") || line.startsWith("Seccomp:")) {
        digest.update(line.getBytes(UTF_8));
      }
    }
    return HexFormat.of().formatHex(digest.digest());
  }
}
