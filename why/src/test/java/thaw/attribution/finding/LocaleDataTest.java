package thaw.attribution.finding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static thaw.attribution.PhaseName.FIRST_INVOCATION;
import static thaw.attribution.PhaseName.HANDLER_INIT;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.attribution.Cause;
import thaw.attribution.Finding;
import thaw.attribution.PhaseName;

/** Locale data that formatting loads. */
class LocaleDataTest {
  private static final String FORMATTING =
      Stubs.handler(
          """
            private static final String UNIT = String.format("%d ms", 1);
            public String handleRequest(String event, Context context) {
              return String.format("%,d", event.length());
            }
          """);
  private static final String BUNDLES = "java.util.ResourceBundle.findBundleOf";
  private static final String PROVIDER =
      "sun.util.locale.provider.LocaleProviderAdapter.getAdapter";
  private static final String FORMAT = "java.lang.String.format";
  private static final String IN_REQUEST = "example.Handler.handleRequest@format";

  @TempDir private Path folder;

  private Example sampled(PhaseName phase, Cause cause, String... frames) throws IOException {
    return Example.of(folder, FORMATTING).sampled(phase, cause, 40, frames);
  }

  private Example inRequest() throws IOException {
    return sampled(FIRST_INVOCATION, Cause.CLASS_PARSE, BUNDLES, PROVIDER, FORMAT, IN_REQUEST);
  }

  @Test
  void the_call_that_formats_is_found_and_not_told_as_work_that_init_could_do() throws IOException {
    Example example =
        inRequest().loaded(FIRST_INVOCATION, "sun.text.resources.cldr.FormatData", "java.util.A");
    Finding found = example.finding("locale-data");

    assertEquals("example.Handler.handleRequest(Handler.java:10)", found.place());
    assertEquals("Handler.handleRequest has the JDK load its locale data", found.title());
    assertEquals(
        "it took 40 ms (40 samples), 40 ms of it in the first invocation; 1 of its classes were"
            + " loaded",
        found.evidence());
    assertEquals(32, found.lowMillis(), 0.01);
    assertEquals(40, found.highMillis(), 0.01);
    assertTrue(found.remedy().contains("String.format"), found.remedy());
    assertEquals(List.of("locale-data"), example.findings().stream().map(Finding::id).toList());
  }

  @Test
  void patterns_that_the_data_need_are_not_told_as_those_of_own_code() throws IOException {
    Example example =
        sampled(
            FIRST_INVOCATION,
            Cause.REGEX,
            "java.util.regex.Pattern.compile",
            PROVIDER,
            FORMAT,
            IN_REQUEST);

    assertEquals(List.of("locale-data"), example.findings().stream().map(Finding::id).toList());
  }

  @Test
  void in_init_it_is_found_and_not_told_as_computing() throws IOException {
    Example example =
        sampled(
            HANDLER_INIT,
            Cause.JDK_CODE,
            BUNDLES,
            "java.text.DecimalFormatSymbols.initialize",
            FORMAT,
            "example.Handler.<clinit>@format");

    assertEquals(
        "example.Handler.<clinit>(Handler.java:8)", example.finding("locale-data").place());
    assertEquals(List.of("locale-data"), example.findings().stream().map(Finding::id).toList());
  }

  @Test
  void where_a_library_needs_the_data_as_well_nothing_is_certain_to_be_gained() throws IOException {
    Finding found =
        inRequest()
            .sampled(
                HANDLER_INIT, Cause.CLASS_PARSE, 9, PROVIDER, "org.lib.Dates.<clinit>", IN_REQUEST)
            .finding("locale-data");

    assertEquals(0, found.lowMillis(), 0.01);
    assertEquals(40, found.highMillis(), 0.01);
    assertTrue(found.lowIf().contains("next"), found.lowIf());
  }

  @Test
  void what_a_library_formats_and_what_needs_no_data_are_not_found() throws IOException {
    Example library =
        sampled(
            FIRST_INVOCATION,
            Cause.CLASS_PARSE,
            PROVIDER,
            "org.lib.Dates.<clinit>",
            "example.Handler.handleRequest@format");
    Example plain =
        sampled(
            FIRST_INVOCATION, Cause.CLASS_PARSE, "java.util.Formatter.parse", FORMAT, IN_REQUEST);

    assertEquals(0, library.findings("locale-data").size());
    assertEquals(0, plain.findings("locale-data").size());
    assertEquals(1, plain.findings("work-in-handler").size());
  }
}
