package thaw.remedy.sdk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SdkPomTest {
  private static final Map<String, String> DYNAMODB = Map.of("aws-java-sdk-dynamodb", "dynamodb");

  private static final String POM =
      """
      <project>
        <parent>
          <artifactId>above</artifactId>
        </parent>
        <artifactId>app</artifactId>
        <dependencyManagement>
          <dependencies>
            <dependency>
              <groupId>com.amazonaws</groupId>
              <artifactId>aws-java-sdk-dynamodb</artifactId>
              <version>1.12.1</version>
            </dependency>
          </dependencies>
        </dependencyManagement>
        <dependencies>
          <!-- The table. -->
          <dependency>
            <groupId>com.amazonaws</groupId>
            <artifactId>aws-java-sdk-dynamodb</artifactId>
            <version>1.12.797</version>
          </dependency>
        </dependencies>
      </project>
      """;

  private static final String BOM =
      """
      <project><dependencyManagement><dependencies><dependency>
        <groupId>software.amazon.awssdk</groupId>
        <artifactId>bom</artifactId>
        <version>${sdk}</version>
        <type>pom</type>
        <scope>import</scope>
      </dependency></dependencies></dependencyManagement></project>
      """;

  private static String replaced(String by) {
    int at = POM.indexOf("<groupId>", POM.indexOf("The table"));
    int end = POM.indexOf("    </dependency>", at);
    return POM.substring(0, at) + by + POM.substring(end);
  }

  @Test
  void a_client_takes_the_place_of_its_predecessor_with_a_version_of_its_own() {
    assertEquals(
        Optional.of(
            replaced(
                """
                <groupId>software.amazon.awssdk</groupId>
                      <artifactId>dynamodb</artifactId>
                      <version>2.59.1</version>
                """)),
        SdkPom.migrated(POM, List.of(), DYNAMODB));
  }

  @Test
  void a_bom_has_the_version_even_in_a_parent() {
    assertEquals(
        Optional.of(
            replaced(
                """
                <groupId>software.amazon.awssdk</groupId>
                      <artifactId>dynamodb</artifactId>
                """)),
        SdkPom.migrated(POM, List.of(BOM), DYNAMODB));
  }

  @Test
  void another_client_of_the_project_has_the_version() {
    String other = BOM.replace("<artifactId>bom<", "<artifactId>s3<");
    assertTrue(
        SdkPom.migrated(POM, List.of(other), DYNAMODB)
            .orElseThrow()
            .contains("<artifactId>dynamodb</artifactId>\n      <version>${sdk}</version>"));
  }

  @Test
  void a_dependency_that_comes_by_another_one_cannot_be_replaced() {
    assertEquals(
        Optional.empty(), SdkPom.migrated(POM, List.of(), Map.of("aws-java-sdk-sqs", "sqs")));
  }

  @Test
  void a_module_is_needed_by_those_that_depend_on_it() {
    assertEquals("app", SdkPom.artifact(POM));
    assertTrue(SdkPom.needs(POM, "aws-java-sdk-dynamodb"));
    assertFalse(SdkPom.needs(BOM, "bom"));
  }
}
