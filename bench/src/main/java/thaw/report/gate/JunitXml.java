package thaw.report.gate;

import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import thaw.experiment.BudgetResult;
import thaw.experiment.BudgetVerdict;
import thaw.experiment.ExperimentResult;
import thaw.experiment.gate.GateResult;
import thaw.experiment.gate.GateVerdict;
import thaw.presentation.text.Text;

/**
 * Budgets and comparisons as test cases, in the form of surefire's reports (<a
 * href="https://maven.apache.org/surefire/maven-surefire-plugin/xsd/surefire-test-report.xsd">schema</a>),
 * which CI systems read.
 *
 * <p>Over is a failure. What a comparison could not tell is an error, and so is a comparison
 * without a variant in common: the run is open. A limit of a budget without a figure, or with too
 * few, is skipped: it fails nothing. What only informs passes, with its figures as output.
 */
final class JunitXml {
  private final XMLStreamWriter xml;

  private JunitXml(XMLStreamWriter xml) {
    this.xml = xml;
  }

  /** One test case. */
  private record Case(String group, String name, Kind kind, String message) {
    enum Kind {
      PASSED,
      FAILED,
      ERROR,
      SKIPPED
    }
  }

  static String of(ExperimentResult result, Optional<GateResult> gate) {
    StringWriter text = new StringWriter();
    try {
      XMLStreamWriter writer = XMLOutputFactory.newFactory().createXMLStreamWriter(text);
      new JunitXml(writer).suite(result, gate);
      writer.close();
    } catch (XMLStreamException e) {
      throw new IllegalStateException("could not write XML to memory", e);
    }
    return text.toString();
  }

  private void suite(ExperimentResult result, Optional<GateResult> gate) throws XMLStreamException {
    var cases = new ArrayList<Case>();
    result
        .budget()
        .ifPresent(budget -> budget.verdicts().forEach(each -> cases.add(of(budget, each))));
    gate.ifPresent(compared -> cases.addAll(of(compared)));
    xml.writeStartDocument("UTF-8", "1.0");
    xml.writeCharacters("\n");
    xml.writeStartElement("testsuite");
    attribute("name", "thaw bench " + result.title());
    attribute("time", "0");
    attribute("tests", "" + cases.size());
    attribute("errors", "" + count(cases, Case.Kind.ERROR));
    attribute("skipped", "" + count(cases, Case.Kind.SKIPPED));
    attribute("failures", "" + count(cases, Case.Kind.FAILED));
    for (Case each : cases) {
      xml.writeCharacters("\n  ");
      write(each);
    }
    xml.writeCharacters("\n");
    xml.writeEndElement();
    xml.writeCharacters("\n");
    xml.writeEndDocument();
  }

  private static long count(List<Case> cases, Case.Kind kind) {
    return cases.stream().filter(each -> each.kind() == kind).count();
  }

  private static Case of(BudgetResult budget, BudgetVerdict verdict) {
    return new Case(
        "budget." + verdict.variant(),
        verdict.limit().label(),
        switch (verdict.outcome()) {
          case OK -> Case.Kind.PASSED;
          case OVER -> Case.Kind.FAILED;
          case TOO_CLOSE, TOO_FEW, NOT_MEASURED -> Case.Kind.SKIPPED;
        },
        "%s: measured %s, the limit of %s is %s"
            .formatted(
                verdict.outcome().words(),
                BudgetText.measured(verdict),
                budget.file(),
                BudgetText.limit(verdict)));
  }

  private static List<Case> of(GateResult gate) {
    return gate.verdicts().isEmpty()
        ? List.of(new Case("gate", "comparison", Case.Kind.ERROR, String.join("\n", gate.notes())))
        : gate.verdicts().stream().map(each -> of(gate, each)).toList();
  }

  private static Case of(GateResult gate, GateVerdict verdict) {
    return new Case(
        "gate." + verdict.variant(),
        verdict.measure().label(),
        verdict.isOver() ? Case.Kind.FAILED : verdict.isOpen() ? Case.Kind.ERROR : Case.Kind.PASSED,
        message(gate, verdict));
  }

  private static String message(GateResult gate, GateVerdict verdict) {
    StringBuilder message = new StringBuilder(GateText.words(verdict));
    if (verdict.ratio().isPresent()) {
      String interval = GateText.interval(verdict);
      message.append(
          ": %s, was %s: %s%s; the limit is %s"
              .formatted(
                  GateText.value(verdict.measure(), verdict.after()),
                  GateText.value(verdict.measure(), verdict.before()),
                  GateText.change(verdict),
                  interval.isEmpty() ? "" : " (" + interval + ")",
                  GateText.limit(verdict)));
    }
    verdict.reason().ifPresent(reason -> message.append(": ").append(reason));
    if (verdict.isOver()) {
      gate.changes().stream()
          .filter(change -> change.variant().equals(verdict.variant()))
          .forEach(change -> message.append("\n").append(Text.clean(change.text())));
    }
    return message.toString();
  }

  private void write(Case each) throws XMLStreamException {
    xml.writeStartElement("testcase");
    attribute("name", each.name());
    attribute("classname", each.group());
    attribute("time", "0");
    switch (each.kind()) {
      case PASSED -> element("system-out", each.message());
      case FAILED -> problem("failure", "over", each.message());
      case ERROR -> problem("error", "notMeasured", each.message());
      case SKIPPED -> {
        xml.writeEmptyElement("skipped");
        attribute("message", each.message());
      }
    }
    xml.writeEndElement();
  }

  private void problem(String name, String type, String message) throws XMLStreamException {
    xml.writeStartElement(name);
    attribute("message", message.lines().findFirst().orElse(""));
    attribute("type", type);
    lines(message);
    xml.writeEndElement();
  }

  private void element(String name, String message) throws XMLStreamException {
    xml.writeStartElement(name);
    lines(message);
    xml.writeEndElement();
  }

  private void lines(String message) throws XMLStreamException {
    xml.writeCharacters(String.join("\n", message.lines().map(Text::clean).toList()));
  }

  /**
   * Writes an attribute, without characters that XML does not have, such as a null of an error
   * message.
   */
  private void attribute(String name, String value) throws XMLStreamException {
    xml.writeAttribute(name, Text.clean(value));
  }
}
