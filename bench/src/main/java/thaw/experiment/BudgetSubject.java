package thaw.experiment;

import java.util.List;
import java.util.OptionalInt;
import thaw.environment.launch.EnvironmentSpec;
import thaw.environment.launch.RuntimeProgram;

/**
 * The properties of a variant by which a budget's entries choose it.
 *
 * @param variant the variant's name
 * @param names by which the file may name its function
 * @param jdk feature version; empty for a function that brings its own runtime
 * @param start {@code plain}, {@code aot}, {@code appcds} or {@code restored}
 * @param packageBytes all files of the deployment package, layers left out
 */
record BudgetSubject(
    String variant,
    List<String> names,
    int memoryMb,
    OptionalInt jdk,
    String start,
    long packageBytes) {
  BudgetSubject {
    names = List.copyOf(names);
  }

  static BudgetSubject of(Variant variant) {
    EnvironmentSpec spec = variant.spec();
    return new BudgetSubject(
        variant.name(),
        spec.function().names(),
        spec.function().memory().mebibytes(),
        spec.program() instanceof RuntimeProgram.Java java
            ? OptionalInt.of(java.jdk().feature())
            : OptionalInt.empty(),
        switch (spec.start()) {
          case PLAIN -> "plain";
          case AOT -> "aot";
          case APPCDS -> "appcds";
          case RESTORED, RESTORED_HOT, RESTORED_BY_COPYING -> "restored";
        },
        PackageFiles.of(spec.code().root()).bytes());
  }
}
