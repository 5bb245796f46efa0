package thaw.sandbox.kernel;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The cgroup mounts of this process, read from {@code /proc/self/mountinfo} and resolved to the
 * directory of the process's own cgroup with {@code /proc/self/cgroup}.
 *
 * @see <a
 *     href="https://man7.org/linux/man-pages/man5/proc_pid_mountinfo.5.html">proc_pid_mountinfo(5)</a>
 * @see <a href="https://man7.org/linux/man-pages/man7/cgroups.7.html">cgroups(7)</a>
 */
public record MountInfo(List<CgroupMount> cgroups) {
  /**
   * @param mountPoint where the hierarchy is mounted
   * @param version2 whether it is the unified hierarchy
   * @param controllers those of a v1 hierarchy; empty for v2
   * @param own the directory of this process's cgroup in it
   */
  public record CgroupMount(Path mountPoint, boolean version2, Set<String> controllers, Path own) {}

  private static final Pattern OCTAL = Pattern.compile("\\\\([0-7]{3})");
  private static final Set<String> V1_CONTROLLERS =
      Set.of("cpu", "cpuacct", "memory", "pids", "freezer");

  public static MountInfo ofThisProcess() throws IOException {
    return parse(
        KernelFile.lines(Path.of("/proc/self/mountinfo")),
        KernelFile.lines(Path.of("/proc/self/cgroup")));
  }

  static MountInfo parse(List<String> mountInfo, List<String> selfCgroup) {
    List<CgroupMount> mounts =
        mountInfo.stream().map(line -> mount(line, selfCgroup)).flatMap(List::stream).toList();
    return new MountInfo(mounts);
  }

  /** Returns whether a mount is on this folder or below it. */
  public static boolean hasMounts(List<String> mountInfo, Path folder) {
    return mountInfo.stream()
        .map(line -> line.split(" "))
        .anyMatch(fields -> fields.length > 5 && Path.of(unescaped(fields[4])).startsWith(folder));
  }

  /** One line: {@code id parent major:minor root mountPoint options... - type source super}. */
  private static List<CgroupMount> mount(String line, List<String> selfCgroup) {
    String[] halves = line.split(" - ", 2);
    if (halves.length < 2) {
      return List.of();
    }
    String[] head = halves[0].split(" ");
    String[] tail = halves[1].split(" ");
    if (head.length < 5 || tail.length < 3) {
      return List.of();
    }
    Path mountPoint = Path.of(unescaped(head[4]));
    String root = unescaped(head[3]);
    if (tail[0].equals("cgroup2")) {
      return List.of(
          new CgroupMount(mountPoint, true, Set.of(), own(mountPoint, root, path(selfCgroup, ""))));
    }
    if (!tail[0].equals("cgroup")) {
      return List.of();
    }
    Set<String> controllers = new TreeSet<>(List.of(tail[2].split(",")));
    controllers.retainAll(V1_CONTROLLERS);
    if (controllers.isEmpty()) {
      return List.of();
    }
    String cgroup = path(selfCgroup, controllers.iterator().next());
    return List.of(new CgroupMount(mountPoint, false, controllers, own(mountPoint, root, cgroup)));
  }

  /**
   * The path behind a controller in /proc/self/cgroup; the v2 line has an empty controller list.
   */
  private static String path(List<String> selfCgroup, String controller) {
    for (String line : selfCgroup) {
      String[] parts = line.split(":", 3);
      if (parts.length == 3 && List.of(parts[1].split(",")).contains(controller)) {
        return parts[2];
      }
    }
    return "/";
  }

  /** Blanks and backslashes are written as three octal digits. */
  private static String unescaped(String field) {
    return OCTAL
        .matcher(field)
        .replaceAll(match ->
            Matcher.quoteReplacement(String.valueOf((char) Integer.parseInt(match.group(1), 8))));
  }

  /**
   * A bind mount or container shows only the part of the hierarchy below {@code mountRoot}. A path
   * with ".." lies outside of the cgroup namespace, so no directory here is the process's own.
   */
  private static Path own(Path mountPoint, String mountRoot, String cgroup) {
    Path root = Path.of(mountRoot);
    Path path = Path.of(cgroup);
    if (cgroup.contains("/..") || mountRoot.contains("/..")) {
      return mountPoint;
    }
    return path.startsWith(root) ? mountPoint.resolve(root.relativize(path)) : mountPoint;
  }
}
