package thaw.snapshot;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The pages of one process that a dump holds, and the place of each in the file of pages. Knows the
 * order of CRIU's {@code pagemap-PID.img}: addresses rise, and pages follow each other in the file
 * as they do here.
 *
 * @param head the first message, which names the file of pages
 * @param pagesId the number in {@code pages-N.img}
 * @param extents by rising address
 */
record PageMap(WireMessage head, long pagesId, List<Extent> extents) {
  private static final int PAGES_ID = 1;
  private static final int VADDR = 1;
  private static final int COMPAT_NR_PAGES = 2;
  private static final int IN_PARENT = 3;
  private static final int FLAGS = 4;
  private static final int NR_PAGES = 5;

  /** {@code PE_PRESENT}: the pages are in this dump, not in a parent's or still to be fetched. */
  private static final long PRESENT = 1 << 2;

  /**
   * Neighbouring pages.
   *
   * @param message as it stands in the image
   * @param start the first byte's address
   * @param bytes a multiple of the page size
   * @param offset of the first byte in the file of pages; negative where that has them not
   */
  record Extent(WireMessage message, long start, long bytes, long offset) {
    /** Pages that are to be in the dump. */
    static Extent of(long start, long bytes, int pageBytes) {
      long count = bytes / pageBytes;
      WireMessage message =
          WireMessage.of(
              WireMessage.Field.ofNumber(VADDR, start),
              WireMessage.Field.ofNumber(COMPAT_NR_PAGES, Math.min(count, Integer.MAX_VALUE)),
              WireMessage.Field.ofNumber(FLAGS, PRESENT),
              WireMessage.Field.ofNumber(NR_PAGES, count));
      return new Extent(message, start, bytes, -1);
    }

    /** The same, in another file. */
    Extent at(long otherOffset) {
      return new Extent(message, start, bytes, otherOffset);
    }

    long end() {
      return start + bytes;
    }

    /** The part between two addresses; it must not be empty. */
    Extent within(long from, long to, int pageBytes) {
      long first = Math.max(from, start);
      long length = Math.min(to, end()) - first;
      WireMessage part =
          message
              .with(VADDR, first)
              .with(COMPAT_NR_PAGES, Math.min(length / pageBytes, Integer.MAX_VALUE))
              .with(NR_PAGES, length / pageBytes);
      return new Extent(part, first, length, offset + first - start);
    }
  }

  static PageMap read(Path images, long pid, int pageBytes) throws IOException {
    Path file = images.resolve("pagemap-" + pid + ".img");
    List<WireMessage> messages = CriuImageFile.read(file, CriuImageFile.PAGEMAP).messages();
    if (messages.isEmpty()) {
      throw new BadImage(file, "it has no head");
    }
    try {
      long pagesId = messages.getFirst().required(PAGES_ID);
      List<Extent> extents = new ArrayList<>();
      long offset = 0;
      long before = 0;
      for (WireMessage message : messages.subList(1, messages.size())) {
        Extent extent = extent(message, offset, pageBytes);
        if (Long.compareUnsigned(extent.start, before) < 0) {
          throw new BadImage(file, "addresses do not rise at " + Long.toHexString(extent.start));
        }
        before = extent.end();
        offset += extent.bytes;
        extents.add(extent);
      }
      Path pages = images.resolve(pagesFile(pagesId));
      if (Files.size(pages) != offset) {
        throw new BadImage(
            pages,
            "must be "
                + offset
                + " bytes as "
                + file.getFileName()
                + " says: "
                + Files.size(pages));
      }
      return new PageMap(messages.getFirst(), pagesId, extents);
    } catch (WireMessage.Malformed e) {
      throw new BadImage(file, String.valueOf(e.getMessage()));
    }
  }

  private static Extent extent(WireMessage message, long offset, int pageBytes)
      throws WireMessage.Malformed {
    boolean present =
        message.number(FLAGS).isPresent()
            ? (message.required(FLAGS) & PRESENT) != 0
            : message.number(IN_PARENT).orElse(0) == 0;
    if (!present) {
      throw new WireMessage.Malformed("pages that are not in this dump");
    }
    long pages = message.number(NR_PAGES).orElse(message.required(COMPAT_NR_PAGES));
    long start = message.required(VADDR);
    if (pages < 1 || pages > Long.MAX_VALUE / pageBytes || start % pageBytes != 0) {
      throw new WireMessage.Malformed(pages + " pages at " + Long.toHexString(start));
    }
    return new Extent(message, start, pages * pageBytes, offset);
  }

  String pagesFile() {
    return pagesFile(pagesId);
  }

  private static String pagesFile(long id) {
    return "pages-" + id + ".img";
  }

  /** Returns the parts of the extents that lie between two addresses. */
  List<Extent> between(long from, long to, int pageBytes) {
    return extents.stream()
        .filter(extent -> extent.start < to && extent.end() > from)
        .map(extent -> extent.within(from, to, pageBytes))
        .toList();
  }

  /** The image with these extents instead. */
  CriuImageFile image(List<Extent> others) {
    List<WireMessage> messages = new ArrayList<>();
    messages.add(head);
    others.forEach(extent -> messages.add(extent.message));
    return new CriuImageFile(CriuImageFile.PAGEMAP, messages);
  }
}
