package thaw.attribution.finding;

import java.util.List;
import thaw.attribution.Finding;
import thaw.attribution.Gain;
import thaw.attribution.evidence.AnalysisContext;
import thaw.attribution.evidence.Code;
import thaw.attribution.evidence.Cost;
import thaw.attribution.evidence.PackageClasses;

/**
 * Classes that are inflated at each start. Stored jars brought 0.6 of the samples in the inflater,
 * on two JDKs: the bytes must still be copied.
 */
final class DeflatedJars implements Check {
  private static final Code INFLATER = Code.of("java.util.zip.Inflater");

  @Override
  public List<Finding> findings(AnalysisContext examined) {
    Cost cost = examined.profile().cost(INFLATER::within);
    List<PackageClasses.Jar> deflated =
        examined.evidence().classes().jars().stream().filter(jar -> jar.deflated() > 0).toList();
    if (cost.isNone() || deflated.isEmpty()) {
      return List.of();
    }
    int classes = deflated.stream().mapToInt(PackageClasses.Jar::deflated).sum();
    return List.of(
        Check.finding(
            "deflated-jars",
            "classes are inflated from jars",
            "inflating took %s; %,d classes in %d jars are compressed"
                .formatted(cost.text(), classes, deflated.size()),
            "",
            new Gain(cost.millis() * 0.5, cost.millis() * 0.7),
            "store the jars without compression, the deployment's zip compresses them anyway:"
                + " jar --create --no-compress; Maven: <archive><compress>false</compress></archive>"));
  }
}
