package thaw.snapshot;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** The flat file of memory while it is written: runs of pages one after the other. */
final class MemoryFile implements Closeable {
  private final FileChannel channel;
  private long size;
  private long pagesBytes;

  /**
   * @param file made, for its owner only: CRIU, which is root in the sandbox, opens it before it
   *     becomes the process, and refuses another mode than {@link ImageFiles} tells it
   */
  MemoryFile(Path file) throws IOException {
    this.channel =
        FileChannel.open(
            file,
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
  }

  /**
   * Appends a run, with holes where the dump has no page.
   *
   * @return where it starts
   */
  long append(MemoryArea.Run run, FileChannel pages) throws IOException {
    long start = size;
    for (PageMap.Extent extent : run.pages()) {
      channel.position(start + extent.start() - run.start());
      copy(pages, extent, channel);
      pagesBytes += extent.bytes();
    }
    size += run.end() - run.start();
    return start;
  }

  static void copy(FileChannel pages, PageMap.Extent extent, FileChannel target)
      throws IOException {
    long done = 0;
    while (done < extent.bytes()) {
      long copied = pages.transferTo(extent.offset() + done, extent.bytes() - done, target);
      if (copied <= 0) {
        throw new IOException("the file of pages ended early");
      }
      done += copied;
    }
  }

  long size() {
    return size;
  }

  /** Bytes that come from the dump; the rest are zeros. */
  long pagesBytes() {
    return pagesBytes;
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
