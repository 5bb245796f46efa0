package thaw.snapshot;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import thaw.sandbox.kernel.PageCache;

/**
 * Turns a CRIU dump, whose pages restore copies one by one, into one whose private memory is mapped
 * from a flat file: restore takes the same few milliseconds at any heap size, and clones share the
 * pages that they do not change. Data in, data out: no process, no CRIU.
 *
 * <pre>
 *   mm-PID.img       mapping A  [##..####........]      mm-PID.img       A1 file  A2 anonymous
 *   pagemap-PID.img  A: 2 pages, gap, 4 pages      ->   pagemap-PID.img  what is left
 *   pages-N.img      ######                             memory file      ##..####
 * </pre>
 *
 * <p>The idea is that of Replayable Execution (EuroSys'19), there with a changed CRIU; reasons,
 * limits and figures are in {@code docs/decisions/0011-snapshot-memory.md}.
 */
public final class ImageRewrite implements Closeable {
  private static final Pattern MM = Pattern.compile("mm-(\\d+)\\.img");
  private static final int VMAS = 14; // of mm_entry

  private final Path images;
  private final Path target;
  private final ImageFiles files;
  private final MemoryFile memory;
  private final int pageBytes = PageCache.pageBytes();

  private int processes;
  private int areas;
  private long bytesLeft;

  private ImageRewrite(Path images, Path target, Path memoryFile) throws IOException {
    this.images = images;
    this.target = target;
    this.files = ImageFiles.read(images);
    this.memory = new MemoryFile(memoryFile);
  }

  /**
   * Writes both results beside their places first and then renames them, the folder last: when it
   * is there it is complete. The original dump stays as it is.
   *
   * @param images the folder that {@code criu dump} filled
   * @param target the folder of the changed dump; must not exist
   * @param memoryFile must not exist; must never change while a clone lives, because private
   *     mappings show later changes of pages that the clone has not written
   * @param pathAtRestore where restored processes find the memory file
   * @throws BadImage when the dump is cut off or damaged, or not a full one
   */
  public static Rewritten rewrite(Path images, Path target, Path memoryFile, String pathAtRestore)
      throws IOException {
    if (Files.exists(target) || Files.exists(memoryFile)) {
      throw new IOException("must not exist yet: " + target + " and " + memoryFile);
    }
    Path newTarget = Files.createTempDirectory(folderOf(target), ".rewrite-");
    Path newMemory = folderOf(memoryFile).resolve("." + newTarget.getFileName() + ".memory");
    try {
      Rewritten rewritten;
      try (ImageRewrite rewrite = new ImageRewrite(images, newTarget, newMemory)) {
        rewritten = rewrite.all(pathAtRestore);
      }
      Files.move(newMemory, memoryFile, StandardCopyOption.ATOMIC_MOVE);
      Files.move(newTarget, target, StandardCopyOption.ATOMIC_MOVE);
      return rewritten;
    } finally {
      Files.deleteIfExists(newMemory);
      deleteFolder(newTarget);
    }
  }

  private Rewritten all(String pathAtRestore) throws IOException {
    Set<String> changed = new TreeSet<>();
    for (long pid : processes()) {
      changed.addAll(process(pid, pathAtRestore));
    }
    files.image(memory.size()).write(target.resolve(ImageFiles.NAME));
    changed.add(ImageFiles.NAME);
    copyAllBut(changed);
    return new Rewritten(
        processes, areas, memory.pagesBytes() / pageBytes, bytesLeft / pageBytes, memory.size());
  }

  private List<Long> processes() throws IOException {
    List<Long> pids = new ArrayList<>();
    for (Path file : list(images)) {
      Matcher name = MM.matcher(file.getFileName().toString());
      if (name.matches()) {
        pids.add(Long.parseLong(name.group(1)));
      }
    }
    if (pids.isEmpty()) {
      throw new BadImage(images, "it holds no process");
    }
    return pids.stream().sorted().toList();
  }

