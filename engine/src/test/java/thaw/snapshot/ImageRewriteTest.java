package thaw.snapshot;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.sandbox.kernel.PageCache;
import thaw.snapshot.WireMessage.Field;

/** Dumps made by hand: each kind of mapping, and what becomes of it. */
class ImageRewriteTest {
  private static final int PAGE = PageCache.pageBytes();
  private static final long BASE = 0x7f00_0000_0000L;
  private static final int PRIVATE_ANONYMOUS = 0x22;
  private static final int PRIVATE = 0x02;
  private static final int REGULAR_ANONYMOUS = 1 | 1 << 9;
  private static final int REGULAR_FILE = 1 | 1 << 6;
  private static final long PROGRAM = 5;
  private static final long LIBRARY = 9;
  private static final long UNKNOWN_FIELD = 4711;

  @TempDir Path folder;

  @Test
  void anonymous_memory_is_split_into_the_file_and_what_was_never_touched() throws Exception {
    // Pages 2, 3 and 6 are held: one run with a hole of zeros; 0, 1 and 7 and following stay.
    dump(300, 1, List.of(area(0, 100, PRIVATE_ANONYMOUS, REGULAR_ANONYMOUS)), 2, 3, 6);
    Rewritten counts = rewrite();
    assertEquals(new Rewritten(1, 1, 3, 0, 5L * PAGE), counts);
    List<WireMessage> areas = areas(300);
    assertEquals(List.of("0-2 anonymous", "2-7 memory at 0", "7-100 anonymous"), described(areas));
    assertEquals(PRIVATE, areas.get(1).required(6), "no longer anonymous");
    assertEquals(REGULAR_FILE, areas.get(1).required(7));
    assertEquals(0x8000, areas.get(1).required(10), "opened for reading");
    assertTrue(areas.stream().allMatch(area -> holdsUnknown(area)), "of a newer CRIU");
    byte[] memory = Files.readAllBytes(folder.resolve("memory"));
    assertArrayEquals(page(300, 2), Arrays.copyOfRange(memory, 0, PAGE));
    assertArrayEquals(page(300, 3), Arrays.copyOfRange(memory, PAGE, 2 * PAGE));
    assertArrayEquals(new byte[2 * PAGE], Arrays.copyOfRange(memory, 2 * PAGE, 4 * PAGE));
    assertArrayEquals(page(300, 6), Arrays.copyOfRange(memory, 4 * PAGE, 5 * PAGE));
  }

  @Test
  void a_wide_gap_stays_anonymous() throws Exception {
    dump(300, 1, List.of(area(0, 100, PRIVATE_ANONYMOUS, REGULAR_ANONYMOUS)), 0, 17, 35);
    rewrite();
    assertEquals(
        List.of("0-18 memory at 0", "18-35 anonymous", "35-36 memory at 18", "36-100 anonymous"),
        described(areas(300)));
  }

  @Test
  void a_file_shows_between_the_pages_that_were_changed() throws Exception {
    WireMessage file = area(0, 10, PRIVATE, REGULAR_FILE).with(3, 7L * PAGE).with(4, LIBRARY);
    dump(300, 1, List.of(file), 2, 4);
    rewrite();
    assertEquals(
        List.of(
            "0-2 file 9 at 7",
            "2-3 memory at 0",
            "3-4 file 9 at 10",
            "4-5 memory at 1",
            "5-10 file 9 at 12"),
        described(areas(300)));
  }

  @Test
  void the_heap_of_brk_becomes_an_ordinary_mapping() throws Exception {
    dump(300, 1, List.of(area(0, 4, PRIVATE_ANONYMOUS, REGULAR_ANONYMOUS | 1 << 5)), 0);
    rewrite();
    assertEquals(REGULAR_FILE, areas(300).getFirst().required(7));
  }

