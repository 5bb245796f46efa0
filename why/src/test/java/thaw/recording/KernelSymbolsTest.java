package thaw.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KernelSymbolsTest {
  @TempDir Path folder;

  @Test
  void an_address_is_in_the_function_before_it() throws IOException {
    KernelSymbols symbols =
        read(
            """
            0000000000001000 A fixed_percpu_data
            ffffffff81000000 T srso_alias_untrain_ret
            ffffffff81000000 T _text
            ffffffff81000080 T entry_SYSCALL_64
            ffffffff81000100 D some_data
            ffffffff81000200 t do_user_addr_fault.isra.0
            ffffffffc0a01000 t ext4_da_write_begin\t[ext4]
            """);
    assertTrue(symbols.known());
    assertEquals(Optional.of("entry_SYSCALL_64"), symbols.at(0xffffffff81000080L));
    assertEquals(Optional.of("entry_SYSCALL_64"), symbols.at(0xffffffff81000180L));
    assertEquals(Optional.of("do_user_addr_fault"), symbols.at(0xffffffff81000204L));
    assertEquals(Optional.of("ext4_da_write_begin"), symbols.at(0xffffffffc0a01234L));
    assertEquals(Optional.of("_text"), symbols.at(0xffffffff81000010L), "the shorter name");
    assertEquals(Optional.empty(), symbols.at(0xffffffff80000000L));
    assertEquals(Optional.empty(), symbols.at(0x7f0000000000L));
  }

  @Test
  void zeros_mean_that_the_kernel_does_not_tell() throws IOException {
    KernelSymbols symbols =
        read(
            """
            0000000000000000 T _text
            0000000000000000 T entry_SYSCALL_64
            """);
    assertFalse(symbols.known());
    assertEquals(Optional.empty(), symbols.at(0xffffffff81000080L));
  }

  @Test
  void no_file_means_the_same() {
    assertFalse(KernelSymbols.read(folder.resolve("absent")).known());
  }

  private KernelSymbols read(String text) throws IOException {
    return KernelSymbols.read(Files.writeString(folder.resolve("kallsyms"), text));
  }
}
