package {{package}};

import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.xpath.XPath;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathExpressionException;
import javax.xml.xpath.XPathFactory;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/** Prices by article, from an XML file of the package. */
final class PriceList {
  private final Map<String, BigDecimal> prices = new HashMap<>();

  static PriceList read() {
    try (InputStream file = PriceList.class.getResourceAsStream("prices.xml")) {
      Document document =
          DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(file);
      XPath path = XPathFactory.newInstance().newXPath();
      NodeList found =
          (NodeList) path.evaluate("/prices/article", document, XPathConstants.NODESET);
      PriceList list = new PriceList();
      for (int i = 0; i < found.getLength(); i++) {
        Element article = (Element) found.item(i);
        list.prices.put(article.getAttribute("id"), new BigDecimal(article.getTextContent().trim()));
      }
      return list;
    } catch (IOException
        | SAXException
        | ParserConfigurationException
        | XPathExpressionException e) {
      throw new IllegalStateException("the price list cannot be read", e);
    }
  }

  BigDecimal of(String article) {
    return prices.getOrDefault(article, BigDecimal.ONE);
  }
}
