package thaw.recording;

/**
 * Readable names of C++ functions, from the mangled ones of the <a
 * href="https://itanium-cxx-abi.github.io/cxx-abi/abi.html#mangling">Itanium C++ ABI</a>, which GCC
 * and Clang follow on Linux.
 *
 * <p>Arguments of functions and of templates are left out: {@code
 * SystemDictionary::resolve_instance_class_or_null}, {@code GrowableArrayWithAllocator::grow}. A
 * profile has then one row where the program has one place.
 */
public final class Demangler {
  private static final String PREFIX = "_Z";

  private Demangler() {}

  /**
   * @param symbol as a symbol table has it; what is not a C++ name, or not understood, comes back
   *     without what linkers and compilers append ({@code @GLIBC_2.2.5}, {@code .part.0})
   */
  public static String demangle(String symbol) {
    if (symbol.startsWith(PREFIX)) {
      try {
        return function(new ItaniumNames(new ItaniumCursor(symbol, PREFIX.length())));
      } catch (ItaniumCursor.Malformed _) {
        return symbol;
      }
    }
    return plain(symbol);
  }

  private static String function(ItaniumNames names) {
    ItaniumCursor at = names.cursor();
    if (at.skip("Th")) {
      skipOffset(at);
      return "non-virtual thunk to " + names.encoding();
    }
    if (at.skip("Tv")) {
      skipOffset(at);
      skipOffset(at);
      return "virtual thunk to " + names.encoding();
    }
    if (at.skip("Tc")) {
      for (int i = 0; i < 2; i++) {
        boolean virtual = at.skip('v');
        if (!virtual && !at.skip('h')) {
          throw new ItaniumCursor.Malformed();
        }
        skipOffset(at);
        if (virtual) {
          skipOffset(at);
        }
      }
      return "covariant return thunk to " + names.encoding();
    }
    if (at.skip("TW")) {
      return "TLS wrapper function for " + names.name();
    }
    if (at.skip("TH")) {
      return "TLS init function for " + names.name();
    }
    at.skip("GTt"); // the clone for transactional memory, in libstdc++
    return names.encoding();
  }

  private static void skipOffset(ItaniumCursor at) {
    at.number();
    if (!at.skip('_')) {
      throw new ItaniumCursor.Malformed();
    }
  }

  private static String plain(String symbol) {
    int version = symbol.indexOf('@');
    String name = version > 0 ? symbol.substring(0, version) : symbol;
    int clone = name.indexOf('.', 1);
    boolean isFile = name.startsWith("_GLOBAL__");
    return clone > 0 && !isFile ? name.substring(0, clone) : name;
  }
}
