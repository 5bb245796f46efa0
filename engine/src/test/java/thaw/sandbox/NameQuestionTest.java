package thaw.sandbox;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NameQuestionTest {
  private static final String HEAD = "abcd01000001000000000000";

  private static String hex(String text) {
    return HexFormat.of().formatHex(text.getBytes(StandardCharsets.US_ASCII));
  }

  @Test
  void the_name_is_read() {
    String question =
        HEAD + hex(NameQuestion.labels("KMS.us-east-1.amazonaws.com")) + "00" + "00010001";
    assertEquals(Optional.of("kms.us-east-1.amazonaws.com"), NameQuestion.name(question));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "ab",
        HEAD,
        HEAD + "00", // the root
        HEAD + "0361", // cut off in a label
        HEAD + "0161", // no end
        HEAD + "c00c00", // a reference
        HEAD + "ff6100",
        HEAD + "021b5b00", // steers terminals
        HEAD + "01a000",
      })
  void what_is_no_question_for_a_host_is_none(String hex) {
    assertEquals(Optional.empty(), NameQuestion.name(hex));
  }
}
