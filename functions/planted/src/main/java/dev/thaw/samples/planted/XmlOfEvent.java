package dev.thaw.samples.planted;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.xml.sax.SAXException;

/** The request parses its own event, with classes that nobody has needed before. */
public final class XmlOfEvent implements RequestStreamHandler {
  @Override
  public void handleRequest(InputStream event, OutputStream answer, Context context)
      throws IOException {
    String id = new String(event.readAllBytes(), StandardCharsets.UTF_8).replace('"', ' ');
    answer.write('0' + elements(("<order><id>".concat(id).concat("</id></order>")).getBytes(StandardCharsets.UTF_8)));
  }

  private static int elements(byte[] xml) throws IOException {
    try {
      return DocumentBuilderFactory.newInstance()
          .newDocumentBuilder()
          .parse(new ByteArrayInputStream(xml))
          .getElementsByTagName("*")
          .getLength();
    } catch (ParserConfigurationException | SAXException e) {
      throw new IOException(e);
    }
  }
}
