package thaw.sandbox;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The root folder that the processes of a box see: the system's programs and libraries and the few
 * files of {@code /etc} that these need, or a root file system of its own; a few devices, and what
 * the box's spec binds. Everything is read-only that is not bound otherwise. Refuses to know how it
 * is mounted ({@code box/src/cell.c}).
 *
 * <p>What is not here cannot be read: home folders, {@code /run} with its sockets, {@code /sys},
 * {@code /var}, other users' temporary files, other processes.
 */
final class IsolatedRoot {
  /** Programs and libraries; on most systems links into /usr. */
  private static final List<String> SYSTEM =
      List.of("/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32");

  /** The folders in which other systems have theirs: NixOS, Guix. */
  private static final List<String> STORES = List.of("/usr", "/nix/store", "/gnu/store");

  /**
   * The files that names, certificates and fonts need; a JDK of a distribution has its
   * configuration and its trust store there as well. Which system this is, its users and its time
   * zone are not the function's to know.
   */
  private static final List<String> CONFIGURATION =
      List.of(
          "alternatives",
          "ca-certificates",
          "crypto-policies",
          "fonts",
          "gai.conf",
          "host.conf",
          "hosts",
          "ld.so.cache",
          "ld.so.conf",
          "ld.so.conf.d",
          "nsswitch.conf",
          "pki",
          "protocols",
          "resolv.conf",
          "services",
          "ssl");

  private static final String JAVA = "java";

  private static final List<String> DEVICES = List.of("null", "zero", "full", "random", "urandom");

  private static final Map<String, String> DEVICE_LINKS =
      Map.of(
          "/dev/fd", "/proc/self/fd",
          "/dev/stdin", "/proc/self/fd/0",
          "/dev/stdout", "/proc/self/fd/1",
          "/dev/stderr", "/proc/self/fd/2");

  /** The files that tell the JVM and libc how many CPUs and which pages there are. */
  private static final List<String> MACHINE =
      List.of("/sys/devices/system/cpu", "/sys/kernel/mm/transparent_hugepage");

  /** The folders that a function may expect. */
  private static final List<String> FOLDERS = List.of("/opt", "/var/task");

  private static final Path TMP = Path.of("/tmp");

  private final List<String> options = new ArrayList<>();

  private IsolatedRoot() {}

  /**
   * @param folder where the root is put together, which becomes a folder of the host
   * @param mark what mountinfo shows of the box, see {@link SandboxProcesses}
   */
  static List<String> options(
      SandboxSpec spec, Path folder, String mark, List<CgroupHost.View> cgroups) {
    IsolatedRoot root = new IsolatedRoot();
    root.add("root", folder.toString(), mark);
    if (spec.root().isPresent()) {
      new ImageRoot(spec.root().get(), spec.binds()).options().forEach(root.options::add);
    } else {
      STORES.forEach(root::readOnly);
      SYSTEM.forEach(root::system);
      root.configuration();
    }
    root.devices();
    MACHINE.forEach(root::readOnly);
    cgroups.forEach(view -> root.add("cgroupfs", view.type(), view.options(), view.at()));
    FOLDERS.stream()
        .filter(at -> spec.root().isEmpty() || !ImageRoot.has(spec.root().get(), at))
        .forEach(at -> root.add("folder", at));
    if (spec.binds().stream().noneMatch(bind -> bind.target().equals(TMP))) {
      root.add("tmpfs", "mode=1777,size=64m", TMP.toString());
    }
    spec.binds().stream()
        .sorted(Comparator.comparing((Bind bind) -> bind.target().getNameCount()))
        .forEach(root::bind);
    return root.options;
  }

  private void add(String... words) {
    options.addAll(List.of(words));
  }

  private void readOnly(String path) {
    add("bind", "rt", path, path);
  }

  private void system(String path) {
    Path folder = Path.of(path);
    if (!Files.isSymbolicLink(folder)) {
      readOnly(path);
      return;
    }
    try {
      add("link", Files.readSymbolicLink(folder).toString(), path);
    } catch (java.io.IOException e) {
      readOnly(path);
    }
  }

  private void configuration() {
    Map<String, Path> found = new TreeMap<>();
    CONFIGURATION.forEach(name -> found.put(name, Path.of("/etc", name)));
    String[] all = Path.of("/etc").toFile().list((_, name) -> name.startsWith(JAVA));
    for (String name : all == null ? new String[0] : all) {
      found.put(name, Path.of("/etc", name));
    }
    found.values().stream().filter(Files::exists).forEach(file -> readOnly(file.toString()));
    add("link", "../usr/share/zoneinfo/UTC", "/etc/localtime");
  }

  private void devices() {
    DEVICES.forEach(name -> add("bind", "vt", "/dev/" + name, "/dev/" + name));
    DEVICE_LINKS.forEach((at, target) -> add("link", target, at));
  }

  private static boolean isDevice(Path file) {
    return file.startsWith("/dev") && !Files.isDirectory(file) && !Files.isRegularFile(file);
  }

  private void bind(Bind bind) {
    String flags = bind.disk() ? "d" : isDevice(bind.source()) ? "v" : bind.writable() ? "" : "r";
    add("bind", flags, bind.source().toString(), bind.target().toString());
  }
}
