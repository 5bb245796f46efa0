package thaw.sandbox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The shell commands that turn a process into a box and then park it until it is told to become the
 * program. Every step is an {@code exec}, so the process keeps one pid from the first step to the
 * JVM:
 *
 * <pre>
 * setsid sh box.sh            join the cgroups
 *   exec unshare --mount      own mount namespace
 *     exec sh box.sh mounts   bind mounts
 *       exec setpriv          drop to an unprivileged user (only when we are root)
 *         exec sh             read the commands that follow from standard input: say READY, wait
 *           exec env -i       exactly the given variables
 *             exec java
 * </pre>
 *
 * <p>The set-up costs 10 to 30 ms of processes and mounts. Parking keeps it out of the measured
 * start, as a worker of AWS has its microVM ready before the init phase begins.
 *
 * <p>The variables may be secrets. They come by standard input, so that they are in no file and,
 * but for the millisecond of {@code env}, in no process's arguments.
 */
final class BoxScript {
  /** Of processes and threads together, as on Lambda. */
  static final int PROCESSES = 1024;

  private static final int OPEN_FILES = 1024;

  private final StringBuilder text = new StringBuilder();

  private BoxScript() {}

  /**
   * The script {@code box.sh}.
   *
   * @param directory the box's own folder on the host
   * @param joins {@code cgroup.procs} files
   */
  static String setUp(SandboxHost host, BoxSpec spec, Path directory, List<Path> joins)
      throws IOException {
    BoxScript script = new BoxScript();
    script.line("set -e");
    script.line("if [ \"$1\" = join ]; then");
    for (Path procs : joins) {
      script.line("  echo 0 > " + quote(procs.toString()));
    }
    String self = quote(directory.resolve("box.sh").toString());
    script.line("  exec " + namespaces(host, spec) + "sh " + self + " enter");
    script.line("fi");
    if (host.namespaces().available()) {
      if (joins.isEmpty()) {
        String folder = quote(directory.toString());
        script.line("mount --bind " + folder + " " + folder); // the mark of BoxProcesses
      }
      script.mounts(host.namespaces(), outermostLast(spec.binds(), directory), directory);
    }
    script.line("cd " + quote(spec.workingDirectory().toString()));
    script.line(limits(host));
    script.line("exec " + host.dropPrefix() + "sh");
    return script.text.toString();
  }

  /** A copy of the mounts of the host, or of a job, for the box to change. */
  private static String namespaces(SandboxHost host, BoxSpec spec) {
    return spec.inside()
        .map(job -> job.entering() + host.namespaces().nestedPrefix())
        .orElse(host.namespaces().prefix());
  }

  /**
   * The script {@code box.sh} of a cell: a process of its own keeps the namespaces alive, as pid 1,
   * and reaps nobody, so that how the program ended stays readable.
   *
   * @param ready printed when all is set up
   */
  static String cell(SandboxHost host, BoxSpec spec, Path directory, List<Path> joins, String ready)
      throws IOException {
    BoxScript script = new BoxScript();
    String self = quote(directory.resolve("box.sh").toString());
    script.line("set -e");
    script.line("if [ \"$1\" = join ]; then");
    joins.forEach(procs -> script.line("  echo 0 > " + quote(procs.toString())));
    script.line("  exec " + host.namespaces().cellPrefix() + "sh " + self + " enter");
    script.line("fi");
    script.line("mount -t proc proc /proc");
    // Every address is this machine's own: see Outside. Without the tool only loopback is.
    script.line("ip link set lo up 2>/dev/null && {");
    script.line("  ip -4 route add local default dev lo 2>/dev/null || true");
    script.line("  ip -6 route add local default dev lo 2>/dev/null || true");
    script.line("} || true");
    script.line("resolv=$(cat /etc/resolv.conf 2>/dev/null || true)");
    // CRIU keeps what it has found out about the kernel in /run, on a memory file system only.
    script.line("mount -t tmpfs -o mode=755,size=1m tmpfs /run");
    script.line("echo work-dir /run > " + Cell.CRIU_OPTIONS); // for its log
    script.line("if [ ! -e /etc/resolv.conf ] && [ -L /etc/resolv.conf ]; then");
    script.line("  target=$(readlink -m /etc/resolv.conf); mkdir -p \"${target%/*}\"");
    script.line("  printf '%s\\n' \"$resolv\" > \"$target\"");
    script.line("fi");
    script.mounts(host.namespaces(), outermostLast(spec.binds(), directory), directory);
    script.line("cd /");
    script.line("echo " + ready);
    script.line("exec sleep infinity < /dev/null > /dev/null 2>&1");
    return script.text.toString();
  }

  /**
   * For {@code sh -c}: a program is parked in a cell with a given pid.
   *
   * @param init of the cell, on the host
   * @param pid in the cell
   */
  static String inhabit(
      SandboxHost host, long init, int pid, Path workingDirectory, List<Path> joins) {
    BoxScript script = new BoxScript();
    script.line("set -e");
    joins.forEach(procs -> script.line("echo 0 > " + quote(procs.toString())));
    String inside =
        "set -e; cd "
            + quote(workingDirectory.toString())
            + "; "
            + limits(host)
            + "; echo "
            + (pid - 2) // setsid is the next one, and its child the program
            + " > /proc/sys/kernel/ns_last_pid; setsid --fork "
            + host.dropPrefix()
            + "sh; exec sleep infinity < /dev/null > /dev/null 2>&1"; // whose end would close the
    // pipe
    script.line("exec " + host.namespaces().enterCell(init) + "sh -c " + quote(inside));
    return script.text.toString();
  }

