package thaw.recording;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;

/**
 * Names of the kernel's functions, by address, from {@code /proc/kallsyms} (proc_kallsyms(5)).
 * Without CAP_SYSLOG, or with {@code kernel.kptr_restrict=2}, every address in it is zero.
 *
 * <pre>
 * ffffffff81000080 T entry_SYSCALL_64
 * ffffffffc0a01000 t ext4_da_write_begin	[ext4]
 * </pre>
 */
final class KernelSymbols {
  private static final Path KALLSYMS = Path.of("/proc/kallsyms");
  private static final int ADDRESS_DIGITS = 16;

  private final byte[] text;
  private final int[] nameAt;
  private final AddressIndex index;

  private KernelSymbols(byte[] text) {
    this.text = text;
    long[] addresses = new long[1024];
    int[] starts = new int[1024];
    int count = 0;
    int start = 0;
    for (int i = 0; i < text.length; i++) {
      if (text[i] != '\n') {
        continue;
      }
      long address = function(start, i);
      if (address != 0) {
        if (count == addresses.length) {
          addresses = Arrays.copyOf(addresses, count * 2);
          starts = Arrays.copyOf(starts, count * 2);
        }
        addresses[count] = address;
        starts[count++] = start + ADDRESS_DIGITS + 3;
      }
      start = i + 1;
    }
    nameAt = Arrays.copyOf(starts, count);
    index = new AddressIndex(addresses, count);
  }

  /** Those of the running kernel; none when it keeps them to itself. */
  static KernelSymbols ofThisHost() {
    return read(KALLSYMS);
  }

  static KernelSymbols read(Path kallsyms) {
    byte[] text;
    try {
      text = Files.readAllBytes(kallsyms);
    } catch (IOException e) {
      text = new byte[0]; // an answer, too: known() says so
    }
    return new KernelSymbols(text);
  }

  /**
   * Returns whether the kernel tells its symbols; when it does not, its functions have no names.
   */
  boolean known() {
    return index.size() > 0;
  }

  /** The function that an address of the kernel lies in, without what compilers append. */
  Optional<String> at(long address) {
    int position = index.floor(address);
    if (position < 0 || address >= 0) { // the kernel has the upper half
      return Optional.empty();
    }
    String best = name(position);
    for (int other = position - 1;
        other >= 0 && index.address(other) == index.address(position);
        other--) {
      if (name(other).length() < best.length()) {
        best = name(other);
      }
    }
    int clone = best.indexOf('.');
    return Optional.of(clone > 0 ? best.substring(0, clone) : best);
  }

  private String name(int position) {
    int start = nameAt[index.number(position)];
    int end = start;
    while (end < text.length && text[end] > ' ') {
      end++;
    }
    return new String(text, start, end - start, StandardCharsets.US_ASCII);
  }

  /** Its address; 0 where the line is not that of a function, or hides its address. */
  private long function(int start, int end) {
    if (end - start < ADDRESS_DIGITS + 4 || "tTwW".indexOf(text[start + ADDRESS_DIGITS + 1]) < 0) {
      return 0;
    }
    long address = 0;
    for (int i = start; i < start + ADDRESS_DIGITS; i++) {
      int digit = Character.digit(text[i], 16);
      if (digit < 0) {
        return 0;
      }
      address = address << 4 | digit;
    }
    return address;
  }
}
