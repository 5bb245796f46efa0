package thaw.service.redirect;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AwsHostsTest {
  @ParameterizedTest
  @CsvSource({
    "states.eu-west-1.amazonaws.com, true",
    "sync-states.us-gov-west-1.amazonaws.com, true",
    "states.cn-north-1.amazonaws.com.cn, true",
    "kms.us-east-1.api.aws, true",
    "iam.amazonaws.com, true",
    "iam.global.api.aws, true",
    "api.ecr.eu-west-1.amazonaws.com, true",
    "cases.fips-us-east-1.amazonaws.com, true",
    "photos.s3.amazonaws.com, true",
    "photos.s3-us-west-2.amazonaws.com, true",
    "us-west-2.queue.amazonaws.com, true",
    "amazonaws.com, false",
    "states.eu-west-1.example.com, false",
    "evilamazonaws.com, false",
    "pets.c1.eu-west-1.rds.amazonaws.com, false",
    "shop-1.eu-west-1.elb.amazonaws.com, false",
    "ec2-10-0-0-1.compute-1.amazonaws.com, false",
    "pets.x.ng.0001.euw1.cache.amazonaws.com, false",
    "b-1.shop.c2.kafka.eu-west-1.amazonaws.com, false",
    "kafka.eu-west-1.amazonaws.com, true"
  })
  void services_of_aws_are_told_from_hosts_of_its_customers(String name, boolean isService) {
    assertEquals(isService, AwsHosts.isService(name));
  }
}
