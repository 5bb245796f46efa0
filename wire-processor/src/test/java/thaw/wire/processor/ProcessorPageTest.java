package thaw.wire.processor;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Java code of the processor's page is compiled, with types of the reader's own. */
class ProcessorPageTest {
  private static final Pattern BLOCK = Pattern.compile("(?s)```java\\n(.*?)```");

  private static final String CUSTOMER =
      """
      package com.example;
      public class Customer {
        private String id;
        private String name;
        private String postalCode;
        private long credit;
        public String getId() { return id; }
        public void setId(String id) { this.id = id; }
        public String getName() { return name; }
        public void setName(String name) { this.name = name; }
        public String getPostalCode() { return postalCode; }
        public void setPostalCode(String code) { this.postalCode = code; }
        public long getCredit() { return credit; }
        public void setCredit(long credit) { this.credit = credit; }
      }
      """;

  private static final String ADDRESS =
      """
      package com.example;
      public record Address(String town, Money deposit) {}
      """;

  private static final String MONEY =
      """
      package com.example;
      public record Money(long cents) {}
      """;

  private static final String MONEY_SHAPE =
      """
      package com.example;
      import thaw.wire.*;
      public final class MoneyShape extends TextShape<Money> {
        @Override protected String text(Money money) { return String.valueOf(money.cents()); }
        @Override protected Money parse(String text) { return new Money(Long.parseLong(text)); }
      }
      """;

  private static final String VALUES =
      """
      package com.example;
      import thaw.wire.*;
      public final class Values {
        public static final Shape<Long> CENTS = Shapes.INT64;
      }
      """;

  private static final String IMPORTS = "package com.example; import thaw.wire.*; ";

  @TempDir private Path folder;

  private static List<String> blocks() throws IOException {
    return BLOCK
        .matcher(Files.readString(Path.of("../docs/wire-processor.md")))
        .results()
        .map(found -> found.group(1))
        .collect(Collectors.toList());
  }

  @Test
  void the_first_example_is_a_type_and_what_is_done_with_it() throws IOException {
    String block = blocks().get(0);
    int end = block.indexOf("\n}\n") + 2;
    CompiledSources.of(
            folder,
            IMPORTS
                + "import java.math.BigDecimal; import java.time.Instant; import java.util.List;\n"
                + block.substring(0, end),
            IMPORTS + "class Use { void of(Order order) {\n" + block.substring(end) + "} }")
        .clean();
  }

  @Test
  void the_other_examples_are_types() throws IOException {
    List<String> blocks = blocks();
    assertEquals(3, blocks.size());
    CompiledSources.of(
            folder,
            CUSTOMER,
            ADDRESS,
            MONEY,
            MONEY_SHAPE,
            VALUES,
            IMPORTS + blocks.get(1),
            IMPORTS + blocks.get(2))
        .clean();
  }
}
