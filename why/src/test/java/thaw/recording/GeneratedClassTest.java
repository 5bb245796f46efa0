package thaw.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GeneratedClassTest {
  @ParameterizedTest
  @CsvSource({
    "a.B$$Lambda$14/0x00007f1d60000a08, a.B$$Lambda",
    "a.B$$Lambda/0x0000000088040210, a.B$$Lambda",
    "a.B$$Lambda.0x0000000088040210, a.B$$Lambda",
    "a.B$$Lambda$14.1234, a.B$$Lambda$14.1234",
    "a.B$$Lambda+0x800000015, a.B$$Lambda",
    "a.B$$Lambda$14, a.B$$Lambda",
    "java.lang.invoke.LambdaForm$MH/0x00007f1d60000400, java.lang.invoke.LambdaForm$MH",
    "java.lang.String$$StringConcat/0x88041000, java.lang.String$$StringConcat",
    "a.B/0x88041000, a.B",
    "a.B$1, a.B$1",
    "a.B$$FastClassByGuice$$f3d34, a.B$$FastClassByGuice",
    "a.B$$EnhancerByCGLIB$$1e7444, a.B$$EnhancerByCGLIB",
    "a.B$$SpringCGLIB$$0, a.B$$SpringCGLIB$$0",
    "a.B$$FastClassByGuice$$other, a.B$$FastClassByGuice$$other",
    "a.ByB$$cafe, a.ByB$$cafe",
    "a.B0xCafe, a.B0xCafe",
    "a.0xyz, a.0xyz",
    "0xcafe, 0xcafe",
    "a.B$$Lambda$, a.B$$Lambda$",
    "jdk.proxy1.$Proxy0, jdk.proxy1.$Proxy0"
  })
  void a_name_does_not_differ_from_run_to_run(String written, String name) {
    assertEquals(name, GeneratedClass.named(written));
  }
}
