package dev.thaw.samples.planted;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPathFactory;

/** The first request makes a parser that does not depend on it. */
public final class XmlOfConstant implements RequestStreamHandler {
  @Override
  public void handleRequest(InputStream event, OutputStream answer, Context context)
      throws IOException {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    XPathFactory paths = XPathFactory.newInstance();
    answer.write(factory.isValidating() || paths.newXPath() == null ? '1' : '0');
  }
}
