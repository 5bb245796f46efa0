package thaw.http;

import io.helidon.http.Headers;
import io.helidon.http.encoding.ContentDecoder;
import io.helidon.http.encoding.ContentEncoder;
import io.helidon.http.encoding.ContentEncodingContext;
import io.helidon.http.encoding.ContentEncodingContextConfig;

/**
 * Passes bodies on as they came, whatever their {@code Content-Encoding}: that is the door's to
 * know, as it is a function's behind API Gateway. Helidon by itself answers 400 to all that it
 * cannot decode.
 */
final class ContentAsItCame implements ContentEncodingContext {
  private final ContentEncodingContext none = ContentEncodingContext.create();

  @Override
  public boolean contentEncodingEnabled() {
    return false;
  }

  @Override
  public boolean contentDecodingEnabled() {
    return true;
  }

  @Override
  public boolean contentEncodingSupported(String encoding) {
    return false;
  }

  @Override
  public boolean contentDecodingSupported(String encoding) {
    return true;
  }

  @Override
  public ContentEncoder encoder(String encoding) {
    return ContentEncoder.NO_OP;
  }

  @Override
  public ContentDecoder decoder(String encoding) {
    return ContentDecoder.NO_OP;
  }

  @Override
  public ContentEncoder encoder(Headers headers) {
    return ContentEncoder.NO_OP;
  }

  @Override
  public ContentEncodingContextConfig prototype() {
    return none.prototype();
  }
}
