package thaw.lambdaapi;

import com.fasterxml.jackson.core.Base64Variant;
import com.fasterxml.jackson.core.Base64Variants;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonStreamContext;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.util.JsonParserDelegate;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import thaw.http.Body;
import thaw.lambdaapi.invoke.ApiError;
import thaw.lambdaapi.invoke.ApiRequest;
import thaw.lambdaapi.invoke.Input;
import thaw.steady.SharedAllowance;

/**
 * The body of a request that carries code: JSON in which every {@code ZipFile} is written to a file
 * as it comes, and is the file's path instead. In memory it would be there several times, as
 * base64, as text and as bytes, of up to 70 MB each. Refuses to know what the members mean.
 */
final class Upload implements AutoCloseable {
  private static final String CODE = "ZipFile";

  /** Structures that have it; else it is a member of the whole. */
  private static final Set<String> WITH_CODE = Set.of("Code", "Content");

  /**
   * The largest size in bytes of all members besides code; AWS's limits for all of them together
   * are lower.
   */
  private static final int LARGEST_REST_BYTES = 256 * 1024;

  /** Each takes up to 50 MB of disk, for as long as its client takes to send it. */
  private static final int AT_ONCE = 8;

  private static final SharedAllowance PLACES =
      new SharedAllowance(AT_ONCE * 1024L, Duration.ofSeconds(10)); // which counts in units of 1024

  private static final Base64Variant BASE64 = Base64Variants.MIME_NO_LINEFEEDS.withPaddingAllowed();

  private final Supplier<Path> files;
  private final List<Path> written = new ArrayList<>();

  private Upload(Supplier<Path> files) {
    this.files = files;
  }

  /** Does an operation with the members. */
  interface Use<T> {
    T with(Input input) throws InterruptedException;
  }

  /**
   * The files are there as long as they are used.
   *
   * @param files makes an empty one
   */
  static <T> T use(ApiRequest request, int limitBytes, Supplier<Path> files, Use<T> use)
      throws InterruptedException {
    try (Upload upload = new Upload(files)) {
      return use.with(request.checked(upload.read(request, limitBytes)));
    }
  }

  private Input read(ApiRequest request, int limitBytes) {
    try {
      return request.content().stream(
          limitBytes, PLACES, body -> Input.parse(json -> parser(json, body)));
    } catch (Body.TooLarge e) {
      throw ApiError.entityTooLarge(limitBytes, request.operation()).refusal();
    }
  }

  private JsonParser parser(Input.ParserSource json, InputStream body) throws IOException {
    Besides besides = new Besides(body);
    return new JsonParserDelegate(json.of(besides)) {
      @Override
      public String getText() throws IOException {
        return hasToken(JsonToken.VALUE_STRING) && isCode(getParsingContext())
            ? file(delegate, besides).toString()
            : super.getText();
      }
    };
  }

  /** A variable or a tag may have that name, too. */
  private static boolean isCode(JsonStreamContext at) {
    if (!at.inObject() || !CODE.equals(at.getCurrentName())) {
      return false;
    }
    JsonStreamContext around = at.getParent();
    return around.inRoot()
        || WITH_CODE.contains(String.valueOf(around.getCurrentName()))
            && around.inObject()
            && around.getParent().inRoot();
  }

  /**
   * Writes a member to a file. The file of a member that is not base64 is empty, which is no zip.
   */
  private Path file(JsonParser parser, Besides besides) throws IOException {
    Path file = files.get();
    written.add(file);
    besides.counts = false;
    try (OutputStream out = Files.newOutputStream(file)) {
      parser.readBinaryValue(BASE64, out);
    } catch (IllegalArgumentException | JsonParseException e) {
      Files.newOutputStream(file, StandardOpenOption.TRUNCATE_EXISTING).close();
    }
    besides.counts = true;
    return file;
  }

  /** Counts what is no code, and is kept in memory. */
  private static final class Besides extends InputStream {
    private final InputStream in;
    private boolean counts = true;
    private long count;

    Besides(InputStream in) {
      this.in = in;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      int read = in.read(target, offset, length);
      count += counts ? Math.max(0, read) : 0;
      if (count > LARGEST_REST_BYTES) {
        throw ApiError.invalidParameter(
                "A request must be smaller than " + LARGEST_REST_BYTES + " bytes without its code.")
            .refusal();
      }
      return read;
    }
  }

  @Override
  public void close() {
    for (Path file : written) {
      try {
        Files.deleteIfExists(file);
      } catch (IOException e) {
        throw new UncheckedIOException("could not remove " + file + ": " + e, e);
      }
    }
  }
}
