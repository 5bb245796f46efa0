package thaw.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NativeSymbolsTest {
  private static final int SYMTAB = 2;
  private static final int DYNSYM = 11;
  private static final int FUNCTION = 2;
  private static final int OBJECT = 1;

  @TempDir Path folder;

  @Test
  void an_address_is_inside_the_function_that_covers_it() throws IOException {
    NativeSymbols symbols = NativeSymbols.of(library(SYMTAB));
    assertTrue(symbols.complete());
    assertEquals(Optional.of("Foo::bar"), symbols.at(0x5010));
    assertEquals(Optional.of("Foo::bar"), symbols.at(0x501f));
    assertEquals(Optional.empty(), symbols.at(0x5020), "behind its end");
    assertEquals(Optional.of("outer"), symbols.at(0x5108), "in front of the inner one");
    assertEquals(Optional.of("inner"), symbols.at(0x5110));
    assertEquals(Optional.of("outer"), symbols.at(0x5120), "behind the inner one");
    assertEquals(Optional.empty(), symbols.at(0x1000), "before all");
  }

  @Test
  void a_function_without_a_size_reaches_to_the_next() throws IOException {
    NativeSymbols symbols = NativeSymbols.of(library(SYMTAB));
    assertEquals(Optional.of("assembler"), symbols.at(0x50ff));
  }

  @Test
  void of_several_names_the_plain_one_is_told() throws IOException {
    assertEquals(Optional.of("read"), NativeSymbols.of(library(SYMTAB)).at(0x5204));
  }

  @Test
  void a_place_in_the_file_is_found_by_its_segment() throws IOException {
    NativeSymbols symbols = NativeSymbols.of(library(SYMTAB));
    assertEquals(OptionalLong.of(0x5010), symbols.address(0x4010), "loaded a page higher");
    assertEquals(Optional.of("Foo::bar"), symbols.atOffset(0x4010));
    assertEquals(OptionalLong.empty(), symbols.address(0x9000));
    assertEquals(Optional.empty(), symbols.atOffset(0x9000));
  }

  @Test
  void exported_functions_only_are_not_complete() throws IOException {
    NativeSymbols symbols = NativeSymbols.of(library(DYNSYM));
    assertFalse(symbols.complete());
    assertEquals(Optional.of("Foo::bar"), symbols.at(0x5010));
  }

  @Test
  void no_table_of_symbols_is_an_answer() throws IOException {
    NativeSymbols symbols = NativeSymbols.of(library(3));
    assertFalse(symbols.complete());
    assertEquals(0, symbols.size());
    assertEquals(Optional.empty(), symbols.at(0x5010));
  }

  @Test
  void what_is_no_library_fails() throws IOException {
    Path text = Files.writeString(folder.resolve("text"), "no library, however long ".repeat(9));
    assertThrows(IOException.class, () -> NativeSymbols.of(text));
    byte[] whole = Files.readAllBytes(library(SYMTAB));
    Path torn = Files.write(folder.resolve("torn"), java.util.Arrays.copyOf(whole, 100));
    assertThrows(IOException.class, () -> NativeSymbols.of(torn));
  }

  /** The whole way, with the JVM that runs this test: its own maps, its own library. */
  @Test
  void an_address_in_this_process_leads_to_a_function() throws IOException {
    MemoryMap map = MemoryMap.parse(Files.readString(Path.of("/proc/self/maps")));
    MemoryMap.Mapping code =
        map.mappings().stream()
            .filter(mapping -> mapping.path().endsWith("/libjvm.so"))
            .filter(mapping -> mapping.permissions().startsWith("r-x"))
            .findFirst()
            .orElseThrow();
    NativeSymbols symbols = NativeSymbols.of(Path.of(code.path()));
    assumeTrue(symbols.complete(), "skipped: " + code.path() + " has no symbol table");
    int named = 0;
    for (int i = 0; i < 1000; i++) {
      long address = code.start() + (code.end() - code.start()) / 1000 * i;
      named += symbols.atOffset(code.fileOffset(address)).isPresent() ? 1 : 0;
    }
    assertTrue(named > 900, "named of 1000: " + named);
  }

  /** Libraries that the build has unpacked for the program itself, one for each architecture. */
  @ParameterizedTest
  @ValueSource(strings = {"x86_64", "aarch64"})
  void libraries_of_each_architecture_are_read(String architecture) throws IOException {
    Path folder =
        Path.of(System.getProperty("thaw.program"), "sqlite/org/sqlite/native/Linux", architecture);
    NativeSymbols symbols = NativeSymbols.of(folder.resolve("libsqlitejdbc.so"));
    assertFalse(symbols.complete(), "is stripped");
    assertTrue(symbols.size() > 10, "functions: " + symbols.size());
  }

  /**
   * A shared library by hand: file header, one segment, symbols, names, the sections that lead
   * there. The segment's byte 0x4000 is loaded at 0x5000.
   */
  private Path library(int tableType) throws IOException {
    byte[] names =
        "\0_ZN3Foo3barEv\0outer\0inner\0__libc_read\0read\0assembler\0data\0"
            .getBytes(StandardCharsets.US_ASCII);
    ByteBuffer file = ByteBuffer.allocate(0x8000).order(ByteOrder.LITTLE_ENDIAN);
    file.putInt(0, 0x464c457f).put(4, (byte) 2).put(5, (byte) 1);
    file.putLong(32, 64).putShort(56, (short) 1); // program headers
    file.putLong(40, 0x400).putShort(60, (short) 3); // section headers
    file.putInt(64, 1).putLong(64 + 8, 0x4000).putLong(64 + 16, 0x5000).putLong(64 + 32, 0x1000);
    int symbols = 0x100;
    int next = symbols;
    next = symbol(file, next, names, "outer", FUNCTION, 0x5100, 0x40);
    next = symbol(file, next, names, "inner", FUNCTION, 0x5110, 0x10);
    next = symbol(file, next, names, "_ZN3Foo3barEv", FUNCTION, 0x5010, 0x10);
    next = symbol(file, next, names, "assembler", FUNCTION, 0x5080, 0);
    next = symbol(file, next, names, "__libc_read", FUNCTION, 0x5200, 8);
    next = symbol(file, next, names, "read", FUNCTION, 0x5200, 8);
    next = symbol(file, next, names, "data", OBJECT, 0x5018, 8);
    int strings = 0x300;
    file.put(strings, names);
    section(file, 0x440, tableType, symbols, next - symbols, 2);
    section(file, 0x480, 3, strings, names.length, 0);
    return Files.write(folder.resolve("library-" + tableType + ".so"), file.array());
  }

  private static int symbol(
      ByteBuffer file, int at, byte[] names, String name, int type, long address, long bytes) {
    int nameAt = new String(names, StandardCharsets.US_ASCII).indexOf("\0" + name + "\0") + 1;
    file.putInt(at, nameAt).put(at + 4, (byte) type).putShort(at + 6, (short) 1);
    file.putLong(at + 8, address).putLong(at + 16, bytes);
    return at + ElfFile.SYMBOL_BYTES;
  }

  private static void section(
      ByteBuffer file, int at, int type, long offset, long bytes, int link) {
    file.putInt(at + 4, type)
        .putLong(at + 24, offset)
        .putLong(at + 32, bytes)
        .putInt(at + 40, link);
  }
}
