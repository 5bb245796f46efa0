package thaw.report.bench;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
import java.util.Properties;

/**
 * What AWS has published for Lambda in us-east-1 on x86-64, in USD, without the free tier.
 *
 * @param gbSecond of a GB of memory for a second, in the first tier
 * @param millionRequests beside the time
 * @param source where it was read
 * @param read when, as {@code 2026-11-24}
 */
record LambdaPrice(double gbSecond, double millionRequests, String source, String read) {
  private static final String FILE = "/thaw/report/lambda-price.properties";

  static LambdaPrice published() {
    Properties price = new Properties();
    try (InputStream in =
        Objects.requireNonNull(LambdaPrice.class.getResourceAsStream(FILE), FILE)) {
      price.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException("could not read " + FILE, e);
    }
    return new LambdaPrice(
        Double.parseDouble(price.getProperty("gbSecond")),
        Double.parseDouble(price.getProperty("millionRequests")),
        price.getProperty("source"),
        price.getProperty("read"));
  }

  double ofMillion(double gbSeconds) {
    return 1e6 * gbSeconds * gbSecond + millionRequests;
  }
}
