package thaw.described.com.amazonaws.services.lambda.runtime.events;

import com.amazonaws.services.lambda.runtime.events.CloudFrontEvent;
import com.amazonaws.services.lambda.runtime.events.CloudFrontEvent.CF;
import com.amazonaws.services.lambda.runtime.events.CloudFrontEvent.Config;
import com.amazonaws.services.lambda.runtime.events.CloudFrontEvent.Header;
import com.amazonaws.services.lambda.runtime.events.CloudFrontEvent.Record;
import com.amazonaws.services.lambda.runtime.events.CloudFrontEvent.Request;
import com.amazonaws.services.lambda.runtime.events.CloudFrontEvent.Response;
import java.util.List;
import thaw.wire.Field;
import thaw.wire.Shape;
import thaw.wire.Shapes;
import thaw.wire.Wire;

/** A request or response at an edge location of CloudFront. */
public final class CloudFrontEventShape extends Parts<CloudFrontEvent> {
  private static final Field RECORDS = Field.of(1, "Records");
  private static final Field CF = Field.of(2, "cf");
  private static final Field CONFIG = Field.of(3, "config");
  private static final Field REQUEST = Field.of(4, "request");
  private static final Field RESPONSE = Field.of(5, "response");
  private static final Field DISTRIBUTION_ID = Field.of(6, "distributionId");
  private static final Field URI = Field.of(7, "uri");
  private static final Field METHOD = Field.of(8, "method");
  private static final Field HTTP_VERSION = Field.of(9, "httpVersion");
  private static final Field CLIENT_IP = Field.of(10, "clientIp");
  private static final Field HEADERS = Field.of(11, "headers");
  private static final Field STATUS = Field.of(12, "status");
  private static final Field STATUS_DESCRIPTION = Field.of(13, "statusDescription");
  private static final Field KEY = Field.of(14, "key");
  private static final Field VALUE = Field.of(15, "value");

  private static final Shape<Record> RECORD_PART = part(new CloudFrontEventShape(1));
  private static final Shape<CF> CF_PART = part(new CloudFrontEventShape(2));
  private static final Shape<Config> CONFIG_PART = part(new CloudFrontEventShape(3));
  private static final Shape<Request> REQUEST_PART = part(new CloudFrontEventShape(4));
  private static final Shape<Response> RESPONSE_PART = part(new CloudFrontEventShape(5));
  private static final Shape<Header> HEADER_PART = part(new CloudFrontEventShape(6));
  private static final Shape<List<Header>> HEADER_LIST = Shapes.list(HEADER_PART);

  /** For any thread. */
  public CloudFrontEventShape() {
    this(0);
  }

  private CloudFrontEventShape(int part) {
    super(part);
  }

  @Override
  Object blank(int part) {
    return switch (part) {
      case 1 -> new Record();
      case 2 -> new CF();
      case 3 -> new Config();
      case 4 -> new Request();
      case 5 -> new Response();
      case 6 -> new Header();
      default -> new CloudFrontEvent();
    };
  }

  @Override
  void fields(Wire w, int part, Object value) {
    switch (part) {
      case 1 -> record(w, (Record) value);
      case 2 -> cf(w, (CF) value);
      case 3 -> config(w, (Config) value);
      case 4 -> request(w, (Request) value);
      case 5 -> response(w, (Response) value);
      case 6 -> header(w, (Header) value);
      default -> event(w, (CloudFrontEvent) value);
    }
  }

  private static void event(Wire w, CloudFrontEvent e) {
    e.setRecords(w.list(RECORDS, e.getRecords(), RECORD_PART));
  }

  private static void record(Wire w, Record e) {
    e.setCf(w.value(CF, e.getCf(), CF_PART));
  }

  private static void cf(Wire w, CF e) {
    e.setConfig(w.value(CONFIG, e.getConfig(), CONFIG_PART));
    e.setRequest(w.value(REQUEST, e.getRequest(), REQUEST_PART));
    e.setResponse(w.value(RESPONSE, e.getResponse(), RESPONSE_PART));
  }

  private static void config(Wire w, Config e) {
    e.setDistributionId(w.string(DISTRIBUTION_ID, e.getDistributionId()));
  }

  private static void request(Wire w, Request e) {
    e.setUri(w.string(URI, e.getUri()));
    e.setMethod(w.string(METHOD, e.getMethod()));
    e.setHttpVersion(w.string(HTTP_VERSION, e.getHttpVersion()));
    e.setClientIp(w.string(CLIENT_IP, e.getClientIp()));
    e.setHeaders(w.map(HEADERS, e.getHeaders(), HEADER_LIST));
  }

  private static void response(Wire w, Response e) {
    e.setStatus(w.string(STATUS, e.getStatus()));
    e.setStatusDescription(w.string(STATUS_DESCRIPTION, e.getStatusDescription()));
    e.setHttpVersion(w.string(HTTP_VERSION, e.getHttpVersion()));
    e.setHeaders(w.map(HEADERS, e.getHeaders(), HEADER_LIST));
  }

  private static void header(Wire w, Header e) {
    e.setKey(w.string(KEY, e.getKey()));
    e.setValue(w.string(VALUE, e.getValue()));
  }
}
