package thaw.recording;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Readable names of C++ functions, from the mangled ones of the <a
 * href="https://itanium-cxx-abi.github.io/cxx-abi/abi.html#mangling">Itanium C++ ABI</a>, which GCC
 * and Clang follow on Linux. The system's C++ library demangles them; where a machine has none, the
 * mangled names stay.
 *
 * <p>Arguments of functions and of templates are left out: {@code
 * SystemDictionary::resolve_instance_class_or_null}, {@code GrowableArrayWithAllocator::grow}. A
 * profile has then one row where the program has one place.
 *
 * @see <a href="https://gcc.gnu.org/onlinedocs/libstdc++/manual/ext_demangling.html">demangling
 *     with libstdc++</a>
 */
final class Demangler {
  private static final String PREFIX = "_Z";

  /** The C++ libraries of GCC and of Clang. */
  private static final List<String> LIBRARIES = List.of("libstdc++.so.6", "libc++abi.so.1");

  private static final Linker LINKER = Linker.nativeLinker();

  private static final MethodHandle FREE =
      LINKER.downcallHandle(
          LINKER.defaultLookup().findOrThrow("free"),
          FunctionDescriptor.ofVoid(ValueLayout.ADDRESS));

  /** {@code char* __cxa_demangle(name, buffer, length of the buffer, status)}. */
  private static final @Nullable MethodHandle DEMANGLE = find();

  private Demangler() {}

  /** Returns whether this machine has a library that demangles. */
  static boolean isAvailable() {
    return DEMANGLE != null;
  }

  /**
   * @param symbol as a symbol table has it; what is not a C++ name, or not understood, comes back
   *     without what linkers and compilers append ({@code @GLIBC_2.2.5}, {@code .part.0})
   */
  static String demangle(String symbol) {
    int version = symbol.indexOf('@');
    String name = version > 0 ? symbol.substring(0, version) : symbol;
    if (name.startsWith(PREFIX)) {
      String demangled = demangled(name);
      return demangled == null ? symbol : QualifiedName.of(demangled);
    }
    int clone = name.indexOf('.', 1);
    boolean isFile = name.startsWith("_GLOBAL__");
    return clone > 0 && !isFile ? name.substring(0, clone) : name;
  }

  /** Returns the name with all arguments, as the library writes it. */
  private static @Nullable String demangled(String name) {
    if (DEMANGLE == null) {
      return null;
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment text =
          (MemorySegment)
              DEMANGLE.invokeExact(
                  arena.allocateFrom(name),
                  MemorySegment.NULL,
                  MemorySegment.NULL,
                  MemorySegment.NULL);
      if (text.equals(MemorySegment.NULL)) {
        return null;
      }
      String demangled = text.reinterpret(Long.MAX_VALUE).getString(0);
      FREE.invokeExact(text);
      return demangled;
    } catch (Throwable e) {
      throw new IllegalStateException("could not call __cxa_demangle for " + name, e);
    }
  }

  private static @Nullable MethodHandle find() {
    for (String library : LIBRARIES) {
      try {
        return LINKER.downcallHandle(
            SymbolLookup.libraryLookup(library, Arena.global()).findOrThrow("__cxa_demangle"),
            FunctionDescriptor.of(
                ValueLayout.ADDRESS,
                ValueLayout.ADDRESS,
                ValueLayout.ADDRESS,
                ValueLayout.ADDRESS,
                ValueLayout.ADDRESS));
      } catch (IllegalArgumentException _) {
        // Not on this machine. A JDK may have its own inside libjvm, which does not export it.
      }
    }
    return null;
  }
}