  @Test
  void what_cannot_be_a_files_is_left_as_it_is() throws Exception {
    List<WireMessage> areas =
        List.of(
            area(0, 1, PRIVATE_ANONYMOUS, REGULAR_ANONYMOUS).with(9, 1 << 18), // wiped on fork
            area(1, 2, PRIVATE_ANONYMOUS | 0x100, REGULAR_ANONYMOUS), // grows down
            area(2, 3, PRIVATE_ANONYMOUS | 0x40000, REGULAR_ANONYMOUS), // huge pages
            area(3, 4, PRIVATE_ANONYMOUS | 0x2000, REGULAR_ANONYMOUS), // locked
            area(4, 5, PRIVATE_ANONYMOUS, REGULAR_ANONYMOUS | 1 << 1), // stack
            area(5, 6, PRIVATE_ANONYMOUS, REGULAR_ANONYMOUS | 1 << 3), // vdso
            area(6, 7, PRIVATE_ANONYMOUS, REGULAR_ANONYMOUS | 1 << 12), // vvar
            area(7, 8, 0x21, 1 | 1 << 8), // shared memory
            area(8, 9, PRIVATE_ANONYMOUS, REGULAR_ANONYMOUS | 1 << 20), // not known yet
            area(9, 12, PRIVATE_ANONYMOUS, REGULAR_ANONYMOUS), // with a guard over it
            area(10, 11, PRIVATE_ANONYMOUS, 1 << 16));
    dump(300, 1, areas, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
    byte[] before = Files.readAllBytes(folder.resolve("images/mm-300.img"));
    byte[] pages = Files.readAllBytes(folder.resolve("images/pages-1.img"));
    assertEquals(new Rewritten(1, 0, 0, 10, 0), rewrite());
    assertArrayEquals(before, Files.readAllBytes(folder.resolve("new/mm-300.img")));
    assertArrayEquals(pages, Files.readAllBytes(folder.resolve("new/pages-1.img")));
  }

  @Test
  void pages_that_are_left_keep_their_order_and_place() throws Exception {
    List<WireMessage> areas =
        List.of(
            area(0, 2, PRIVATE_ANONYMOUS | 0x100, REGULAR_ANONYMOUS),
            area(2, 4, PRIVATE_ANONYMOUS, REGULAR_ANONYMOUS),
            area(4, 6, PRIVATE_ANONYMOUS | 0x100, REGULAR_ANONYMOUS));
    dump(300, 1, areas, 1, 2, 3, 4); // one extent over all three
    assertEquals(new Rewritten(1, 1, 2, 2, 2L * PAGE), rewrite());
    PageMap left = PageMap.read(folder.resolve("new"), 300, PAGE);
    assertEquals(
        List.of(BASE + PAGE, BASE + 4L * PAGE),
        left.extents().stream().map(PageMap.Extent::start).toList());
    byte[] pages = Files.readAllBytes(folder.resolve("new/pages-1.img"));
    assertArrayEquals(page(300, 1), Arrays.copyOfRange(pages, 0, PAGE));
    assertArrayEquals(page(300, 4), Arrays.copyOfRange(pages, PAGE, 2 * PAGE));
  }

  /** CRIU takes equal mappings of one file in parent and child for memory that a fork shares. */
  @Test
  void each_process_has_its_own_part_under_its_own_file() throws Exception {
    dump(300, 1, List.of(area(0, 1, PRIVATE_ANONYMOUS, REGULAR_ANONYMOUS)), 0);
    dump(301, 2, List.of(area(0, 1, PRIVATE_ANONYMOUS, REGULAR_ANONYMOUS)), 0);
    assertEquals(new Rewritten(2, 2, 2, 0, 2L * PAGE), rewrite());
    WireMessage parent = areas(300).getFirst();
    WireMessage child = areas(301).getFirst();
    assertNotEquals(parent.required(4), child.required(4));
    assertEquals(0, parent.required(3));
    assertEquals(PAGE, child.required(3));
    byte[] memory = Files.readAllBytes(folder.resolve("memory"));
    assertArrayEquals(page(301, 0), Arrays.copyOfRange(memory, PAGE, 2 * PAGE));
    List<WireMessage> files =
        CriuImageFile.read(folder.resolve("new/files.img"), CriuImageFile.FILES).messages();
    for (WireMessage file : files.subList(files.size() - 2, files.size())) {
      WireMessage regular = file.message(3).orElseThrow();
      assertEquals("/at/restore", regular.text(6).orElseThrow());
      assertEquals(2L * PAGE, regular.required(8));
      assertEquals(file.required(2), regular.required(1));
      assertTrue(regular.number(12).isEmpty(), "no checksum of the program's");
    }
  }

  @Test
  void memory_of_other_kinds_is_copied() throws Exception {
    dump(300, 1, List.of(area(0, 1, PRIVATE_ANONYMOUS, REGULAR_ANONYMOUS)), 0);
    Path shared = folder.resolve("images/pages-7.img");
    Files.write(shared, new byte[] {1, 2, 3});
    rewrite();
    assertEquals(-1, Files.mismatch(shared, folder.resolve("new/pages-7.img")));
  }

  @Test
  void a_dump_that_needs_another_is_refused() throws Exception {
    dump(300, 1, List.of(area(0, 1, PRIVATE_ANONYMOUS, REGULAR_ANONYMOUS)), 0);
    Path file = folder.resolve("images/pagemap-300.img");
    CriuImageFile pagemap = CriuImageFile.read(file, CriuImageFile.PAGEMAP);
    new CriuImageFile(
            CriuImageFile.PAGEMAP,
            List.of(pagemap.messages().get(0), pagemap.messages().get(1).with(4, 1)))
        .write(file);
    assertThrows(BadImage.class, this::rewrite);
  }

  @Test
  void a_page_outside_all_mappings_is_refused() throws Exception {
    dump(300, 1, List.of(area(0, 1, PRIVATE_ANONYMOUS, REGULAR_ANONYMOUS)), 3);
    assertThrows(BadImage.class, this::rewrite);
  }

  @Test
  void what_is_there_is_not_overwritten() throws Exception {
    dump(300, 1, List.of(area(0, 1, PRIVATE_ANONYMOUS, REGULAR_ANONYMOUS)), 0);
    Files.writeString(folder.resolve("memory"), "a living clone has it mapped");
    assertThrows(IOException.class, this::rewrite);
    assertEquals("a living clone has it mapped", Files.readString(folder.resolve("memory")));
  }

  @Test
  void pages_that_were_touched_are_copied_over_what_is_mapped() throws Exception {
    List<WireMessage> areas =
        List.of(
            area(0, 100, PRIVATE_ANONYMOUS, REGULAR_ANONYMOUS),
            area(100, 102, PRIVATE_ANONYMOUS | 0x100, REGULAR_ANONYMOUS));
    dump(300, 1, areas, 2, 3, 6, 100);
    rewrite();
    TouchedImage image =
        TouchedImage.of(folder.resolve("new"), folder.resolve("memory"), "/at/restore", 300);
    assertEquals(
        List.of("2-7"),
        image.ranges().stream()
            .map(range -> (range.start() - BASE) / PAGE + "-" + (range.end() - BASE) / PAGE)
            .toList());
    Path target = Files.createDirectory(folder.resolve("touched"));
    long[] touched = {BASE + 2L * PAGE, BASE + 5L * PAGE, BASE + 6L * PAGE};
    image.write(touched, target);
    PageMap pages = PageMap.read(target, 300, PAGE);
    assertEquals(
        List.of(2L, 5L, 100L),
        pages.extents().stream().map(extent -> (extent.start() - BASE) / PAGE).toList());
    byte[] copied = Files.readAllBytes(target.resolve("pages-1.img"));
    assertArrayEquals(page(300, 2), Arrays.copyOfRange(copied, 0, PAGE));
    assertArrayEquals(new byte[PAGE], Arrays.copyOfRange(copied, PAGE, 2 * PAGE), "never used");
    assertArrayEquals(page(300, 6), Arrays.copyOfRange(copied, 2 * PAGE, 3 * PAGE));
    assertArrayEquals(page(300, 100), Arrays.copyOfRange(copied, 3 * PAGE, 4 * PAGE));
    assertEquals(
        -1, Files.mismatch(folder.resolve("new/mm-300.img"), target.resolve("mm-300.img")));
  }

  private Rewritten rewrite() throws IOException {
    return ImageRewrite.rewrite(
        folder.resolve("images"), folder.resolve("new"), folder.resolve("memory"), "/at/restore");
  }

  private static WireMessage area(long from, long to, long flags, long status) {
    return WireMessage.of(
        Field.ofNumber(1, BASE + from * PAGE),
        Field.ofNumber(2, BASE + to * PAGE),
        Field.ofNumber(3, 0),
        Field.ofNumber(4, 0),
        Field.ofNumber(5, 3),
        Field.ofNumber(6, flags),
        Field.ofNumber(7, status),
        Field.ofNumber(8, 1),
        Field.ofNumber(99, UNKNOWN_FIELD));
  }

  private static boolean holdsUnknown(WireMessage area) {
    try {
      return area.required(99) == UNKNOWN_FIELD;
    } catch (WireMessage.Malformed e) {
      return false;
    }
  }

  /** Neighbouring pages become one extent, as CRIU writes them. */
  private void dump(long pid, long pagesId, List<WireMessage> areas, int... pages)
      throws IOException {
    Path images = Files.createDirectories(folder.resolve("images"));
    List<Field> fields = new ArrayList<>();
    fields.add(Field.ofNumber(12, PROGRAM));
    areas.forEach(area -> fields.add(Field.ofBytes(14, area.bytes())));
    new CriuImageFile(CriuImageFile.MM, List.of(new WireMessage(fields)))
        .write(images.resolve("mm-" + pid + ".img"));
    List<WireMessage> map = new ArrayList<>();
    map.add(WireMessage.of(Field.ofNumber(1, pagesId)));
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    for (int i = 0; i < pages.length; i++) {
      content.writeBytes(page(pid, pages[i]));
      int first = i;
      while (i + 1 < pages.length && pages[i + 1] == pages[i] + 1) {
        i++;
        content.writeBytes(page(pid, pages[i]));
      }
      map.add(
          WireMessage.of(
              Field.ofNumber(1, BASE + (long) pages[first] * PAGE),
              Field.ofNumber(2, i - first + 1L),
              Field.ofNumber(4, 4),
              Field.ofNumber(5, i - first + 1L)));
    }
    new CriuImageFile(CriuImageFile.PAGEMAP, map).write(images.resolve("pagemap-" + pid + ".img"));
    Files.write(images.resolve("pages-" + pagesId + ".img"), content.toByteArray());
    new CriuImageFile(CriuImageFile.FILES, List.of(regularFile(PROGRAM), regularFile(LIBRARY)))
        .write(images.resolve("files.img"));
  }

  private static WireMessage regularFile(long id) {
    WireMessage regular =
        WireMessage.of(
            Field.ofNumber(1, id),
            Field.ofNumber(2, 0100000),
            Field.ofNumber(3, 0),
            Field.ofText(6, "/bin/program"),
            Field.ofNumber(8, 99),
            Field.ofNumber(10, 0100755),
            Field.ofNumber(12, 1234));
    return WireMessage.of(
        Field.ofNumber(1, 1), Field.ofNumber(2, id), Field.ofBytes(3, regular.bytes()));
  }

  private static byte[] page(long pid, int number) {
    byte[] page = new byte[PAGE];
    Arrays.fill(page, (byte) (pid * 31 + number + 1));
    return page;
  }

  private List<WireMessage> areas(long pid) throws Exception {
    return CriuImageFile.read(folder.resolve("new/mm-" + pid + ".img"), CriuImageFile.MM)
        .messages()
        .getFirst()
        .messages(14);
  }

  /** Addresses and offsets in pages. */
  private static List<String> described(List<WireMessage> areas) throws Exception {
    List<String> lines = new ArrayList<>();
    for (WireMessage area : areas) {
      String range =
          (area.required(1) - BASE) / PAGE + "-" + (area.required(2) - BASE) / PAGE + " ";
      long file = area.required(4);
      long offset = area.required(3) / PAGE;
      lines.add(
          range
              + (file == 0
                  ? "anonymous"
                  : (file > LIBRARY ? "memory" : "file " + file) + " at " + offset));
    }
    return lines;
  }
}
