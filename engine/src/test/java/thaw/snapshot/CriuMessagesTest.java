package thaw.snapshot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import thaw.snapshot.WireMessage.Field;

class CriuMessagesTest {
  private static final RestoreOptions OPTIONS =
      new RestoreOptions(
          Path.of("/images"),
          Path.of("/work/criu.conf"),
          2,
          List.of(new RestoreOptions.Inherited("pipe:[4711]", 4)));

  /** Numbers of fields are those of rpc.proto. */
  @Test
  void a_request_to_restore_says_all_that_a_clone_needs() throws Exception {
    WireMessage request = WireMessage.parse(CriuMessages.restoreRequest(OPTIONS, false));
    assertEquals(2, request.required(1));
    WireMessage options = request.message(2).orElseThrow();
    assertEquals(-1, options.required(1), "images by path");
    assertEquals(Optional.of("/images"), options.text(68));
    assertEquals(2, options.required(9), "log level");
    assertEquals(Optional.of("restore.log"), options.text(10));
    assertEquals(0, options.required(34), "cgroups are left alone");
    assertEquals(Optional.of("/work/criu.conf"), options.text(51));
    assertEquals(1, options.required(52), "connections are closed");
    assertEquals(true, options.number(67).isEmpty(), "privileged");
    WireMessage inherited = options.message(27).orElseThrow();
    assertEquals(Optional.of("pipe:[4711]"), inherited.text(1));
    assertEquals(4, inherited.required(2));
  }

  @Test
  void in_a_user_namespace_the_request_says_so() throws Exception {
    WireMessage request = WireMessage.parse(CriuMessages.restoreRequest(OPTIONS, true));
    assertEquals(1, request.message(2).orElseThrow().required(67));
  }

  @Test
  void a_success_names_the_process() throws IOException {
    WireMessage response =
        WireMessage.of(
            Field.ofNumber(1, 2),
            Field.ofNumber(2, 1),
            Field.ofBytes(4, WireMessage.of(Field.ofNumber(1, 300)).bytes()));
    assertEquals(
        new CriuMessages.Response(true, 300, 0, Optional.empty()),
        CriuMessages.parse(response.bytes()));
  }

  @Test
  void a_failure_keeps_what_criu_says_of_it() throws IOException {
    WireMessage response =
        WireMessage.of(
            Field.ofNumber(1, 2),
            Field.ofNumber(2, 0),
            Field.ofNumber(7, 17),
            Field.ofText(9, "pid 300 is taken"));
    assertEquals(
        new CriuMessages.Response(false, 0, 17, Optional.of("pid 300 is taken")),
        CriuMessages.parse(response.bytes()));
  }

  @Test
  void no_answer_and_another_answer_are_failures() {
    assertThrows(IOException.class, () -> CriuMessages.parse(new byte[0]));
    assertThrows(IOException.class, () -> CriuMessages.parse(new byte[] {8}));
    byte[] dumped = WireMessage.of(Field.ofNumber(1, 1), Field.ofNumber(2, 1)).bytes();
    assertThrows(IOException.class, () -> CriuMessages.parse(dumped));
  }
}
