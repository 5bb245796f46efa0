package thaw.function.template;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TemplateFileTest {
  private static final String TEMPLATE =
      """
      Resources:
        Plain: # a comment
          Type: AWS::Serverless::Function
          Properties:
            CodeUri: app/
            MemorySize: 256 # small
        Folded:
          Type: AWS::Serverless::Function
          Properties:
            Environment:
              Variables:
                # Where.
                TABLE: !Ref Table
                TEXT: >-
                  one
                  two
            Handler: a.B
        Own:
          Properties:
            MemorySize: !If [Big, 1024, 512]
            Environment:
              Variables:
                JAVA_TOOL_OPTIONS: -Da=b # mine
        Flow:
          Properties: {CodeUri: app/}
      """;

  private static Optional<String> options(String function) {
    return TemplateFile.withJvmOptions(TEMPLATE, function, "-Xa");
  }

  @Test
  void a_function_without_variables_gets_them() {
    assertEquals(
        Optional.of(
            TEMPLATE.replaceFirst(
                "      CodeUri: app/\n",
                """
                      Environment:
                        Variables:
                          JAVA_TOOL_OPTIONS: "-Xa"
                      CodeUri: app/
                """)),
        options("Plain"));
  }

  @Test
  void a_variable_comes_before_the_first_one_and_folded_text_stays_whole() {
    assertEquals(
        Optional.of(
            TEMPLATE.replace(
                "          TABLE:", "          JAVA_TOOL_OPTIONS: \"-Xa\"\n          TABLE:")),
        options("Folded"));
  }

  @Test
  void options_come_behind_those_that_are_there() {
    assertEquals(
        Optional.of(TEMPLATE.replace("-Da=b # mine", "\"-Da=b -Xa\" # mine")), options("Own"));
  }

  @Test
  void options_of_all_functions_are_not_lost_where_one_gets_its_own() {
    String all =
        """
        Globals:
          Function:
            Environment:
              Variables:
                JAVA_TOOL_OPTIONS: '-Da=b\\c' # of all
        Resources:
          One:
            Type: AWS::Serverless::Function
            Properties:
              Handler: a.B
          Other:
            Type: AWS::Serverless::Function
            Properties:
              Handler: a.B
              Environment:
                Variables:
                  TABLE: t
        """;
    String line = "JAVA_TOOL_OPTIONS: \"-Da=b\\\\c -Xa\"\n";
    assertEquals(
        Optional.of(
            all.replaceFirst(
                "      Handler",
                ("      Environment:\n        Variables:\n          " + line + "      Handler")
                    .replace("\\", "\\\\"))),
        TemplateFile.withJvmOptions(all, "One", "-Xa"));
    assertEquals(
        Optional.of(all.replace("          TABLE", "          " + line + "          TABLE")),
        TemplateFile.withJvmOptions(all, "Other", "-Xa"));
    String computed = all.replace("'-Da=b\\c'", "!Ref Options");
    assertEquals(Optional.empty(), TemplateFile.withJvmOptions(computed, "One", "-Xa"));
  }

  @Test
  void what_another_function_refers_to_is_left_alone() {
    String shared =
        """
        Resources:
          One:
            Properties: &all
              Handler: a.B
          Other:
            Properties: *all
          Third:
            Properties:
              MemorySize: &size 256
          Fourth:
            Properties:
              MemorySize: *size
        """;
    for (String function : List.of("One", "Other")) {
      assertEquals(Optional.empty(), TemplateFile.withJvmOptions(shared, function, "-Xa"));
      assertEquals(Optional.empty(), TemplateFile.withProperty(shared, function, "Handler", "c.D"));
      assertEquals(Optional.empty(), TemplateFile.withSnapStart(shared, function));
    }
    for (String function : List.of("Third", "Fourth")) {
      assertEquals(
          Optional.empty(), TemplateFile.withProperty(shared, function, "MemorySize", "512"));
    }
  }

  @Test
  void a_value_is_replaced_and_its_comment_stays() {
    assertEquals(
        Optional.of(TEMPLATE.replace("256 # small", "512 # small")),
        TemplateFile.withProperty(TEMPLATE, "Plain", "MemorySize", "512"));
  }

  @Test
  void flow_style_tags_and_unknown_functions_are_left_alone() {
    assertEquals(Optional.empty(), options("Flow"));
    assertEquals(Optional.empty(), options("Nobody"));
    assertEquals(Optional.empty(), TemplateFile.withProperty(TEMPLATE, "Own", "MemorySize", "512"));
    assertEquals(Optional.empty(), TemplateFile.withJvmOptions("{a: [", "Plain", "-Xa"));
  }

  @Test
  void snap_start_comes_with_the_alias_of_the_version_that_it_is_for() {
    assertEquals(
        Optional.of(
            TEMPLATE.replaceFirst(
                "      CodeUri: app/\n",
                """
                      SnapStart:
                        ApplyOn: PublishedVersions
                      AutoPublishAlias: live
                      CodeUri: app/
                """)),
        TemplateFile.withSnapStart(TEMPLATE, "Plain"));
  }

  @Test
  void an_alias_for_all_functions_or_a_resource_without_one_gets_snap_start_alone() {
    String all =
        """
        Globals:
          Function:
            AutoPublishAlias: prod
        Resources:
          Plain:
            Type: AWS::Serverless::Function
            Properties:
              CodeUri: app/
          Raw:
            Type: AWS::Lambda::Function
            Properties:
              Handler: a.B
        """;
    String added = "      SnapStart:\n        ApplyOn: PublishedVersions\n";
    assertEquals(
        Optional.of(all.replace("      CodeUri", added + "      CodeUri")),
        TemplateFile.withSnapStart(all, "Plain"));
    assertEquals(
        Optional.of(all.replace("      Handler", added + "      Handler")),
        TemplateFile.withSnapStart(all, "Raw"));
  }

  @Test
  void snap_start_that_is_off_is_turned_on_in_its_place() {
    String off =
        """
        Resources:
          Plain:
            Type: AWS::Serverless::Function
            Properties:
              SnapStart: # later
                ApplyOn: None # not yet
        """;
    assertEquals(
        Optional.of(off.replace("None", "PublishedVersions")),
        TemplateFile.withSnapStart(off, "Plain"));
    assertEquals(Optional.empty(), TemplateFile.withSnapStart(TEMPLATE, "Flow"));
    assertEquals(
        Optional.empty(), TemplateFile.withSnapStart(off.replace("None", "!Ref Choice"), "Plain"));
  }

  @Test
  void a_property_gets_one_line_whatever_its_value_was() {
    String template =
        """
        Resources:
          F:
            Type: AWS::Serverless::Function
            Properties:
              Architectures:
                - arm64
                # the last comment
              CodeUri: app/ # built before
              SnapStart: {ApplyOn: PublishedVersions}
        """;
    String two =
        TemplateFile.withLine(template, "F", "Architectures", "[x86_64]")
            .flatMap(text -> TemplateFile.withLine(text, "F", "CodeUri", "function.zip"))
            .flatMap(text -> TemplateFile.withLine(text, "F", "SnapStart", "{ApplyOn: None}"))
            .flatMap(text -> TemplateFile.withLine(text, "F", "Runtime", "provided.al2023"))
            .orElseThrow();

    assertEquals(
        """
        Resources:
          F:
            Type: AWS::Serverless::Function
            Properties:
              Runtime: provided.al2023
              Architectures: [x86_64]
                # the last comment
              CodeUri: function.zip
              SnapStart: {ApplyOn: None}
        """,
        two);
  }

  @Test
  void of_a_property_that_is_there_twice_nothing_is_left() {
    String template =
        """
        Globals:
          Function:
            Layers: [a]
            Layers: [b]
        Resources:
          F:
            Type: AWS::Serverless::Function
            Properties:
              Layers: [c]
              Handler: a.B
              Layers:
                - d
              Timeout: 3
        """;
    assertEquals(
        Optional.of(
            """
            Resources:
              F:
                Type: AWS::Serverless::Function
                Properties:
                  Handler: a.B
                  Timeout: 3
            """),
        TemplateFile.withoutProperty(template, "F", "Layers"));
  }

  private static final String ONE =
      """
      Resources:
        One:
          Type: AWS::Serverless::Function
          Properties:
            Handler: a.B
            Other: [c]
      """;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Globals: {Function: {Environment: {Variables: {JAVA_TOOL_OPTIONS: -Xss2m}}}}\n",
        "Globals: &g\n  Function: &f\n    Environment: &e\n      Variables: &v\n"
            + "        JAVA_TOOL_OPTIONS: &o -Xss2m\n",
        "Globals:\n  Function:\n    Environment:\n      Variables:\n"
            + "        JAVA_TOOL_OPTIONS: >-\n          -Xss2m\n",
        "Shared: &all {JAVA_TOOL_OPTIONS: -Xss2m}\n"
            + "Globals:\n  Function:\n    Environment: {Variables: {<<: *all}}\n"
      })
  void options_of_all_functions_are_read_in_whatever_style(String globals) {
    String text = globals + ONE;
    String changed = TemplateFile.withJvmOptions(text, "One", "-Xa").orElseThrow();
    assertTrue(changed.contains("          JAVA_TOOL_OPTIONS: \"-Xss2m -Xa\"\n"), changed);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Globals: {Fn::Transform: {Name: AWS::Include}}\n",
        "Globals:\n  Function: !Transform {Name: AWS::Include}\n"
      })
  void nothing_is_added_where_the_options_of_all_functions_cannot_be_known(String globals) {
    assertEquals(Optional.empty(), TemplateFile.withJvmOptions(globals + ONE, "One", "-Xa"));
  }

  @Test
  void what_a_function_takes_over_by_a_merge_key_is_not_lost() {
    String text =
        "Shared: &all\n  Environment: {Variables: {JAVA_TOOL_OPTIONS: -Xss2m}}\n"
            + "  AutoPublishAlias: prod\n"
            + ONE.replace("      Handler", "      <<: *all\n      Handler");
    assertEquals(Optional.empty(), TemplateFile.withJvmOptions(text, "One", "-Xa"));
    String changed = TemplateFile.withSnapStart(text, "One").orElseThrow();
    assertFalse(changed.contains("live"), changed);
  }

  @Test
  void options_and_properties_of_all_are_none_of_a_function_of_cloud_formation() {
    String text =
        "Globals:\n  Function:\n    Layers: [a]\n    Environment:\n      Variables:\n"
            + "        JAVA_TOOL_OPTIONS: -Xss2m\n"
            + ONE.replace("Serverless", "Lambda");
    String changed = TemplateFile.withJvmOptions(text, "One", "-Xa").orElseThrow();
    assertTrue(changed.contains("JAVA_TOOL_OPTIONS: \"-Xa\"\n"), changed);
    assertEquals(Optional.of(text), TemplateFile.withoutProperty(text, "One", "Layers"));
  }

  @Test
  void a_property_of_all_goes_where_its_lines_can_and_is_told_where_not() {
    String api = "Globals:\n  Api:\n    Name: a\n";
    assertEquals(
        Optional.of(api + ONE),
        TemplateFile.withoutProperty(
            api + "  Function: &f\n    Layers: &l [a]\n" + ONE, "One", "Layers"));
    for (String globals :
        List.of(
            "Globals: {Function: {Layers: &l [a], Timeout: 3, Other: *l}}\n",
            "Globals:\n  Function:\n    Layers: &l [a]\n    Other: *l\n",
            "Globals:\n  Function: &f\n    Layers: [a]\n    Timeout: 3\nOther: *f\n")) {
      assertEquals(
          Optional.empty(), TemplateFile.withoutProperty(globals + ONE, "One", "Layers"), globals);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {Function: {Layers: [a], Timeout: 3}}  | {Function: {Timeout: 3}}
          {Function: {Timeout: 3, Layers: [a]}}  | {Function: {Timeout: 3}}
          {Function: {"ü𝄞": 1, Layers: [a]}}      | {Function: {"ü𝄞": 1}}
          {Api: {Name: a}, Function: {Layers: b}} | {Api: {Name: a}}
          """)
  void a_property_of_all_goes_from_a_mapping_on_one_line(String before, String after) {
    assertEquals(
        Optional.of("Globals: " + after + "\n" + ONE),
        TemplateFile.withoutProperty("Globals: " + before + "\n" + ONE, "One", "Layers"));
    assertEquals(
        Optional.of(ONE),
        TemplateFile.withoutProperty(
            "Globals:\n  Function: {Layers: [a]}\n" + ONE, "One", "Layers"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Globals: {Function: {AutoPublishAlias: prod}}\n",
        "Globals:\n  Function: &all\n    AutoPublishAlias: &a prod\n"
      })
  void an_alias_for_all_functions_stays_in_whatever_style(String globals) {
    String changed = TemplateFile.withSnapStart(globals + ONE, "One").orElseThrow();
    assertFalse(changed.contains("live"), changed);
  }

  @Test
  void an_anchor_without_an_alias_is_in_nobodys_way() {
    String text =
        ONE.replace("Properties:", "Properties: &all")
            .replace("AWS", "&t AWS")
            .replace("One:", "One: &one")
            .replace("a.B", "&h a.B");
    assertTrue(TemplateFile.isOfSam(text, "One"));
    assertEquals(
        Optional.of(text.replace("&h a.B", "c.D")),
        TemplateFile.withProperty(text, "One", "Handler", "c.D"));
    assertEquals(
        Optional.of(text.replace("[c]", "x.zip")),
        TemplateFile.withLine(text, "One", "Other", "x.zip"));
  }

  @Test
  void a_value_that_an_alias_stands_for_is_not_taken_away() {
    String text = ONE.replace("[c]", "&o [c]") + "      More: *o\n";
    assertEquals(Optional.empty(), TemplateFile.withLine(text, "One", "Other", "x.zip"));
    assertEquals(Optional.empty(), TemplateFile.withoutProperty(text, "One", "Other"));
    assertEquals(
        Optional.of(text.replace("      More: *o\n", "")),
        TemplateFile.withoutProperty(text, "One", "More"));
  }

  @Test
  void variables_are_set_beside_those_that_the_function_has() {
    String text =
        """
        Globals:
          Function:
            Environment: {Variables: {ALL: of all}}
        Resources:
          One:
            Type: AWS::Serverless::Function
            Properties:
              Environment:
                Variables:
                  B: "old" # its remark
                  OWN: !Ref Table
          Two:
            Type: AWS::Serverless::Function
            Properties:
              Handler: a.B
          Three:
            Type: AWS::Serverless::Function
            Properties:
              Environment: {Variables: {A: b}}
        """;
    Map<String, String> variables = Map.of("A", "true", "B", "of \"two\"");

    String one = TemplateFile.withVariables(text, "One", variables).orElseThrow();
    assertTrue(
        one.contains(
            """
                  A: "true"
                  B: "of \\"two\\"" # its remark
                  OWN: !Ref Table
            """
                .indent(4)),
        one);
    assertTrue(
        TemplateFile.withVariables(text, "Two", variables)
            .orElseThrow()
            .contains(
                """
                Environment:
                  Variables:
                    A: "true"
                    B: "of \\"two\\""
                Handler: a.B
                """
                    .indent(6)));
    assertEquals(Optional.empty(), TemplateFile.withVariables(text, "Three", variables));
  }
}
