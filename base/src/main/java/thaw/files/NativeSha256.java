package thaw.files;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.security.MessageDigest;
import java.security.MessageDigestSpi;
import java.security.NoSuchAlgorithmException;
import java.security.NoSuchProviderException;
import java.security.Provider;
import java.security.Security;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * SHA-256 by OpenSSL's libcrypto where the machine has one: the JDK's own is fast only in code of
 * C2, which this program's JVM does not have, and takes a tenth of the speed of the processor's
 * instructions. What is small is left to the JDK.
 */
public final class NativeSha256 {
  /** The most bytes for which a context of libcrypto does not pay. */
  static final int SMALL = 16 << 10;

  private static final List<String> LIBRARIES = List.of("libcrypto.so.3", "libcrypto.so.1.1");
  private static final int BYTES = 32;
  private static final Optional<SymbolLookup> LIBRARY = library();
  private static final boolean INSTALLED = put();

  private NativeSha256() {}

  /**
   * Has every digest of this JVM that is asked for from now on be one of these.
   *
   * @return whether the machine has a libcrypto
   */
  public static boolean install() {
    return INSTALLED;
  }

  private static boolean put() {
    LIBRARY.ifPresent(_ -> Security.insertProviderAt(new Digests(), 1));
    return LIBRARY.isPresent();
  }

  private static Optional<SymbolLookup> library() {
    return LIBRARIES.stream()
        .flatMap(name -> {
          try {
            return Stream.of(SymbolLookup.libraryLookup(name, Arena.global()));
          } catch (IllegalArgumentException e) {
            return Stream.empty(); // there is none of that name
          }
        })
        .filter(library -> library.find("EVP_MD_CTX_copy_ex").isPresent())
        .findFirst();
  }

  private static final class Digests extends Provider {
    private static final long serialVersionUID = 1;

    Digests() {
      super("Thaw", "1", "SHA-256 by libcrypto");
      putService(
          new Service(this, "MessageDigest", "SHA-256", Digest.class.getName(), null, null) {
            @Override
            public Object newInstance(@Nullable Object parameter) {
              return new Digest();
            }
          });
    }
  }

  /** The functions of libcrypto, of which 1 says that all went well. */
  private static final class Crypto {
    private static final MethodHandle NEW =
        handle("EVP_MD_CTX_new", FunctionDescriptor.of(ValueLayout.ADDRESS));
    private static final MethodHandle FREE =
        handle("EVP_MD_CTX_free", FunctionDescriptor.ofVoid(ValueLayout.ADDRESS));
    private static final MethodHandle COPY =
        handle(
            "EVP_MD_CTX_copy_ex",
            FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.ADDRESS));
    private static final MethodHandle INIT =
        handle(
            "EVP_DigestInit_ex",
            FunctionDescriptor.of(
                ValueLayout.JAVA_INT,
                ValueLayout.ADDRESS,
                ValueLayout.ADDRESS,
                ValueLayout.ADDRESS));
    private static final MethodHandle UPDATE =
        handle(
            "EVP_DigestUpdate",
            FunctionDescriptor.of(
                ValueLayout.JAVA_INT,
                ValueLayout.ADDRESS,
                ValueLayout.ADDRESS,
                ValueLayout.JAVA_LONG),
            Linker.Option.critical(true));
    private static final MethodHandle FINAL =
        handle(
            "EVP_DigestFinal_ex",
            FunctionDescriptor.of(
                ValueLayout.JAVA_INT,
                ValueLayout.ADDRESS,
                ValueLayout.ADDRESS,
                ValueLayout.ADDRESS),
            Linker.Option.critical(true));
    private static final MethodHandle SHA256 =
        handle("EVP_sha256", FunctionDescriptor.of(ValueLayout.ADDRESS));

    private static MethodHandle handle(
        String name, FunctionDescriptor type, Linker.Option... options) {
      return Linker.nativeLinker()
          .downcallHandle(LIBRARY.orElseThrow().findOrThrow(name), type, options);
    }