  /** Returns the names of the files that it wrote. */
  private Set<String> process(long pid, String pathAtRestore) throws IOException {
    String mmName = "mm-" + pid + ".img";
    CriuImageFile mm = CriuImageFile.read(images.resolve(mmName), CriuImageFile.MM);
    if (mm.messages().size() != 1) {
      throw new BadImage(mmName, "must hold 1 message: " + mm.messages().size());
    }
    PageMap pages = PageMap.read(images, pid, pageBytes);
    Path pagesFile = images.resolve(pages.pagesFile());
    List<PageMap.Extent> left = new ArrayList<>();
    try (FileChannel source = FileChannel.open(pagesFile, StandardOpenOption.READ)) {
      WireMessage entry = mm.messages().getFirst();
      List<MemoryArea> old = new ArrayList<>();
      for (WireMessage area : entry.messages(VMAS)) {
        old.add(MemoryArea.of(area));
      }
      files.requireAll(old, mmName);
      // Of its own: CRIU takes mappings of one file at one address for memory shared by a fork.
      long file = files.addMemory(entry, pathAtRestore);
      List<WireMessage.Field> areas = new ArrayList<>();
      for (MemoryArea area : old) {
        List<PageMap.Extent> held =
            area.isGuard() ? List.of() : pages.between(area.start(), area.end(), pageBytes);
        if (area.canBeMapped() && old.stream().noneMatch(guard -> guards(guard, area))) {
          for (WireMessage part : split(area, held, file, source)) {
            areas.add(WireMessage.Field.ofBytes(VMAS, part.bytes()));
          }
        } else {
          areas.add(WireMessage.Field.ofBytes(VMAS, area.message().bytes()));
          left.addAll(held);
        }
      }
      requireEveryPage(pages, left, old, mmName);
      new CriuImageFile(CriuImageFile.MM, List.of(entry.withAll(VMAS, areas)))
          .write(target.resolve(mmName));
      writePages(left, source, target.resolve(pages.pagesFile()));
    } catch (WireMessage.Malformed e) {
      throw new BadImage(mmName, String.valueOf(e.getMessage()));
    }
    String pagemapName = "pagemap-" + pid + ".img";
    pages.image(left).write(target.resolve(pagemapName));
    processes++;
    return Set.of(mmName, pagemapName, pages.pagesFile());
  }

  /** A guard lies over an area, which cannot be a file's before Linux 6.15. */
  private static boolean guards(MemoryArea guard, MemoryArea area) {
    return guard.isGuard() && guard.start() < area.end() && guard.end() > area.start();
  }

  private List<WireMessage> split(
      MemoryArea area, List<PageMap.Extent> held, long file, FileChannel source)
      throws IOException, WireMessage.Malformed {
    List<WireMessage> parts = new ArrayList<>();
    long done = area.start();
    for (MemoryArea.Run run : area.runs(held, pageBytes)) {
      if (run.start() > done) {
        parts.add(area.part(done, run.start()));
      }
      parts.add(area.mapped(run, file, memory.append(run, source)));
      areas++;
      done = run.end();
    }
    if (done < area.end()) {
      parts.add(done == area.start() ? area.message() : area.part(done, area.end()));
    }
    return parts;
  }

  /** A page that belongs to no mapping would be lost silently. */
  private static void requireEveryPage(
      PageMap pages, List<PageMap.Extent> left, List<MemoryArea> areas, String name)
      throws BadImage {
    for (PageMap.Extent extent : pages.extents()) {
      long covered = 0;
      for (MemoryArea area : areas) {
        if (!area.isGuard()) {
          long overlap =
              Math.min(area.end(), extent.end()) - Math.max(area.start(), extent.start());
          covered += Math.max(0, overlap);
        }
      }
      if (covered != extent.bytes()) {
        throw new BadImage(
            name, "no mapping holds all pages from " + Long.toHexString(extent.start()));
      }
    }
    if (!left.stream()
        .map(PageMap.Extent::start)
        .sorted()
        .toList()
        .equals(left.stream().map(PageMap.Extent::start).toList())) {
      throw new BadImage(name, "mappings are not in the order of their addresses");
    }
  }

  private void writePages(List<PageMap.Extent> left, FileChannel source, Path file)
      throws IOException {
    try (FileChannel out =
        FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      for (PageMap.Extent extent : left) {
        MemoryFile.copy(source, extent, out);
        bytesLeft += extent.bytes();
      }
    }
  }

  private void copyAllBut(Set<String> changed) throws IOException {
    for (Path file : list(images)) {
      String name = file.getFileName().toString();
      if (!changed.contains(name) && Files.isRegularFile(file)) {
        Files.copy(file, target.resolve(name), StandardCopyOption.COPY_ATTRIBUTES);
      }
    }
  }

  private static List<Path> list(Path folder) throws IOException {
    try (Stream<Path> children = Files.list(folder)) {
      return children.sorted().toList();
    }
  }

  private static Path folderOf(Path path) {
    Path parent = path.toAbsolutePath().getParent();
    return parent == null ? path.toAbsolutePath() : parent;
  }

  private static void deleteFolder(Path folder) throws IOException {
    if (Files.isDirectory(folder)) {
      for (Path child : list(folder)) {
        Files.delete(child);
      }
      Files.delete(folder);
    }
  }

  @Override
  public void close() throws IOException {
    memory.close();
  }
}
