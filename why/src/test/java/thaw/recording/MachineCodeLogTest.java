package thaw.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MachineCodeLogTest {
  /** Lines of JDK 25.0.3, with fewer attributes. */
  private static final String WRITTEN =
      """
      <task_queued compile_id='16' method='java.lang.Integer toString (I)Ljava/lang/String;' stamp='0.072'/>
      <nmethod compile_id='16' compiler='c1' level='1' entry='0x00007f9e8451f180' size='808' address='0x00007f9e8451f088' method='java.lang.Integer toString (I)Ljava/lang/String;' bytes='55' stamp='0.073'/>
      <nmethod compile_id='17' compiler='c2' level='4' entry='0x00007f9e84520000' size='100' address='0x00007f9e84520000' method='a.B &lt;init&gt; ()V' bytes='5' stamp='0.500'/>
      <nmethod compile_id='18' compile_kind='c2n' compiler='' level='0' entry='0x00007f9e84530000' size='100' address='0x00007f9e84530000' method='a.B wait ()V' stamp='0.501'/>
      <nmethod compile_id='19' compiler='c1' level='1' entry='0x00007f9e8451f180' size='200' address='0x00007f9e8451f088' method='a.B other ()V' stamp='1.000'/>
      <nmethod compile_id='20' compiler='c1' level='1' entry='0x0000
      """;

  private static final long SECOND = 1_000_000_000;

  private static MachineCodeLog log() {
    return MachineCodeLog.parse(WRITTEN.getBytes(StandardCharsets.UTF_8), 10 * SECOND);
  }

  @Test
  void each_installed_method_has_its_name_level_and_time() {
    assertEquals(
        List.of("java.lang.Integer.toString 1", "a.B.<init> 4", "a.B.other 1"),
        log().all().stream().map(code -> code.method() + " " + code.level()).toList());
    assertEquals(10 * SECOND + 73_000_000, log().all().getFirst().nanos());
  }

  @Test
  void an_instruction_belongs_to_what_was_there_at_its_time() {
    assertEquals(
        Optional.of("java.lang.Integer.toString"), at(0x00007f9e8451f088L, 11 * SECOND - 1));
    assertEquals(Optional.of("a.B.other"), at(0x00007f9e8451f090L, 12 * SECOND));
    assertEquals(Optional.empty(), at(0x00007f9e8451f088L + 200, 12 * SECOND), "behind its end");
    assertEquals(Optional.of("a.B.<init>"), at(0x00007f9e84520063L, 12 * SECOND));
    assertEquals(Optional.empty(), at(0x00007f9e84520064L, 12 * SECOND), "behind its end");
    assertEquals(Optional.empty(), at(1, 12 * SECOND));
  }

  private static Optional<String> at(long instruction, long nanos) {
    return log().at(instruction, nanos).map(CompiledCode::method);
  }
}
