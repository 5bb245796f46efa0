package thaw.latency;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.NotLinkException;
import java.util.Map;

/** The numbers of Linux for what Java tells by exceptions, the same on x86-64 and arm64. */
final class Failures {
  static final int EIO = 5;
  static final int EBADF = 9;
  static final int EEXIST = 17;
  static final int EINVAL = 22;

  private static final int ENOENT = 2;
  private static final int EACCES = 13;
  private static final int ENOTEMPTY = 39;
  private static final int ENOTDIR = 20;
  private static final int ELOOP = 40;

  /** The numbers of errors that have no Java exception of their own, by libc's text for them. */
  private static final Map<String, Integer> BY_REASON =
      Map.ofEntries(
          Map.entry("Operation not permitted", 1),
          Map.entry("Device or resource busy", 16),
          Map.entry("Invalid cross-device link", 18),
          Map.entry("Not a directory", ENOTDIR),
          Map.entry("Is a directory", 21),
          Map.entry("Invalid argument", EINVAL),
          Map.entry("Too many open files", 24),
          Map.entry("Text file busy", 26),
          Map.entry("File too large", 27),
          Map.entry("No space left on device", 28),
          Map.entry("Read-only file system", 30),
          Map.entry("Too many links", 31),
          Map.entry("File name too long", 36),
          Map.entry("Directory not empty", ENOTEMPTY),
          Map.entry("Too many levels of symbolic links", ELOOP),
          Map.entry("Disk quota exceeded", 122));

  private Failures() {}

  /** Positive; {@link #EIO} for what is not known. */
  static int number(IOException failure) {
    return switch (failure) {
      case NoSuchFileException _ -> ENOENT;
      case FileAlreadyExistsException _ -> EEXIST;
      case DirectoryNotEmptyException _ -> ENOTEMPTY;
      case AccessDeniedException _ -> EACCES;
      case NotDirectoryException _ -> ENOTDIR;
      case NotLinkException _ -> EINVAL;
      case FileSystemLoopException _ -> ELOOP;
      case FileSystemException other -> byReason(other.getReason());
      default -> byReason(failure.getMessage()); // of a channel: nothing but the reason
    };
  }

  private static int byReason(@org.jspecify.annotations.Nullable String reason) {
    return reason == null ? EIO : BY_REASON.getOrDefault(reason, EIO);
  }
}
