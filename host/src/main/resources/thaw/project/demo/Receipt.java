package {{package}};

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.text.NumberFormat;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.time.format.FormatStyle;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;

/** The answer to an order. */
final class Receipt {
  private Receipt() {}

  static Map<String, Object> of(Map<String, Object> order, PriceList prices) {
    String article = String.valueOf(order.get("article"));
    BigDecimal count = new BigDecimal(String.valueOf(order.get("count")));
    BigDecimal total = prices.of(article).multiply(count);
    String text =
        String.format(
            Locale.GERMANY,
            "%s: %s %s, %s",
            DateTimeFormatter.ofLocalizedDate(FormatStyle.FULL)
                .withLocale(Locale.GERMANY)
                .format(LocalDate.of(2026, 1, 1)),
            count,
            article,
            NumberFormat.getCurrencyInstance(Locale.GERMANY).format(total));
    return Map.of("receipt", text, "signature", signature(text));
  }

  private static String signature(String text) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