    /** Returns a context that nobody has to free. */
    static MemorySegment context() {
      try {
        MemorySegment made = (MemorySegment) NEW.invokeExact();
        if (made.equals(MemorySegment.NULL)) {
          throw new OutOfMemoryError("EVP_MD_CTX_new");
        }
        return made.reinterpret(Arena.ofAuto(), Crypto::free);
      } catch (RuntimeException | Error e) {
        throw e;
      } catch (Throwable e) {
        throw new IllegalStateException(e);
      }
    }

    private static void free(MemorySegment context) {
      try {
        FREE.invokeExact(context);
      } catch (Throwable e) {
        throw new IllegalStateException(e);
      }
    }

    static MemorySegment begun() {
      MemorySegment context = context();
      try {
        require((int) INIT.invokeExact(context, (MemorySegment) SHA256.invokeExact(), NONE));
      } catch (Throwable e) {
        throw new IllegalStateException(e);
      }
      return context;
    }

    static MemorySegment copy(MemorySegment of) {
      MemorySegment context = context();
      try {
        require((int) COPY.invokeExact(context, of));
      } catch (Throwable e) {
        throw new IllegalStateException(e);
      }
      return context;
    }

    static void update(MemorySegment context, byte[] bytes, int offset, int length) {
      try {
        require(
            (int)
                UPDATE.invokeExact(
                    context, MemorySegment.ofArray(bytes).asSlice(offset, length), (long) length));
      } catch (Throwable e) {
        throw new IllegalStateException(e);
      }
    }

    static byte[] digest(MemorySegment context) {
      byte[] digest = new byte[BYTES];
      try {
        require((int) FINAL.invokeExact(context, MemorySegment.ofArray(digest), NONE));
      } catch (Throwable e) {
        throw new IllegalStateException(e);
      }
      return digest;
    }

    private static final MemorySegment NONE = MemorySegment.NULL;

    private static void require(int result) {
      if (result != 1) {
        throw new IllegalStateException("libcrypto has failed: " + result);
      }
    }
  }

  /** Keeps the first bytes, and hands them to libcrypto as soon as they are many. */
  static final class Digest extends MessageDigestSpi implements Cloneable {
    private byte[] first = new byte[128];
    private int count;
    private @Nullable MemorySegment context; // once there were many

    @Override
    protected int engineGetDigestLength() {
      return BYTES;
    }

    @Override
    protected void engineUpdate(byte input) {
      engineUpdate(new byte[] {input}, 0, 1);
    }

    @Override
    protected void engineUpdate(byte[] input, int offset, int length) {
      if (context == null && count + length > SMALL) {
        context = Crypto.begun();
        Crypto.update(context, first, 0, count);
      }
      if (context != null) {
        Crypto.update(context, input, offset, length);
        return;
      }
      if (count + length > first.length) {
        first = Arrays.copyOf(first, Math.max(2 * first.length, count + length));
      }
      System.arraycopy(input, offset, first, count, length);
      count += length;
    }

    @Override
    protected byte[] engineDigest() {
      byte[] digest;
      if (context != null) {
        digest = Crypto.digest(context);
      } else {
        MessageDigest small = ofJdk();
        small.update(first, 0, count);
        digest = small.digest();
      }
      engineReset();
      return digest;
    }

    private static MessageDigest ofJdk() {
      try {
        return MessageDigest.getInstance("SHA-256", "SUN");
      } catch (NoSuchAlgorithmException | NoSuchProviderException e) {
        throw new IllegalStateException("every JDK has it", e);
      }
    }

    @Override
    protected void engineReset() {
      context = null;
      count = 0;
    }

    @Override
    public Object clone() throws CloneNotSupportedException {
      Digest copy = (Digest) super.clone();
      copy.first = first.clone();
      copy.context = context == null ? null : Crypto.copy(context);
      return copy;
    }
  }
}
