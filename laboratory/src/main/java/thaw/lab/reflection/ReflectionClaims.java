package thaw.lab.reflection;

import java.util.List;
import thaw.lab.engine.ArchiveUse;
import thaw.lab.result.Bounds;
import thaw.lab.result.Claims;
import thaw.lab.result.Figure;
import thaw.lab.result.JdkFeature;
import thaw.lab.result.Measurements;
import thaw.lab.result.Quantity;
import thaw.lab.result.Verdict;

/** What was published about reflection. */
final class ReflectionClaims {
  private static final String TALK =
      "\"Best practices for AWS Lambda and Java\", re:Invent SVS403, 2019, Java 8";
  private static final String EARLIER = "Thaw's own figures of 2026, JDK 17 and 25";

  /** The ratio below which two ways are as fast as each other. */
  private static final double SAME = 1.25;

  /** The least ratio at which the effect of an option counts as seen. */
  private static final double CLEARLY = 1.5;

  private ReflectionClaims() {}

  static List<Verdict> of(Measurements samples) {
    Claims claims = new Claims(samples);
    Claims.OnJdk direct = steady(GetterCall.DIRECT);
    Claims.OnJdk firstInvoke = first(Reflection.FIRST_CALL, FirstGetterCall.METHOD);
    return claims
        .add(
            "By reflection a getter takes longer than by a direct call, which took 2.59 ns (here,"
                + " by a Method in a field, at least twice as long)",
            TALK + "; at least twice is Thaw's reading",
            claims.ratio(steady(GetterCall.METHOD), direct, Bounds.atLeast(2)))
        .add(
            "It takes at least twice as long even through a Method in a static final field",
            EARLIER + ": 2.4 times on 17; JEP 416, Java 18, meant it to be faster: 1.8 times on 25",
            claims.ratio(steady(GetterCall.CONSTANT_METHOD), direct, Bounds.atLeast(2)))
        .add(
            "A MethodHandle in a static final field is as fast as a direct call",
            EARLIER,
            claims.ratio(steady(GetterCall.CONSTANT_HANDLE), direct, Bounds.atMost(SAME)))
        .add(
            "A Method in a field is slower than before JDK 18",
            EARLIER + ": 6.7 ns in place of 2.8 ns",
            claims.sinceMethodHandles(steady(GetterCall.METHOD), Bounds.atLeast(1)))
        .add(
            "The price of reflection comes with the inflation threshold of 15 calls: the first"
                + " Method.invoke takes less time than the 20 after it",
            "Thaw's reading of the threshold, which the talk named: " + TALK,
            claims.ratio(
                firstInvoke, first(Reflection.FURTHER, FirstGetterCall.METHOD), Bounds.atMost(1)))
        .add(
            "The first Method.invoke of a JVM is dearer than before JDK 18",
            EARLIER + ": 5 to 11 ms in place of 0.1 ms",
            claims.sinceMethodHandles(firstInvoke, Bounds.atLeast(CLEARLY)))
        .add(
            "-Dsun.reflect.noInflation=true makes the first Method.invoke dearer",
            "Thaw's reading of an option of JVMs up to 17, where it has a class generated at once",
            claims.ratio(
                with(Reflection.FIRST_CALL, Accessors.GENERATED),
                with(Reflection.FIRST_CALL, Accessors.DEFAULT),
                Bounds.atLeast(CLEARLY)))
        .add(
            "Native accessors alone make the first 21 calls of a Method cheaper, from JDK 18 on",
            EARLIER + ": 5 to 6 ms of CPU less in a first request on 25",
            Claims.where(
                JdkFeature::callsByMethodHandles,
                "JDK 18 and later have this option",
                claims.ratio(
                    with(Reflection.CALLS, Accessors.DEFAULT),
                    with(Reflection.CALLS, Accessors.NATIVE),
                    Bounds.atLeast(CLEARLY))))
        .add(
            "An AOT cache takes four fifths of the first Method.invoke away, or more, for a static"
                + " method",
            "Thaw's reading of its own figures of 2026, JDK 25: 0.68 ms in place of 10.9 ms",
            cached(claims, FirstGetterCall.STATIC_METHOD, Bounds.atLeast(5)))
        .add(
            "Of an instance method's first Method.invoke, an AOT cache leaves a quarter or more",
            "Thaw's reading of JDK 25, which makes classes for it that it keeps in no cache",
            cached(claims, FirstGetterCall.METHOD, Bounds.atMost(4)))
        .verdicts();
  }

  private static Claims.OnJdk steady(GetterCall call) {
    return jdk ->
        new Figure(
            call.words(), Reflection.CALL_NANOS, Reflection.steady(jdk, call, Accessors.DEFAULT));
  }

  private static Claims.OnJdk first(Quantity quantity, FirstGetterCall call) {
    return jdk ->
        new Figure(
            quantity.words(),
            quantity,
            Reflection.first(jdk, call, Accessors.DEFAULT, ArchiveUse.DEFAULT_CDS));
  }

  private static Claims.OnJdk with(Quantity quantity, Accessors accessors) {
    return jdk ->
        new Figure(
            accessors.words(),
            quantity,
            Reflection.first(jdk, FirstGetterCall.METHOD, accessors, ArchiveUse.DEFAULT_CDS));
  }

  private static Claims.Answer cached(Claims claims, FirstGetterCall call, Bounds bounds) {
    return Claims.withAotCache(
        claims.ratio(
            archived(call, ArchiveUse.DEFAULT_CDS), archived(call, ArchiveUse.AOT_CACHE), bounds));
  }

  private static Claims.OnJdk archived(FirstGetterCall call, ArchiveUse archive) {
    return jdk ->
        new Figure(
            archive.words(),
            Reflection.FIRST_CALL,
            Reflection.first(jdk, call, Accessors.DEFAULT, archive));
  }
}
