package thaw.environment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import thaw.fixture.SideBySide;
import thaw.heap.CloneFacts;
import thaw.heap.FunctionCode;
import thaw.heap.SharedState;
import thaw.heap.UniquenessReport;
import thaw.sandbox.jdk.Jdk;
import thaw.sandbox.jdk.Jdks;

/** Heap dumps of real JVMs: what is named, and what is not. */
@SideBySide
class UniquenessTest {
  private static final String GIVEN = "3kTMd8Q1xPz7VbLw5nRy2HcJ";

  private static final String SOURCE =
      """
      package com.example;
      import java.security.SecureRandom;
      import java.util.*;
      import java.util.concurrent.ThreadLocalRandom;
      import java.util.random.RandomGenerator;
      public class Handler {
        static final Random RANDOM = new Random();
        static final Random RESEEDED = new Random();
        static final Random[] MANY = {null, new Random()};
        static final Map<String, Object> HELD = Map.of("key", new SplittableRandom(7));
        static final RandomGenerator GENERATOR = RandomGenerator.of("L64X128MixRandom");
        static final SecureRandom SECURE = new SecureRandom();
        static final SecureRandom DRBG = used("DRBG");
        static final SecureRandom UNUSED_DRBG = made("DRBG");
        static final SecureRandom SHA1 = used("SHA1PRNG");
        static final SecureRandom UNUSED_SHA1 = made("SHA1PRNG");
        static final Random SHARED = ThreadLocalRandom.current();
        static final ThreadLocal<Random> LOCAL = ThreadLocal.withInitial(Random::new);
        static final int LOCAL_ONE = LOCAL.get().nextInt();
        static final double ONE = Math.random();

        static final String ID = UUID.randomUUID().toString();
        static final UUID UNIQUE = UUID.randomUUID();
        static final String NAMED = "worker-" + UUID.randomUUID();
        static final String TOKEN = token();
        static final byte[] SALT = SECURE.generateSeed(16);
        static String minted = UUID.randomUUID().toString();
        static final Optional<UUID> HELD_ID = Optional.of(UUID.randomUUID());

        static final String DIGEST = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";
        static final String COMPUTED = Constants.LITERAL;
        static final UUID CONSTANT = UUID.fromString("6ba7b810-9dad-11d1-80b4-00c04fd430c8");
        static final UUID OF_LONGS = new UUID(0x6ba7b8109dad41d1L, 0x80b400c04fd430c8L);
        static final UUID BY_NAME = UUID.nameUUIDFromBytes(new byte[] {1});
        static final String GIVEN = System.getProperty("given");
        static final String WORDS = String.join("", "a", "RequestHandlerV2OfTheOrdersService");
        static final byte[] KEY_ALPHABET = "0123456789abcdef".getBytes();
        static final long NUMBER = 0x1234567890abcdefL;

        private final SplittableRandom random = new SplittableRandom();
        private final Inner inner = new Inner();

        public void afterRestore() {
          RESEEDED.setSeed(SECURE.nextLong());
          minted = UUID.randomUUID().toString();
        }
        static SecureRandom made(String algorithm) {
          try { return SecureRandom.getInstance(algorithm); }
          catch (Exception e) { throw new IllegalStateException(e); }
        }
        static SecureRandom used(String algorithm) {
          SecureRandom random = made(algorithm);
          random.nextInt();
          return random;
        }
        static String token() {
          byte[] bytes = new byte[24];
          new Random(1).nextBytes(bytes); // of each hundred tokens one looks like words
          return Base64.getUrlEncoder().encodeToString(bytes);
        }
        static class Inner {
          final String id = UUID.randomUUID().toString();
          final Random random = new Random();
        }
        static class Constants {
          static final String LITERAL = String.valueOf("d41d8cd98f00b204e9800998ecf8427e");
        }
      }
      """;

