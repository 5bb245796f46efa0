package thaw.recording;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Names of the functions of one shared library, by address. Names are demangled when asked for: a
 * libjvm has up to 60,000, and a profile touches some hundreds.
 *
 * <p>May be used by several threads.
 */
final class NativeSymbols {
  private static final int FUNCTION = 2; // STT_FUNC
  private static final int RESOLVED_FUNCTION = 10; // STT_GNU_IFUNC

  /**
   * The number of functions before an address that may enclose it: aliases, and parts that were
   * split off.
   */
  private static final int REACH = 8;

  private final List<ElfFile.Load> loads;
  private final byte[] names;
  private final int[] nameAt;
  private final long[] bytes;
  private final AddressIndex index;
  private final boolean complete;
  private final Map<Integer, String> demangled = new ConcurrentHashMap<>();

  private NativeSymbols(ElfFile file) {
    loads = file.loads();
    names = file.names();
    complete = file.complete();
    ByteBuffer symbols = file.symbols();
    int most = symbols.limit() / ElfFile.SYMBOL_BYTES;
    nameAt = new int[most];
    bytes = new long[most];
    long[] addresses = new long[most];
    int count = 0;
    for (int i = 0; i < most; i++) {
      int at = i * ElfFile.SYMBOL_BYTES;
      long head = symbols.getLong(at); // name: 32 bits, type: 4, others: 12, section: 16
      int type = (int) (head >>> 32) & 0xf;
      boolean defined = head >>> 48 != 0;
      if (defined && (type == FUNCTION || type == RESOLVED_FUNCTION)) {
        nameAt[count] = (int) head;
        addresses[count] = symbols.getLong(at + 8);
        bytes[count++] = symbols.getLong(at + 16);
      }
    }
    index = new AddressIndex(addresses, count);
  }

  /**
   * @throws IOException also when the file is not a 64-bit ELF file
   */
  static NativeSymbols of(Path library) throws IOException {
    return new NativeSymbols(ElfFile.read(library));
  }

  /**
   * Returns whether the library has its full symbol table. Else only exported functions have names,
   * which in a libjvm is one in fifty: what happens inside the JVM cannot be told apart.
   */
  boolean complete() {
    return complete;
  }

  /** Returns how many functions have a name. */
  int size() {
    return index.size();
  }

  /** Returns the address of a byte of the file in the library's own address space. */
  OptionalLong address(long fileOffset) {
    for (ElfFile.Load load : loads) {
      if (fileOffset >= load.offset() && fileOffset < load.offset() + load.bytes()) {
        return OptionalLong.of(fileOffset - load.offset() + load.address());
      }
    }
    return OptionalLong.empty();
  }

  /**
   * The function whose code a byte of the file is, demangled and without arguments.
   *
   * @param fileOffset as {@link MemoryMap.Mapping#fileOffset} tells it
   */
  Optional<String> atOffset(long fileOffset) {
    OptionalLong address = address(fileOffset);
    return address.isPresent() ? at(address.getAsLong()) : Optional.empty();
  }

  /**
   * @param address in the library's own address space
   */
  Optional<String> at(long address) {
    int nearest = index.floor(address);
    for (int back = 0; back < REACH && nearest - back >= 0; back++) {
      int position = nearest - back;
      if (encloses(position, address)) {
        int number = index.number(bestName(position));
        return Optional.of(
            demangled.computeIfAbsent(number, symbol -> Demangler.demangle(name(symbol))));
      }
    }
    return Optional.empty();
  }

  /** Assembler code may have no size: it reaches to the next function. */
  private boolean encloses(int position, long address) {
    long size = bytes[index.number(position)];
    if (size == 0) {
      return position + 1 == index.size() || address < index.address(position + 1);
    }
    return address < index.address(position) + size;
  }

  /**
   * Chooses the shortest of several names of one function: {@code read}, rather than {@code
   * __libc_read}.
   */
  private int bestName(int position) {
    int best = position;
    for (int other = position - 1;
        other >= 0 && index.address(other) == index.address(position);
        other--) {
      if (name(index.number(other)).length() < name(index.number(best)).length()) {
        best = other;
      }
    }
    return best;
  }

  private String name(int symbol) {
    int start = nameAt[symbol];
    int end = start;
    while (end >= 0 && end < names.length && names[end] != 0) {
      end++;
    }
    return start < 0 || start > end
        ? ""
        : new String(names, start, end - start, StandardCharsets.UTF_8);
  }
}
