package thaw.sandbox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import thaw.sandbox.kernel.ProcessStat;

/**
 * The place of a sandbox or a job on the host.
 *
 * @param directory its own, which ends with it
 * @param pids the instance's folder with a file for each process that the clean-up has to find
 */
record SandboxPlace(Cgroup cgroup, Path directory, Path pids) {
  void makeDirectory() throws IOException {
    Files.createDirectory(
        directory,
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
  }

  /** The files by which a process joins the cgroup; none where there is no cgroup. */
  List<Path> joins() {
    return cgroup.directories().stream().map(group -> group.resolve("cgroup.procs")).toList();
  }

  /**
   * Puts a process on record, for the clean-up; a cgroup knows its processes itself.
   *
   * @return the file, to be removed when the process has ended
   */
  Path record(long pid) throws IOException {
    Path file = pids.resolve(Long.toString(pid));
    Files.writeString(file, "" + ProcessStat.startTicks(pid).orElse(0));
    return file;
  }
}
