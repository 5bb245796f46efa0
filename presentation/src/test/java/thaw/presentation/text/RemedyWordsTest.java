package thaw.presentation.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class RemedyWordsTest {
  @Test
  void a_text_with_code_says_where_the_code_is() {
    assertEquals("take it out", Text.withoutCode("take it out"));
    assertEquals("add this: the code is in the report", Text.withoutCode("add this:\nint i;"));
  }
}
