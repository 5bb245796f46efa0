package thaw.platform.record;

import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import thaw.function.LogSettings;

/** Versions of a function for tests that run none. */
public final class SampleVersion {
  private SampleVersion() {}

  /**
   * @param more settings that matter to the test
   */
  public static FunctionVersion of(String version, UnaryOperator<FunctionSettingsBuilder> more) {
    FunctionSettingsBuilder usual =
        FunctionSettingsBuilder.builder()
            .runtime("java25")
            .handler("a.B")
            .role("r")
            .description("")
            .timeoutSeconds(3)
            .memoryMiB(2048)
            .layers(List.of())
            .tracing("PassThrough")
            .ephemeralStorageMiB(512)
            .snapStart("None")
            .logging(LogSettings.DEFAULT)
            .architecture("x86_64")
            .inert(Map.of());
    return new FunctionVersion(
        version,
        more.apply(usual).build(),
        null,
        FunctionVersion.newRevision(),
        0,
        FunctionVersion.Life.ACTIVE,
        null);
  }
}
