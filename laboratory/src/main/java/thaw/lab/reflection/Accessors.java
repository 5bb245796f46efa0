package thaw.lab.reflection;

import java.util.List;
import thaw.lab.result.JdkFeature;
import thaw.sandbox.jdk.Jdk;

/**
 * The implementation behind {@code Method.invoke}. Until Java 17: a native method, and from the
 * 16th call on a class that is generated; since then method handles.
 *
 * @see <a href="https://openjdk.org/jeps/416">JEP 416</a>
 */
enum Accessors {
  DEFAULT("default accessors"),
  NATIVE("native accessors"),
  /** The option has its effect where the JDK knows it: the first call has a class generated. */
  GENERATED("noInflation");

  private final String words;

  Accessors(String words) {
    this.words = words;
  }

  String words() {
    return words;
  }

  List<String> options(Jdk jdk) {
    return switch (this) {
      case DEFAULT -> List.of();
      case NATIVE ->
          JdkFeature.callsByMethodHandles(jdk.label())
              ? List.of("-Djdk.reflect.useNativeAccessorOnly=true")
              : List.of("-Dsun.reflect.inflationThreshold=" + Integer.MAX_VALUE);
      case GENERATED -> List.of("-Dsun.reflect.noInflation=true");
    };
  }
}
