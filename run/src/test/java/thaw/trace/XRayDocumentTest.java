package thaw.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class XRayDocumentTest {
  static final String HEAD = "{\"format\": \"json\", \"version\": 1}\n";
  private static final String TRACE = "\"trace_id\":\"1-5759e988-bd862e3fe1be46a994272793\"";

  private static List<Received> read(String message) throws XRayDocument.Malformed {
    byte[] bytes = message.getBytes(StandardCharsets.UTF_8);
    return XRayDocument.read(bytes, bytes.length);
  }

  @Test
  void a_subsegment_that_is_sent_alone_is_a_span() throws Exception {
    List<Received> read =
        read(
            HEAD
                + "{"
                + TRACE
                + """
                ,"id":"53995C3F42CD8AD8","parent_id":"3995c3f42cd8ad85","type":"subsegment","name":"DynamoDb",
                "start_time":1.478293361271234E9,"end_time":1478293361.5,"namespace":"aws","fault":true,
                "annotations":{"order":"4711","paid":true},"metadata":{"default":{"items":[1,2]}},
                "http":{"response":{"status":500}},"aws":{"operation":"PutItem","table_name":null}}
                """);
    assertEquals(1, read.size());
    assertFalse(read.getFirst().inProgress());
    assertEquals(
        new Span(
            "5759e988bd862e3fe1be46a994272793",
            "53995c3f42cd8ad8",
            Optional.of("3995c3f42cd8ad85"),
            "DynamoDb",
            Span.Origin.XRAY,
            1_478_293_361_271_234_000L,
            1_478_293_361_500_000_000L,
            true,
            Map.of(
                "annotation.order", "4711",
                "annotation.paid", "true",
                "metadata.default.items", "[1,2]",
                "http.response.status", "500",
                "aws.operation", "PutItem",
                "namespace", "aws")),
        read.getFirst().span());
  }

  @Test
  void subsegments_inside_are_parts_of_the_segment_and_of_its_trace() throws Exception {
    List<Received> read =
        read(
            HEAD
                + "{"
                + TRACE
                + """
                ,"id":"53995c3f42cd8ad8","name":"a","start_time":1,"in_progress":true,
                "subsegments":[{"id":"53995c3f42cd8ad9","name":"b","start_time":1,"end_time":2,
                "subsegments":[{"id":"53995c3f42cd8ada","name":"c","start_time":1,"end_time":2}]}]}
                """);
    assertEquals(List.of("a", "b", "c"), read.stream().map(each -> each.span().name()).toList());
    assertTrue(read.getFirst().inProgress());
    assertEquals(Optional.of("53995c3f42cd8ad9"), read.getLast().span().parent());
    assertEquals("5759e988bd862e3fe1be46a994272793", read.getLast().span().traceId());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "\n",
        "nonsense",
        "{\"format\":\"json\",\"version\":1}",
        "{\"format\":\"json\",\"version\":2}\n{}",
        "{\"format\":\"xml\",\"version\":1}\n{}",
        HEAD,
        HEAD + "[]",
        HEAD + "{",
        HEAD + "{}",
        HEAD
            + "{\"trace_id\":\"1-2-3\",\"id\":\"53995c3f42cd8ad8\",\"name\":\"a\",\"start_time\":1}",
        HEAD + "{" + TRACE + ",\"name\":\"a\",\"start_time\":1}",
        HEAD + "{" + TRACE + ",\"id\":\"5\",\"name\":\"a\",\"start_time\":1}",
        HEAD + "{" + TRACE + ",\"id\":\"53995c3f42cd8ad8\",\"start_time\":1}",
        HEAD + "{" + TRACE + ",\"id\":\"53995c3f42cd8ad8\",\"name\":\"a\"}",
        HEAD + "{" + TRACE + ",\"id\":\"53995c3f42cd8ad8\",\"name\":\"a\",\"start_time\":\"1\"}",
        HEAD + "{" + TRACE + ",\"id\":\"53995c3f42cd8ad8\",\"name\":\"a\",\"start_time\":-1}",
        HEAD + "{" + TRACE + ",\"id\":\"53995c3f42cd8ad8\",\"name\":\"a\",\"start_time\":1e300}",
        HEAD + "{" + TRACE + ",\"id\":\"53995c3f42cd8ad8\",\"name\":\"a\",\"start_time\":NaN}"
      })
  void what_is_no_segment_is_refused_with_a_reason(String message) {
    String reason = assertThrows(XRayDocument.Malformed.class, () -> read(message)).getMessage();
    assertFalse(reason.isBlank());
  }

  @Test
  void texts_and_depth_have_bounds() throws Exception {
    StringBuilder deep = new StringBuilder(HEAD + "{" + TRACE + ",");
    String member = "\"id\":\"%016x\",\"name\":\"n\",\"start_time\":1,\"end_time\":2";
    deep.append(member.formatted(1));
    for (int i = 2; i < 400; i++) {
      deep.append(",\"subsegments\":[{").append(member.formatted(i));
    }
    deep.append("}]".repeat(398)).append('}');
    assertEquals(101, read(deep.toString()).size());

    String wide = "x".repeat(10_000);
    Span span =
        read(HEAD
                + "{"
                + TRACE
                + ",\"id\":\"53995c3f42cd8ad8\",\"start_time\":1,\"name\":\""
                + wide
                + "\",\"annotations\":{\""
                + wide
                + "\":\""
                + wide
                + "\"}}")
            .getFirst()
            .span();
    assertEquals(200, span.name().length());
    span.attributes()
        .forEach((name, value) -> {
          assertEquals(200, name.length());
          assertEquals(4096, value.length());
        });
  }
}
