package thaw.service.redirect;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * AWS's regions: code may name any of them, whatever region the function is in.
 *
 * @see <a href="https://docs.aws.amazon.com/global-infrastructure/latest/regions/aws-regions.html">
 *     AWS Regions</a>
 */
public final class Regions {
  private static final List<String> KNOWN =
      List.of(
          "us-east-1",
          "us-east-2",
          "us-west-1",
          "us-west-2",
          "af-south-1",
          "ap-east-1",
          "ap-east-2",
          "ap-northeast-1",
          "ap-northeast-2",
          "ap-northeast-3",
          "ap-south-1",
          "ap-south-2",
          "ap-southeast-1",
          "ap-southeast-2",
          "ap-southeast-3",
          "ap-southeast-4",
          "ap-southeast-5",
          "ap-southeast-6",
          "ap-southeast-7",
          "ca-central-1",
          "ca-west-1",
          "cn-north-1",
          "cn-northwest-1",
          "eu-central-1",
          "eu-central-2",
          "eu-north-1",
          "eu-south-1",
          "eu-south-2",
          "eu-west-1",
          "eu-west-2",
          "eu-west-3",
          "il-central-1",
          "me-central-1",
          "me-south-1",
          "mx-central-1",
          "sa-east-1",
          "us-gov-east-1",
          "us-gov-west-1");

  private Regions() {}

  /** All, this one first; it need not be known. */
  public static List<String> from(String own) {
    Set<String> all = new LinkedHashSet<>(List.of(own));
    all.addAll(KNOWN);
    return new ArrayList<>(all);
  }
}
