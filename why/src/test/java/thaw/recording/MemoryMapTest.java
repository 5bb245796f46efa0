package thaw.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class MemoryMapTest {
  private static final MemoryMap MAP =
      MemoryMap.parse(
          """
          7f1d60000000-7f1d60251000 r--p 00000000 fd:00 1234       /var/lang/lib/server/libjvm.so
          7f1d60251000-7f1d61000000 r-xp 00251000 fd:00 1234       /var/lang/lib/server/libjvm.so
          7f1d70000000-7f1d70001000 rw-p 00000000 00:00 0
          7f1d80000000-7f1d80001000 r-xp 00000000 fd:00 99         /tmp/a b.so (deleted)
          7ffd6e7fe000-7ffd6e800000 r-xp 00000000 00:00 0          [vdso]
          no mapping at all
          ffffffffff600000-ffffffffff601000 --xp 00000000 00:00 0  [vsyscall]
          """);

  @Test
  void an_address_leads_to_its_mapping_and_its_place_in_the_file() {
    MemoryMap.Mapping code = MAP.at(0x7f1d60252010L).orElseThrow();
    assertEquals("/var/lang/lib/server/libjvm.so", code.path());
    assertEquals("r-xp", code.permissions());
    assertTrue(code.isFile());
    assertEquals(0x252010, code.fileOffset(0x7f1d60252010L));
  }

  @Test
  void the_first_address_behind_a_mapping_is_not_in_it() {
    assertEquals(Optional.empty(), MAP.at(0x7f1d61000000L));
    assertEquals(Optional.empty(), MAP.at(0));
  }

  @Test
  void anonymous_memory_and_the_kernels_own_are_no_files() {
    assertEquals("", MAP.at(0x7f1d70000000L).orElseThrow().path());
    assertFalse(MAP.at(0x7f1d70000000L).orElseThrow().isFile());
    assertEquals("[vdso]", MAP.at(0x7ffd6e7fe010L).orElseThrow().path());
    assertEquals("[vsyscall]", MAP.at(0xffffffffff600000L).orElseThrow().path());
  }

  @Test
  void names_may_have_spaces_and_files_may_be_gone() {
    assertEquals("/tmp/a b.so", MAP.at(0x7f1d80000000L).orElseThrow().path());
  }

  @Test
  void lines_of_another_form_are_passed_over() {
    assertEquals(6, MAP.mappings().size());
  }
}