  /**
   * A command that enters a cell as its root and becomes the words that follow, with the
   * descriptors that it was given.
   */
  static List<String> entering(SandboxHost host, long init, List<Path> joins) {
    BoxScript script = new BoxScript();
    script.line("set -e");
    joins.forEach(procs -> script.line("echo 0 > " + quote(procs.toString())));
    script.line("exec " + host.namespaces().enterCell(init) + "\"$@\"");
    return List.of("setsid", "sh", "-c", script.text.toString(), "cell");
  }

  private void mounts(MountNamespaces namespaces, List<Bind> binds, Path directory)
      throws IOException {
    Map<Path, Path> skeletons = new LinkedHashMap<>();
    for (Bind bind : binds) {
      if (!Files.exists(bind.target())) {
        Path existing = existingAncestor(bind.target());
        Path skeleton =
            skeletons.computeIfAbsent(
                existing, key -> directory.resolve("skeleton" + skeletons.size()));
        Files.createDirectories(skeleton.resolve(existing.relativize(bind.target())));
      }
    }
    // Sources first: a later mount may cover the folder in which a source lies.
    for (int i = 0; i < binds.size(); i++) {
      Path staged = directory.resolve("bind" + i);
      if (binds.get(i).disk()) {
        Files.createDirectory(staged);
        String mount =
            Scratch.mount(quote(binds.get(i).source().toString()), quote(staged.toString()));
        line(mount + " 2>/dev/null || { sleep 0.1; " + mount + "; }"); // two may want one device
        continue;
      }
      if (Files.isDirectory(binds.get(i).source())) {
        Files.createDirectory(staged);
      } else {
        Files.createFile(staged);
      }
      line(
          "mount --bind "
              + quote(binds.get(i).source().toString())
              + " "
              + quote(staged.toString()));
    }
    // By a relative path: commas and colons in the folder's name would end the option.
    line("cd " + quote(directory.toString()));
    skeletons.forEach((existing, skeleton) ->
        line(
            "mount -t overlay overlay -o "
                + quote("lowerdir=" + skeleton.getFileName() + ":" + existing)
                + " "
                + quote(existing.toString())));
    for (int i = 0; i < binds.size(); i++) {
      Bind bind = binds.get(i);
      line(
          "mount -o "
              + (bind.writable() ? "bind" : namespaces.readOnlyBind(bind.source()))
              + " "
              + quote(directory.resolve("bind" + i).toString())
              + " "
              + quote(bind.target().toString()));
    }
  }

  /** A mount over the folder that holds the box itself (own /tmp) must come after all others. */
  private static List<Bind> outermostLast(List<Bind> binds, Path directory) {
    return binds.stream()
        .sorted(Comparator.comparing((Bind bind) -> directory.startsWith(bind.target())))
        .toList();
  }

  private static Path existingAncestor(Path target) {
    Path ancestor = target.getParent();
    while (ancestor != null && !Files.isDirectory(ancestor)) {
      ancestor = ancestor.getParent();
    }
    if (ancestor == null || ancestor.getParent() == null) {
      throw new IllegalArgumentException("no mount point can be made for " + target);
    }
    return ancestor;
  }

  /**
   * For the standard input of the process that {@code box.sh} has become. The shell reads all of it
   * before it begins, then waits for one more line, and ends if that never comes.
   */
  static String program(Map<String, String> environment, List<String> words, String ready) {
    StringBuilder command =
        new StringBuilder("echo " + ready + "; read go || exit 1; exec env -i --");
    environment.forEach((name, value) -> command.append(' ').append(quote(name + "=" + value)));
    words.forEach(word -> command.append(' ').append(quote(word)));
    return command.append(" </dev/null " + BoxSpec.OUTPUT_COPY + ">&1\n").toString();
  }

  /** What the parked process prints when it is ready; nothing else in its output is like it. */
  static String readyMark() {
    return "thaw-ready-" + HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong());
  }

  /**
   * For {@code sh -c}: a further process joins a box as its first one did, and parks as well.
   *
   * @param first pid of the box's first process, in whose namespaces the box lives
   */
  static String join(SandboxHost host, long first, Path workingDirectory, List<Path> joins) {
    BoxScript script = new BoxScript();
    script.line("set -e");
    joins.forEach(procs -> script.line("echo 0 > " + quote(procs.toString())));
    String inside =
        "cd "
            + quote(workingDirectory.toString())
            + " && { "
            + limits(host)
            + "; } && exec "
            + host.dropPrefix()
            + "sh";
    script.line("exec " + host.namespaces().enter(first) + "sh -c " + quote(inside));
    return script.text.toString();
  }

  /** Shells differ in the letter: bash has u, dash and BusyBox have p. */
  private static String limits(SandboxHost host) {
    String files = "ulimit -n " + OPEN_FILES + " 2>/dev/null || true";
    return host.countsProcessesByNamespace()
        ? files + "; " + MountNamespaces.limitProcesses(PROCESSES) + " || true"
        : files;
  }

  private void line(String line) {
    text.append(line).append('\n');
  }

  /** A word that the shell takes literally. */
  static String quote(String word) {
    return "'" + word.replace("'", "'\\''") + "'";
  }
}
