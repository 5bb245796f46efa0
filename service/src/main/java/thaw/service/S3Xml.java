package thaw.service;

import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** Small XML documents of S3's protocol: texts in elements of one level. */
final class S3Xml {
  private S3Xml() {}

  /** The name of the outermost element; empty when there is none. */
  static Optional<String> root(byte[] document) {
    try {
      XMLStreamReader reader = reader(document);
      while (reader.hasNext()) {
        if (reader.next() == XMLStreamConstants.START_ELEMENT) {
          return Optional.of(reader.getLocalName());
        }
      }
      return Optional.empty();
    } catch (XMLStreamException e) {
      return Optional.empty();
    }
  }

  /** The text of the first element of a name. */
  static Optional<String> text(byte[] document, String element) {
    try {
      XMLStreamReader reader = reader(document);
      while (reader.hasNext()) {
        if (reader.next() == XMLStreamConstants.START_ELEMENT
            && reader.getLocalName().equals(element)) {
          return Optional.of(reader.getElementText());
        }
      }
      return Optional.empty();
    } catch (XMLStreamException e) {
      return Optional.empty();
    }
  }

  /** The texts in each element of a name, by their own elements' names. */
  static List<Map<String, String>> each(byte[] document, String element) {
    List<Map<String, String>> found = new ArrayList<>();
    try {
      XMLStreamReader reader = reader(document);
      while (reader.hasNext()) {
        if (reader.next() == XMLStreamConstants.START_ELEMENT
            && reader.getLocalName().equals(element)) {
          found.add(texts(reader));
        }
      }
      return found;
    } catch (XMLStreamException e) {
      return List.of(); // the server refuses it, too
    }
  }

  private static Map<String, String> texts(XMLStreamReader reader) throws XMLStreamException {
    Map<String, String> texts = new LinkedHashMap<>();
    while (reader.nextTag() == XMLStreamConstants.START_ELEMENT) {
      texts.put(reader.getLocalName(), reader.getElementText());
    }
    return texts;
  }

  private static XMLStreamReader reader(byte[] document) throws XMLStreamException {
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    factory.setProperty(XMLInputFactory.IS_COALESCING, true);
    return factory.createXMLStreamReader(new ByteArrayInputStream(document));
  }
}
