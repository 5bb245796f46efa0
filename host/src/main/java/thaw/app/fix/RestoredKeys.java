package thaw.app.fix;

import java.util.Optional;
import thaw.attribution.evidence.FixedCredentials;
import thaw.attribution.evidence.PackageClasses;
import thaw.environment.launch.EnvironmentSpec;
import thaw.function.handler.HandlerName;
import thaw.function.packaging.DeploymentPackage;

/** Whether a function would have its keys if it were restored from a snapshot. */
final class RestoredKeys {
  private RestoredKeys() {}

  /**
   * Returns by what it would fail with SnapStart, and what to change, in one line; empty where its
   * bytecode shows nothing. Starts nothing.
   */
  static Optional<String> failure(EnvironmentSpec plain) {
    try (PackageClasses classes =
        PackageClasses.of(plain.code().root(), plain.layers().map(DeploymentPackage::root))) {
      return FixedCredentials.of(classes, HandlerName.of(plain.function().handler()).className())
          .stream()
          .filter(FixedCredentials::absent)
          .findFirst()
          .map(found ->
              "%s: %s; %s".formatted(found.what(), found.place(), FixedCredentials.REMEDY));
    }
  }
}
