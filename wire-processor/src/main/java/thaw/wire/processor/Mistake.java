package thaw.wire.processor;

import javax.lang.model.element.Element;

/** A compile error at an element, with its cause and the remedy. */
final class Mistake extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final transient Element element;

  Mistake(Element element, String cause, String remedy) {
    super(cause + "; " + remedy);
    this.element = element;
  }

  Element element() {
    return element;
  }
}
