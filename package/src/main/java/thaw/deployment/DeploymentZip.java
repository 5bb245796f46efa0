package thaw.deployment;

import java.io.IOException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.Map;
import org.apache.commons.compress.archivers.zip.X5455_ExtendedTimestamp;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipArchiveOutputStream;
import thaw.files.ForeignTree;
import thaw.problem.UserMistake;

/**
 * A zip of a folder whose bytes depend on nothing but names, contents and modes: one order, one
 * time. The time is that of the files, too, since a JVM wants jars to have the time that its
 * archive has of them; it is given as UTC beside the local time that a zip has. What links lead to
 * is in it as a copy.
 */
public final class DeploymentZip {
  /** The time of every file in a package. */
  static final FileTime TIME = FileTime.from(Instant.parse("2000-01-01T00:00:00Z"));

  private static final LocalDateTime LOCAL = LocalDateTime.of(2000, 1, 1, 0, 0);
  private static final int FILE = 0100644;
  private static final int EXECUTABLE = 0100755;

  private DeploymentZip() {}

  public static void write(Path folder, Path zip) throws IOException {
    // The order of paths is byte by byte, on Linux.
    Map<Path, Path> files;
    try {
      files = new ForeignTree(folder).files("");
    } catch (FileSystemLoopException e) {
      throw endless(e);
    }
    try (ZipArchiveOutputStream out = new ZipArchiveOutputStream(zip)) {
      for (Map.Entry<Path, Path> file : files.entrySet()) {
        out.putArchiveEntry(entry(file.getValue(), file.getKey().toString()));
        Files.copy(file.getValue(), out);
        out.closeArchiveEntry();
      }
    }
  }

  /** The mistake of a package in which a link leads to a folder that it is in. */
  static UserMistake endless(FileSystemLoopException link) {
    return new UserMistake(
        "a symbolic link of the package leads to a folder above itself: " + link.getMessage(),
        "remove the link");
  }

  private static ZipArchiveEntry entry(Path file, String name) throws IOException {
    ZipArchiveEntry entry = new ZipArchiveEntry(name);
    entry.setUnixMode(Files.isExecutable(file) ? EXECUTABLE : FILE);
    entry.setSize(Files.size(file));
    entry.setTime(LOCAL.atZone(ZoneId.systemDefault()).toInstant().toEpochMilli());
    X5455_ExtendedTimestamp time = new X5455_ExtendedTimestamp();
    time.setModifyFileTime(TIME);
    time.setFlags(X5455_ExtendedTimestamp.MODIFY_TIME_BIT);
    entry.addExtraField(time);
    return entry;
  }
}