  private static final String EXPECTED =
      """
      RANDOM_SOURCE com.example.Handler.DRBG: java.security.SecureRandom (DRBG)
      RANDOM_SOURCE com.example.Handler.GENERATOR: %s.L64X128MixRandom
      RANDOM_SOURCE com.example.Handler.HELD.v0: java.util.SplittableRandom
      RANDOM_SOURCE com.example.Handler.LOCAL.get(): java.util.Random
      RANDOM_SOURCE com.example.Handler.MANY[1]: java.util.Random
      RANDOM_SOURCE com.example.Handler.RANDOM: java.util.Random
      RANDOM_SOURCE com.example.Handler.SHA1: java.security.SecureRandom (SHA1PRNG)
      RANDOM_SOURCE com.example.Handler.inner.random: java.util.Random
      RANDOM_SOURCE com.example.Handler.random: java.util.SplittableRandom
      MINTED_ID com.example.Handler.HELD_ID: java.util.UUID
      MINTED_ID com.example.Handler.ID: java.lang.String
      MINTED_ID com.example.Handler.NAMED: java.lang.String
      MINTED_ID com.example.Handler.SALT: byte[]
      MINTED_ID com.example.Handler.TOKEN: java.lang.String
      MINTED_ID com.example.Handler.UNIQUE: java.util.UUID
      MINTED_ID com.example.Handler$Inner.id: java.lang.String
      JDK_RANDOM com.example.Handler: Math.random()
      JDK_RANDOM com.example.Handler: ThreadLocalRandom
      """;

  @TempDir Path folder;

  @ParameterizedTest(name = "JDK {0}")
  @ValueSource(ints = {17, 25})
  void what_stays_the_same_and_should_not_is_named(int feature) throws Exception {
    try (DumpedJvm jvm =
        DumpedJvm.start(folder, java(feature), "com.example.Handler", SOURCE, "-Dgiven=" + GIVEN)) {
      CloneFacts one = jvm.facts(GIVEN);
      jvm.restore();
      CloneFacts other = jvm.facts(GIVEN);
      UniquenessReport report = one.comparedWith(other);
      assertEquals(Optional.empty(), report.notCompared());
      assertEquals(
          EXPECTED.formatted(feature == 17 ? "jdk.random" : "jdk.internal.random"),
          report.findings().stream()
              .map(each -> "%s %s: %s\n".formatted(each.kind(), each.place(), each.type()))
              .collect(Collectors.joining()));
      assertTrue(report.findings().stream().noneMatch(SharedState::library));
    }
  }

  @Test
  void a_jvm_that_nobody_may_attach_to_says_so() throws Exception {
    try (DumpedJvm jvm =
        DumpedJvm.start(
            folder,
            Path.of(System.getProperty("java.home"), "bin/java"),
            "com.example.Handler",
            SOURCE,
            "-XX:+DisableAttachMechanism")) {
      IOException refusal = assertThrows(IOException.class, jvm::dump);
      assertEquals("the JVM lets nobody attach", refusal.getMessage());
    }
  }

  @Test
  void a_dump_that_is_cut_off_anywhere_is_refused() throws Exception {
    Path whole;
    try (DumpedJvm jvm =
        DumpedJvm.start(
            folder,
            Path.of(System.getProperty("java.home"), "bin/java"),
            "com.example.Handler",
            SOURCE)) {
      whole = jvm.dump();
    }
    byte[] bytes = Files.readAllBytes(whole);
    FunctionCode code = new FunctionCode(folder.resolve("code"), List.of());
    Random random = new Random(1);
    for (int i = 0; i < 30; i++) {
      int length = i == 0 ? bytes.length - 1 : random.nextInt(bytes.length);
      Path part = Files.write(folder.resolve("part"), Arrays.copyOf(bytes, length));
      IOException refusal =
          assertThrows(IOException.class, () -> CloneFacts.read(part, code), length + " bytes");
      assertTrue(refusal.getMessage().startsWith("not a usable heap dump: "), refusal.toString());
    }
  }

  private Path java(int feature) {
    Optional<Jdk> jdk = Jdks.find(Map.of(), folder).ofFeature(feature);
    assumeTrue(jdk.isPresent(), "no JDK " + feature);
    return jdk.get().home().resolve("bin/java");
  }
}
