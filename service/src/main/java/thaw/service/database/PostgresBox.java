package thaw.service.database;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import thaw.problem.UserMistake;
import thaw.sandbox.Bind;
import thaw.sandbox.CpuLimit;
import thaw.sandbox.SandboxHost;
import thaw.sandbox.SandboxSpec;

/**
 * A box in which programs of PostgreSQL run, as the user that programs in boxes have.
 *
 * @param home of the programs
 * @param folders that they write to
 */
record PostgresBox(SandboxHost host, Path home, List<Path> folders) {
  /** For 128 connections and what is in memory, files of a database there included. */
  private static final long MEMORY_BYTES = 2048L * 1024 * 1024;

  private static final Path HOME = Path.of("/var/lang");
  private static final Path FOLDERS = Path.of("/tmp");

  PostgresBox {
    folders = List.copyOf(folders);
    if (host.isRootUser() && !host.dropsPrivileges() && !host.hasMountNamespaces()) {
      throw new UserMistake(
          "PostgreSQL refuses to run as root, and this host has no other user for it",
          "run Thaw as a user that is not root");
    }
  }

  Path home(String file) {
    return (host.hasMountNamespaces() ? HOME : home).resolve(file);
  }

  /** Returns where the programs see one of the folders. */
  Path inside(int folder) {
    return host.hasMountNamespaces()
        ? FOLDERS.resolve("" + folder)
        : folders.get(folder).toAbsolutePath();
  }

  SandboxSpec spec(List<String> command, List<Bind> further) {
    List<Bind> binds = new ArrayList<>(List.of(Bind.readOnly(home, HOME)));
    for (int i = 0; i < folders.size(); i++) {
      binds.add(new Bind(folders.get(i), inside(i), true));
    }
    binds.addAll(further);
    return new SandboxSpec(
        Map.of("LANG", "C", "PATH", "/usr/bin:/bin", "TZ", "UTC"),
        command,
        Path.of("/"),
        binds,
        CpuLimit.whole(Runtime.getRuntime().availableProcessors()),
        MEMORY_BYTES);
  }
}
