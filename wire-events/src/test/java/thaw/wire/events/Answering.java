package thaw.wire.events;

import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEvent;
import com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponse;
import java.io.FileInputStream;
import java.io.IOException;
import java.util.Map;
import java.util.Objects;
import thaw.described.com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPEventShape;
import thaw.described.com.amazonaws.services.lambda.runtime.events.APIGatewayV2HTTPResponseShape;
import thaw.wire.Format;

/** A program that does with an event, whose file is its argument, what a function does. */
final class Answering {
  private Answering() {}

  public static void main(String[] arguments) throws IOException {
    byte[] document;
    try (FileInputStream file = new FileInputStream(arguments[0])) {
      document = file.readAllBytes();
    }
    APIGatewayV2HTTPEvent event =
        Objects.requireNonNull(Format.JSON.read(document, new APIGatewayV2HTTPEventShape()));
    APIGatewayV2HTTPResponse response = new APIGatewayV2HTTPResponse();
    response.setStatusCode(200);
    response.setHeaders(Map.of("content-type", "text/plain"));
    response.setBody(event.getRequestContext().getHttp().getMethod());
    System.out.write(
        Format.JSON
            .writer()
            .omitNulls(true)
            .write(response, new APIGatewayV2HTTPResponseShape())
            .toByteArray());
  }
}
