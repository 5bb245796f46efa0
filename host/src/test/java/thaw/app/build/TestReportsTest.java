package thaw.app.build;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestReportsTest {
  private static final Instant BEGAN = Instant.parse("2026-01-01T00:00:00Z");

  @TempDir Path folder;

  private void report(String file, Instant at, String content) throws Exception {
    Path written = folder.resolve(file);
    Files.createDirectories(written.getParent());
    Files.writeString(written, content);
    Files.setLastModifiedTime(written, FileTime.from(at));
  }

  @Test
  void tests_that_pass_are_named_by_the_reports_of_this_build() throws Exception {
    report(
        "orders/target/surefire-reports/TEST-shop.OrdersTest.xml",
        BEGAN,
        """
        <testsuite name="shop.OrdersTest">
          <testcase classname="shop.OrdersTest" name="passes"/>
          <testcase classname="shop.OrdersTest" name="fails"><failure message="a">b</failure></testcase>
          <testcase classname="shop.OrdersTest" name="breaks"><error/></testcase>
          <testcase classname="shop.OrdersTest" name="is_left_out"><skipped/></testcase>
          <testcase classname="shop.OrdersTest" name="says"><system-out><![CDATA[<failure>]]></system-out></testcase>
        </testsuite>
        """);
    report(
        "bills/build/test-results/test/TEST-shop.BillsTest.xml",
        BEGAN.plusSeconds(5),
        "<testsuite><testcase classname='shop.BillsTest' name='passes()'/><testcase clas");
    report(
        "target/surefire-reports/TEST-shop.OldTest.xml",
        BEGAN.minusSeconds(5),
        "<testsuite><testcase classname='shop.OldTest' name='passes'/></testsuite>");
    report(
        "data/TEST-shop.Other.xml",
        BEGAN,
        "<testsuite><testcase classname='shop.Other' name='passes'/></testsuite>");

    assertEquals(
        new TreeSet<>(
            Set.of("shop.OrdersTest#passes", "shop.OrdersTest#says", "shop.BillsTest#passes()")),
        TestReports.passed(folder, BEGAN));
  }

  @Test
  void tests_that_are_all_skipped_are_told_from_none() throws Exception {
    assertFalse(TestReports.areAllSkipped(folder, BEGAN), "no report");
    String report = "target/surefire-reports/TEST-A.xml";
    report(
        report,
        BEGAN,
        "<testsuite><testcase classname='A' name='b'><skipped/></testcase></testsuite>");
    assertTrue(TestReports.areAllSkipped(folder, BEGAN));
    assertFalse(TestReports.areAllSkipped(folder, BEGAN.plusSeconds(1)), "of another build");
    report(report, BEGAN, "<testsuite><testcase classname='A' name='b'/></testsuite>");
    assertFalse(TestReports.areAllSkipped(folder, BEGAN));
  }

  @Test
  void a_report_of_a_build_that_began_now_counts_and_nothing_stays_of_the_look() throws Exception {
    for (int i = 0; i < 20; i++) {
      Instant began = TestReports.now(folder);
      Path reports = Files.createDirectories(folder.resolve("target/surefire-reports"));
      Files.deleteIfExists(reports.resolve("TEST-A.xml"));
      Files.writeString(
          reports.resolve("TEST-A.xml"),
          "<testsuite><testcase classname='A' name='passes'/></testsuite>");
      assertEquals(Set.of("A#passes"), TestReports.passed(folder, began));
      try (Stream<Path> left = Files.list(folder)) {
        assertEquals(List.of(folder.resolve("target")), left.toList());
      }
    }
  }
}
