package thaw.remedy;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import thaw.attribution.Explanation;

class SdkSettingsTest {
  private static Explanation with(String method, double millis) {
    return Explanations.EMPTY.withMethods(
        List.of(new Explanation.MethodTime(method, "aws-java-sdk-core", millis, 1, 0)));
  }

  @Test
  void the_announcement_of_sdk_v1_is_left_out_where_it_was_seen_to_cost() {
    String method = "com.amazonaws.util.VersionInfoUtils.printDeprecationAnnouncement";
    Remedy remedy = SdkSettings.of(with(method, 40), "", Set.of()).getFirst();
    assertEquals(40, remedy.predicted().highMillis());
    assertEquals(
        new Change.JvmOptions(List.of("-Daws.java.v1.disableDeprecationAnnouncement=true")),
        remedy.change());
    assertEquals(List.of(), SdkSettings.of(with("a.B.c", 40), "", Set.of()));
  }

  @Test
  void what_is_set_already_is_not_set_again() {
    Explanation seen = with("com.amazonaws.util.VersionInfoUtils.printDeprecationAnnouncement", 40);
    assertEquals(
        List.of(),
        SdkSettings.of(seen, "-Daws.java.v1.disableDeprecationAnnouncement=true", Set.of()));
    assertEquals(
        List.of(),
        SdkSettings.of(seen, "", Set.of("AWS_JAVA_V1_DISABLE_DEPRECATION_ANNOUNCEMENT")));
  }
}
