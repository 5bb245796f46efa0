package thaw.snapshot;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import thaw.sandbox.kernel.PageCache;

/**
 * A dump whose memory is mapped, of which some pages are copied all the same: such as a clone is
 * known to write at once. CRIU maps the area and then copies these pages over it, so that the clone
 * needs no page fault for them. Data in, data out: no process, no CRIU.
 */
public final class TouchedImage {
  private static final int VMAS = 14; // of mm_entry

  private final Path mapped;
  private final Path memory;
  private final long pid;
  private final TreeMap<Long, MemoryArea> areas; // those that are mapped, by their starts
  private final PageMap pages;
  private final int pageBytes = PageCache.pageBytes();

  private TouchedImage(
      Path mapped, Path memory, long pid, TreeMap<Long, MemoryArea> areas, PageMap pages) {
    this.mapped = mapped;
    this.memory = memory;
    this.pid = pid;
    this.areas = areas;
    this.pages = pages;
  }

  /**
   * @param mapped the folder that {@link ImageRewrite} has made
   * @param memory the file that it has made
   * @param pathAtRestore where restored processes find that file
   * @param pid of the process, as it is in the dump
   */
  public static TouchedImage of(Path mapped, Path memory, String pathAtRestore, long pid)
      throws IOException {
    String name = "mm-" + pid + ".img";
    CriuImageFile mm = CriuImageFile.read(mapped.resolve(name), CriuImageFile.MM);
    try {
      Set<Long> memories = ImageFiles.read(mapped).named(pathAtRestore);
      TreeMap<Long, MemoryArea> areas = new TreeMap<>();
      for (WireMessage message : mm.messages().getFirst().messages(VMAS)) {
        MemoryArea area = MemoryArea.of(message);
        if (area.canBeMapped()
            && area.isWritable()
            && area.isOfFile()
            && memories.contains(area.fileId())) {
          areas.put(area.start(), area);
        }
      }
      return new TouchedImage(
          mapped, memory, pid, areas, PageMap.read(mapped, pid, PageCache.pageBytes()));
    } catch (WireMessage.Malformed e) {
      throw new BadImage(name, String.valueOf(e.getMessage()));
    }
  }

  /**
   * Addresses from which, and up to which, pages may be copied.
   *
   * @param end exclusive
   */
  public record Range(long start, long end) {}

  /** Memory that is mapped and can be written, by rising addresses. */
  public List<Range> ranges() {
    return areas.values().stream().map(area -> new Range(area.start(), area.end())).toList();
  }

  /**
   * Writes the dump again, with these pages as copied ones.
   *
   * @param touched addresses of pages, in the ranges, rising
   * @param target an empty folder
   */
  public void write(long[] touched, Path target) throws IOException {
    TreeMap<Long, PageMap.Extent> copied = new TreeMap<>();
    pages.extents().forEach(extent -> copied.put(extent.start(), extent));
    TreeMap<Long, PageMap.Extent> extents = new TreeMap<>(copied);
    long start = 0;
    long end = 0;
    for (long at : touched) {
      Map.Entry<Long, PageMap.Extent> before = copied.floorEntry(at);
      if (before != null && at < before.getValue().end()) {
        continue; // it is a copied one already
      }
      if (at == end && sameArea(start, at)) {
        end += pageBytes;
      } else {
        add(start, end, extents);
        start = at;
        end = at + pageBytes;
      }
    }
    add(start, end, extents);
    writePages(extents, target.resolve(pages.pagesFile()));
    String pagemap = "pagemap-" + pid + ".img";
    pages.image(List.copyOf(extents.values())).write(target.resolve(pagemap));
    linkAllBut(Set.of(pages.pagesFile(), pagemap), target);
  }

  private void add(long start, long end, TreeMap<Long, PageMap.Extent> extents) {
    if (end > start) {
      extents.put(start, PageMap.Extent.of(start, end - start, pageBytes));
    }
  }

  private boolean sameArea(long one, long other) throws IOException {
    return areaOf(one).equals(areaOf(other));
  }

  private MemoryArea areaOf(long address) throws IOException {
    Map.Entry<Long, MemoryArea> area = areas.floorEntry(address);
    if (area == null || address >= area.getValue().end()) {
      throw new IOException("no mapped memory at " + Long.toHexString(address));
    }
    return area.getValue();
  }

  private void writePages(TreeMap<Long, PageMap.Extent> extents, Path file) throws IOException {
    try (FileChannel old = FileChannel.open(mapped.resolve(pages.pagesFile()));
        FileChannel flat = FileChannel.open(memory);
        FileChannel out =
            FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      for (PageMap.Extent extent : extents.values()) {
        if (extent.offset() >= 0) {
          MemoryFile.copy(old, extent, out);
          continue;
        }
        MemoryArea area = areaOf(extent.start());
        MemoryFile.copy(flat, extent.at(area.offset() + extent.start() - area.start()), out);
      }
    } catch (WireMessage.Malformed e) {
      throw new BadImage("mm-" + pid + ".img", String.valueOf(e.getMessage()));
    }
  }

  private void linkAllBut(Set<String> changed, Path target) throws IOException {
    try (Stream<Path> children = Files.list(mapped)) {
      for (Path file : children.toList()) {
        String name = file.getFileName().toString();
        if (!changed.contains(name) && Files.isRegularFile(file)) {
          link(file, target.resolve(name));
        }
      }
    }
  }

  /** The same file, or a copy where it is on another disk. */
  private static void link(Path file, Path target) throws IOException {
    try {
      Files.createLink(target, file);
    } catch (FileSystemException | UnsupportedOperationException e) {
      Files.copy(file, target);
    }
  }
}
