package thaw.service;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HostsFileTest {
  @Test
  void our_names_come_first_because_the_first_line_wins() {
    assertEquals(
        """
        127.0.84.1 dynamodb.eu-west-1.amazonaws.com
        127.0.84.1 streams.dynamodb.eu-west-1.amazonaws.com
        127.0.84.2 sqs.eu-west-1.amazonaws.com
        127.0.0.1 localhost
        10.0.0.1 dynamodb.eu-west-1.amazonaws.com
        """,
        HostsFile.with(
            "127.0.0.1 localhost\n10.0.0.1 dynamodb.eu-west-1.amazonaws.com\n",
            List.of(
                new HostsFile.Entry(
                    "127.0.84.1",
                    List.of(
                        "dynamodb.eu-west-1.amazonaws.com",
                        "streams.dynamodb.eu-west-1.amazonaws.com")),
                new HostsFile.Entry("127.0.84.2", List.of("sqs.eu-west-1.amazonaws.com")))));
  }

  @Test
  void a_region_in_china_has_another_domain() {
    assertEquals(
        "dynamodb.cn-north-1.amazonaws.com.cn",
        new ServiceNames("cn-north-1").dynamoDb().getFirst());
  }

  @Test
  void a_hosts_file_that_is_asked_late_is_asked_first() {
    assertEquals(
        Optional.of(
            "passwd: files\nhosts: files resolve [!UNAVAIL=return] files dns\nnetworks: x\n"),
        NameServiceSwitch.filesFirst(
            "passwd: files\nhosts: resolve [!UNAVAIL=return] files dns\nnetworks: x\n"));
  }

  @Test
  void a_hosts_file_that_is_asked_first_needs_no_change() {
    assertEquals(Optional.empty(), NameServiceSwitch.filesFirst("passwd: x\nhosts:\t files dns\n"));
  }
}
