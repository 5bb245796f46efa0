package thaw.service.redirect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import thaw.service.ServiceNames;

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
  void names_without_a_region_are_those_of_one_region_only() {
    assertTrue(
        new ServiceNames("eu-west-1", true)
            .s3(List.of("pets"))
            .containsAll(List.of("s3.amazonaws.com", "pets.s3.amazonaws.com")));
    assertEquals(
        List.of(
            "s3.eu-west-1.amazonaws.com",
            "s3-eu-west-1.amazonaws.com",
            "s3.dualstack.eu-west-1.amazonaws.com"),
        new ServiceNames("eu-west-1", false).s3(List.of()));
  }

  @Test
  void the_own_region_comes_first_and_all_others_are_there() {
    List<String> all = Regions.from("eu-west-1");
    assertEquals("eu-west-1", all.getFirst());
    assertTrue(all.containsAll(List.of("us-east-1", "cn-north-1", "us-gov-west-1")), "" + all);
    assertEquals(all.size(), Set.copyOf(all).size());
    assertEquals("xx-new-9", Regions.from("xx-new-9").getFirst());
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
  void a_name_server_in_resolv_conf_is_asked_after_the_hosts_file_and_no_daemon() {
    assertEquals(
        "passwd: files\nhosts: files dns\nnetworks: x\n",
        NameServiceSwitch.filesThenServer(
            "passwd: files\nhosts: resolve [!UNAVAIL=return] files dns\nnetworks: x\n"));
  }

  @Test
  void a_hosts_file_that_is_asked_first_needs_no_change() {
    assertEquals(Optional.empty(), NameServiceSwitch.filesFirst("passwd: x\nhosts:\t files dns\n"));
  }
}
