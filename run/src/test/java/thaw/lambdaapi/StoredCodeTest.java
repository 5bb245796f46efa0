package thaw.lambdaapi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayInputStream;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.fixture.SideBySide;
import thaw.platform.FunctionCatalog;
import thaw.platform.record.Refused;

/** Code that comes from S3, where an object may be larger than a function. */
@SideBySide
class StoredCodeTest {
  @TempDir Path folder;

  @Test
  void an_object_that_is_larger_than_code_may_be_is_not_cut() {
    try (StillApi api = StillApi.open(folder)) {
      FunctionCatalog catalog = api.platform().catalog();
      assertEquals(
          "Unzipped size must be smaller than 262144000 bytes",
          assertThrows(
                  Refused.class, () -> catalog.keep(new ByteArrayInputStream(new byte[51]), 50))
              .text());
      assertEquals(
          "Could not unzip uploaded file. Please check your file, then try to upload again.",
          assertThrows(
                  Refused.class, () -> catalog.keep(new ByteArrayInputStream(new byte[49]), 50))
              .text());
    }
  }
}
