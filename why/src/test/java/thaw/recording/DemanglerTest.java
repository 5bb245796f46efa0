package thaw.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import thaw.fixture.SideBySide;
import thaw.sandbox.jdk.Jdks;

@SideBySide
class DemanglerTest {
  private static final Path FILTER = Path.of("/usr/bin/c++filt");

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "_ZN15ClassFileParser12parse_streamEPK15ClassFileStreamP10JavaThread"
            + "|ClassFileParser::parse_stream",
        "_ZN16SystemDictionary30resolve_instance_class_or_nullEP6Symbol6HandleS2_P10JavaThread"
            + "|SystemDictionary::resolve_instance_class_or_null",
        "_ZN26GrowableArrayWithAllocatorIP6Symbol13GrowableArrayIS1_EE4growEi"
            + "|GrowableArrayWithAllocator::grow",
        "_ZN3FooC2IiEET_|Foo::Foo",
        "_ZN3FooD0Ev|Foo::~Foo",
        "_ZN12_GLOBAL__N_13fooEv|(anonymous namespace)::foo",
        "_ZlsRSoRK3Foo|operator<<",
        "_ZN3FoocvbEv|Foo::operator bool",
        "_ZN3FooclEv|Foo::operator()",
        "_ZN3FoonwEmP5Arena|Foo::operator new",
        "_ZZ3foovENKUliE_clEi|foo::{lambda#1}::operator()",
        "_ZZN3Foo3barEvENKUlvE0_clEv|Foo::bar::{lambda#2}::operator()",
        "_ZThn8_N3Foo3barEv|non-virtual thunk to Foo::bar",
        "_ZL9parse_argPKc|parse_arg",
        "_ZN3Foo3barEv.part.0|Foo::bar",
        "_ZN3Foo3barB5cxx11Ev|Foo::bar",
        "_ZN3FooIXadL_Z3barvEEE3bazEv|Foo::baz",
        "_ZNSt6vectorIiSaIiEE9push_backEOi|std::vector::push_back",
        "_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_PKc|std::operator<<",
        "_Z3getIiEPFvT_Ei|get",
        "_ZNK3Foo3getEv.cold|Foo::get",
        "_ZNK3FoocvSt6vectorIiSaIiEEEv|Foo::operator std::vector",
        "_ZNSs6appendEPKc@@GLIBCXX_3.4|std::string::append",
      })
  void names_have_no_arguments(String mangled, String name) {
    assertEquals(name, Demangler.demangle(mangled));
  }

  @ParameterizedTest
  @CsvSource({
    "JVM_DefineClass, JVM_DefineClass",
    "memcpy@GLIBC_2.14, memcpy",
    "memcpy@@GLIBC_2.14, memcpy",
    "inflate_fast.cold, inflate_fast",
    "_GLOBAL__sub_I_os.cpp, _GLOBAL__sub_I_os.cpp",
    "_Z, _Z",
    "_ZN3Foo, _ZN3Foo",
    "_ZN99FooEv, _ZN99FooEv",
    "_ZNothing, _ZNothing",
    "'', ''"
  })
  void what_is_no_mangled_name_stays_as_it_is(String symbol, String name) {
    assertEquals(name, Demangler.demangle(symbol));
  }

  /** Each prefix of a long name: reading stops at its end, whatever was begun there. */
  @Test
  void a_torn_name_is_no_failure() {
    String whole =
        "_ZN26GrowableArrayWithAllocatorIP6SymbolXadL_Z3barvEE13GrowableArrayIS1_EE4growEi";
    for (int end = 0; end < whole.length(); end++) {
      assertTrue(Demangler.demangle(whole.substring(0, end)).length() <= end);
    }
  }

  @TestFactory
  List<DynamicTest> every_function_of_a_libjvm_is_named_as_binutils_name_it() {
    assumeTrue(Files.isExecutable(FILTER), "skipped: no " + FILTER + " (binutils)");
    return Jdks.find(System.getenv(), Path.of(System.getProperty("user.home"))).all().stream()
        .map(jdk -> jdk.home().resolve("lib/server/libjvm.so"))
        .filter(Files::isRegularFile)
        .map(library -> DynamicTest.dynamicTest(library.toString(), () -> compare(library)))
        .toList();
  }

  private void compare(Path library) throws Exception {
    List<String> mangled = mangled(library);
    assumeTrue(mangled.size() > 100, "skipped: " + library + " has no symbol table");
    List<String> expected = filtered(mangled);
    List<String> wrong = new ArrayList<>();
    for (int i = 0; i < mangled.size(); i++) {
      String name = Demangler.demangle(mangled.get(i));
      if (!withoutArguments(name).equals(withoutArguments(expected.get(i)))) {
        wrong.add(mangled.get(i) + " is " + name + " and not " + expected.get(i));
      }
    }
    assertEquals(List.of(), wrong, mangled.size() + " names");
  }

  private static List<String> mangled(Path library) throws IOException {
    ElfFile elf = ElfFile.read(library);
    List<String> found = new ArrayList<>();
    for (int at = 0; at < elf.symbols().limit(); at += ElfFile.SYMBOL_BYTES) {
      int start = elf.symbols().getInt(at);
      int end = start;
      while (elf.names()[end] != 0) {
        end++;
      }
      String name = new String(elf.names(), start, end - start);
      boolean isFunction = (elf.symbols().get(at + 4) & 0xf) == 2;
      if (isFunction && name.startsWith("_Z") && !name.startsWith("_ZGTt")) {
        found.add(name);
      }
    }
    return found;
  }

  /** By way of files, so that neither end waits for the other. */
  private List<String> filtered(List<String> mangled) throws Exception {
    Path in = Files.write(folder.resolve("mangled"), mangled);
    Path out = folder.resolve("names");
    Process process =
        new ProcessBuilder(FILTER.toString(), "-p")
            .redirectInput(in.toFile())
            .redirectOutput(out.toFile())
            .start();
    assertTrue(process.waitFor(60, TimeUnit.SECONDS));
    return Files.readAllLines(out);
  }

  /** Without what {@link Demangler} leaves out on purpose. */
  private static String withoutArguments(String name) {
    String safe = name.replace("(anonymous namespace)", "@").replace("operator()", "operator@");
    for (String operator :
        List.of("<=>", "<<=", ">>=", "<<", ">>", "<=", ">=", "->*", "->", "<", ">")) {
      String stars = "#".repeat(operator.length());
      safe = safe.replace("operator" + operator, "operator" + stars + operator.hashCode());
    }
    StringBuilder text = new StringBuilder();
    int depth = 0;
    for (char c : safe.toCharArray()) {
      if (c == '<' || c == '(') {
        depth++;
      } else if (c == '>' || c == ')') {
        depth--;
      } else if (depth == 0) {
        text.append(c);
      }
    }
    return text.toString().replace(" const::", "::").replaceAll("\\[abi:\\w+]", "");
  }
}
