package thaw.app.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import thaw.app.build.FunctionProject;
import thaw.app.build.ProjectCopy;
import thaw.app.shared.Progress;
import thaw.attribution.Cause;
import thaw.attribution.Explanation;
import thaw.attribution.Finding;
import thaw.attribution.PhaseName;
import thaw.fix.FixResult;
import thaw.fixture.SideBySide;
import thaw.function.Application;
import thaw.function.FunctionDefinition;
import thaw.function.MemorySize;
import thaw.function.packaging.CdkOrigins;
import thaw.function.packaging.CodeSource;
import thaw.function.template.ReadOptions;
import thaw.function.template.resource.ApplicationReader;
import thaw.problem.UserMistake;
import thaw.recording.PrimingList;
import thaw.remedy.Change;
import thaw.remedy.DatabaseProject;
import thaw.remedy.Draft;
import thaw.remedy.Explanations;
import thaw.remedy.Family;
import thaw.remedy.Prediction;
import thaw.remedy.Remedy;
import thaw.remedy.RequestPriming;
import thaw.remedy.SpringStubs;
import thaw.remedy.WhyNot;
import thaw.remedy.edit.JavaSources;
import thaw.remedy.edit.SdkStubs;
import thaw.remedy.edit.SdkV1Classes;
import thaw.remedy.edit.TestsOnNewerJdk;
import thaw.remedy.sdk.Migration;
import thaw.sandbox.kernel.Tool;

/**
 * What was measured in the copy is what the user gets: for every family of remedies the patch gives
 * a clean clone the very bytes of the copy and the settings that its starts had, {@code --apply}
 * does the same, {@code --undo} takes it back, and then nothing of it is proposed again.
 */
@SideBySide
class OneApplicationTest {
  private static final Path PROJECT = Path.of("the shop");
  private static final Path MODULE = Path.of("order service");
  private static final Path TEMPLATE = Path.of("template.yaml");
  private static final String FUNCTION = "Orders";
  private static final String SERVICE = "software.amazon.awssdk.services.dynamodb.";

  static final byte[] EVENT =
      """
      {"httpMethod": "GET", "path": "/orders/7", "headers": {"Accept": "*/*"}}
      """
          .getBytes(StandardCharsets.UTF_8);

  /** How the lines of all files end. */
  private enum Ends {
    FEEDS(text -> text),
    RETURNS(text -> text.replace("\n", "\r\n")),
    NONE_AT_LAST(String::stripTrailing);

    private final UnaryOperator<String> of;

    Ends(UnaryOperator<String> of) {
      this.of = of;
    }
  }

  @TempDir static Path libraries;
  @TempDir Path folder;
  private Path repository;
  private Path out;
  private boolean isGradle;
  private CodeSource.Built built = new CodeSource.Built(List.of(), List.of());

  /** Types of libraries, as far as the functions name them. */
  @BeforeAll
  static void stubs() throws Exception {
    Path sources = libraries.resolve("sdk-sources");
    SdkStubs.write(sources);
    Path runtime =
        Files.createDirectories(sources.resolve("com/amazonaws/services/lambda/runtime"));
    Files.writeString(
        runtime.resolve("RequestStreamHandler.java"),
        """
        package com.amazonaws.services.lambda.runtime;
        public interface RequestStreamHandler {
          void handleRequest(java.io.InputStream in, java.io.OutputStream out, Context context)
              throws java.io.IOException;
        }
        """);
    Files.writeString(
        runtime.resolve("RequestHandler.java"),
        """
        package com.amazonaws.services.lambda.runtime;
        public interface RequestHandler<I, O> { O handleRequest(I in, Context context); }
        """);
    for (String type :
        List.of("Context", "CognitoIdentity", "ClientContext", "LambdaLogger", "LambdaRuntime")) {
      Files.writeString(
          runtime.resolve(type + ".java"),
          "package com.amazonaws.services.lambda.runtime; public interface " + type + " {}\n");
    }
    SdkStubs.compiled(sources, Files.createDirectories(libraries.resolve("sdk")));
    SdkV1Classes.in(Files.createDirectories(libraries.resolve("sdk-1")));
    SpringStubs.in(libraries.resolve("spring"));
    DatabaseProject.in(libraries.resolve("database"));
  }

  @BeforeEach
  void folders() throws Exception {
    repository = Files.createTempDirectory(folder, "repository");
    out = Files.createDirectories(repository.resolve(PROJECT).resolve("thaw-fix"));
  }

  private Path project() {
    return repository.resolve(PROJECT);
  }

  private void write(Ends ends, Path file, String text) throws Exception {
    Path written = project().resolve(file);
    Files.createDirectories(written.getParent());
    Files.writeString(written, ends.of.apply(text));
  }

  private static String git(Path in, String... arguments) {
    List<String> words = new ArrayList<>(List.of("git", "-C", in.toString()));
    words.addAll(List.of("-c", "user.name=a", "-c", "user.email=a@b"));
    words.addAll(List.of(arguments));
    Tool git = Tool.run(words);
    assertEquals(0, git.exitCode(), git.output());
    return git.output();
  }

  /** A project in a folder of its repository, whose function is made of a module of it. */
  private void projectOf(Family family, Ends ends) throws Exception {
    Files.writeString(repository.resolve("notes.txt"), "of the repository\n");
    write(
        ends,
        TEMPLATE,
        """
        Transform: AWS::Serverless-2016-10-31
        Globals:
          Function:
            Runtime: java17
            Environment:
              Variables:
                JAVA_TOOL_OPTIONS: -Dof.all=a\\b
        Resources:
          Orders: # of all customers
            Type: AWS::Serverless::Function
            Properties:
              CodeUri: order service
              Handler: shop.Handler
              MemorySize: 512
              Environment:
                Variables:
                  TABLE: orders
          Others:
            Type: AWS::Serverless::Function
            Properties:
              CodeUri: order service
              Handler: shop.Other::handle
        """);
    write(
        ends,
        Path.of("pom.xml"),
        """
        <project>
          <groupId>shop</groupId>
          <artifactId>shop</artifactId>
          <version>1</version>
          <packaging>pom</packaging>
          <modules>
            <module>order service</module>
          </modules>
        </project>
        """);
    write(
        ends,
        MODULE.resolve("src/main/java/shop/Other.java"),
        "package shop;\n\nclass Other {\n  int one;\n}\n");
    String handler =
        switch (family) {
          case SPRING_AOT, SPRING_LAZY -> spring(ends);
          case SDK_V2 -> versionOne(ends);
          case FIRST_BINDING -> typed(ends);
          default -> family.editsDatabaseUse() ? database(family, ends) : versionTwo(ends);
        };
    write(ends, MODULE.resolve("src/main/java/shop/Handler.java"), handler);
    Path script = project().resolve("run.sh");
    Files.writeString(script, "#!/bin/sh\n");
    Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwxr-x--x"));
    Files.writeString(project().resolve(".gitignore"), "thaw-fix/\n");
    git(repository, "init", "-q");
    git(repository, "add", "-A");
    git(repository, "commit", "-qm", "first");
  }

  private void gradle(Ends ends) throws Exception {
    write(ends, Path.of("settings.gradle"), "include 'order service'\n");
    write(
        ends,
        MODULE.resolve("build.gradle"),
        """
        plugins {
          id 'java'
        }

        dependencies {
          implementation platform('software.amazon.awssdk:bom:2.42.1')
          implementation 'software.amazon.awssdk:dynamodb'
        }
        """);
  }

  private void pom(Ends ends, String rest) throws Exception {
    if (isGradle) {
      gradle(ends);
      return;
    }
    write(
        ends,
        MODULE.resolve("pom.xml"),
        """
        <project>
          <parent>
            <groupId>shop</groupId>
            <artifactId>shop</artifactId>
            <version>1</version>
          </parent>
          <artifactId>order-service</artifactId>
        %s</project>
        """
            .formatted(rest.indent(2)));
  }

  private String versionTwo(Ends ends) throws Exception {
    pom(
        ends,
        """
        <dependencyManagement>
          <dependencies>
            <dependency>
              <groupId>software.amazon.awssdk</groupId>
              <artifactId>bom</artifactId>
              <version>2.42.1</version>
              <type>pom</type>
              <scope>import</scope>
            </dependency>
          </dependencies>
        </dependencyManagement>
        <dependencies>
          <dependency>
            <groupId>software.amazon.awssdk</groupId>
            <artifactId>dynamodb</artifactId>
          </dependency>
        </dependencies>
        """);
    built =
        new CodeSource.Built(
            List.of(libraries.resolve("sdk")),
            List.of(
                Path.of("apache5-client-2.42.1.jar"),
                Path.of("dynamodb-2.42.1.jar"),
                Path.of("sdk-core-2.42.1.jar")));
    return """
    package shop;

    import com.amazonaws.services.lambda.runtime.Context;
    import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
    import java.io.IOException;
    import java.io.InputStream;
    import java.io.OutputStream;
    import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

    public class Handler implements RequestStreamHandler {
      private static final DynamoDbClient TABLE = DynamoDbClient.create();
      private StringBuilder rates;

      @Override
      public void handleRequest(InputStream in, OutputStream out, Context context)
          throws IOException {
        if (rates == null) {
          rates = new StringBuilder(1);
        }
        out.write(rates.toString().getBytes());
      }
    }
    """;
  }

  private String typed(Ends ends) throws Exception {
    versionTwo(ends);
    return """
    package shop;

    import com.amazonaws.services.lambda.runtime.Context;
    import com.amazonaws.services.lambda.runtime.RequestHandler;

    public class Handler implements RequestHandler<StringBuilder, String> {
      @Override
      public String handleRequest(StringBuilder in, Context context) {
        return in.toString();
      }
    }
    """;
  }

  private String spring(Ends ends) throws Exception {
    pom(ends, "");
    write(
        ends,
        Path.of("pom.xml"),
        """
        <project>
          <parent>
            <groupId>org.springframework.boot</groupId>
            <artifactId>spring-boot-starter-parent</artifactId>
            <version>3.5.16</version>
          </parent>
          <groupId>shop</groupId>
          <artifactId>shop</artifactId>
          <version>1</version>
          <packaging>pom</packaging>
          <modules>
            <module>order service</module>
          </modules>
        </project>
        """);
    write(
        ends,
        MODULE.resolve("src/main/java/shop/Application.java"),
        "package shop;\n\npublic class Application {\n  int one;\n}\n");
    write(ends, MODULE.resolve("src/main/resources/application.properties"), "a=b\n");
    built =
        new CodeSource.Built(
            List.of(libraries.resolve("spring/classes")),
            List.of(Path.of("spring-boot-3.5.16.jar")));
    return """
    package shop;

    import com.amazonaws.serverless.proxy.spring.SpringBootLambdaContainerHandler;

    class Handler {
      static final Object SPRING =
          SpringBootLambdaContainerHandler.getAwsProxyHandler(Application.class);
    }
    """;
  }

  private String database(Family family, Ends ends) throws Exception {
    pom(ends, "");
    write(
        ends,
        MODULE.resolve("src/main/resources/META-INF/persistence.xml"),
        """
        <persistence>
          <persistence-unit name="shop">
            <properties>
              <property name="hibernate.hbm2ddl.auto" value="%s"/>
            </properties>
          </persistence-unit>
        </persistence>
        """
            .formatted(family == Family.SCHEMA_UPDATE ? "update" : "validate"));
    write(
        ends,
        MODULE.resolve("src/main/java/shop/Order.java"),
        "package shop;\n\n@jakarta.persistence.Entity\npublic class Order {}\n");
    List<Path> classes = new ArrayList<>(List.of(libraries.resolve("database/classes")));
    if (family == Family.REPOSITORIES) {
      classes.add(libraries.resolve("spring/classes"));
    }
    built =
        new CodeSource.Built(
            classes,
            List.of(
                Path.of("hibernate-core-6.6.13.Final.jar"),
                Path.of("postgresql-42.7.8.jar"),
                Path.of("spring-data-jpa-3.5.1.jar")));
    return """
    package shop;

    import com.amazonaws.services.lambda.runtime.Context;
    import com.amazonaws.services.lambda.runtime.RequestHandler;
    import com.zaxxer.hikari.HikariConfig;
    import java.sql.DriverManager;
    import java.sql.SQLException;

    public class Handler implements RequestHandler<String, String> {
      static final HikariConfig POOL = new HikariConfig();

      static {
        POOL.setJdbcUrl("jdbc:postgresql:shop");
        POOL.setConnectionTestQuery("SELECT 1");
      }

      @Override
      public String handleRequest(String in, Context context) {
        try {
          return DriverManager.getConnection("jdbc:postgresql:shop").getCatalog();
        } catch (SQLException e) {
          throw new IllegalStateException(e);
        }
      }
    }
    """;
  }

  private String versionOne(Ends ends) throws Exception {
    pom(
        ends,
        """
        <dependencies>
          <dependency>
            <groupId>com.amazonaws</groupId>
            <artifactId>aws-java-sdk-dynamodb</artifactId>
            <version>1.12.797</version>
          </dependency>
        </dependencies>
        """);
    built = new CodeSource.Built(List.of(libraries.resolve("sdk-1")), List.of());
    return """
    package shop;

    import com.amazonaws.services.dynamodbv2.AmazonDynamoDB;
    import com.amazonaws.services.dynamodbv2.AmazonDynamoDBClientBuilder;

    class Handler {
      static final AmazonDynamoDB TABLE = AmazonDynamoDBClientBuilder.defaultClient();
    }
    """;
  }

  /** Has what every family looks for. */
  static Explanation explanation() {
    return Explanations.EMPTY
        .withClasses(
            new Explanation.Classes(
                1,
                List.of(),
                List.of(),
                Stream.of(
                        SERVICE + "DefaultDynamoDbClient",
                        "org.springframework.data.jpa.repository.support.JpaRepositoryFactoryBean")
                    .map(name ->
                        new Explanation.LoadedClass(
                            name, "library", PhaseName.HANDLER_INIT, false, 1))
                    .toList()))
        .withMethods(
            List.of(
                new Explanation.MethodTime(
                    SERVICE + "DefaultDynamoDbClient.putItem", "dynamodb", 300, 0, 0),
                new Explanation.MethodTime(
                    "com.amazonaws.services.lambda.runtime.serialization.factories"
                        + ".JacksonFactory$InternalSerializer.fromJson",
                    "runtime",
                    10,
                    0,
                    0),
                new Explanation.MethodTime(
                    "org.springframework.context.support.AbstractApplicationContext"
                        + ".invokeBeanFactoryPostProcessors",
                    "spring-context",
                    200,
                    0,
                    200),
                new Explanation.MethodTime(
                    "org.springframework.beans.factory.support.DefaultListableBeanFactory"
                        + ".preInstantiateSingletons",
                    "spring-beans",
                    200,
                    0,
                    200)))
        .withPhases(
            List.of(
                new Explanation.Phase(
                    PhaseName.FIRST_INVOCATION,
                    200,
                    100,
                    1,
                    List.of(
                        new Explanation.CauseShare(
                            Cause.CLASS_PARSE, 30, 1, List.of(), List.of(), List.of())))))
        .withFindings(
            Stream.of(Family.values())
                .flatMap(family -> family.findings().stream())
                .distinct()
                .map(id -> new Finding(id, "DynamoDbClient has it", "", "", 100, 200, ""))
                .toList());
  }

  private Application application(Path project) {
    return ApplicationReader.read(project, ReadOptions.defaults());
  }

  private FunctionDefinition function(Path project) {
    return application(project).functions().stream()
        .filter(each -> each.logicalId().equals(FUNCTION))
        .findFirst()
        .orElseThrow();
  }

  /** What is proposed of a family where the copy is; each by the code that the search calls. */
  private Optional<Remedy> remedy(Family family, ProjectCopy copy) {
    FunctionDefinition function = function(copy.root());
    return switch (family) {
      case SDK_V2 -> migration(copy);
      case YOUNG_GENERATION,
          NATIVE_REFLECTION,
          TLS_GROUPS,
          COMPILE_THRESHOLD,
          PROFILE_REPLAY,
          C1_ONLY,
          ARCHIVE_ADDRESS,
          QUIET_SDK_V1 ->
          Optional.of(
              made(
                  family,
                  new Change.JvmOptions(
                      List.of("-Dof." + family.id() + "=one,two", "-XX:+UseSerialGC"))));
      case AGENT_MODULES ->
          Optional.of(
              made(family, new Change.Variables(Map.of("A_FIRST", "true", "Z_LAST", "a\"b"))));
      case SNAP_START ->
          function.snapStart()
              ? Optional.empty()
              : Optional.of(made(family, new Change.SnapStart()));
      case RUNTIME ->
          Optional.of(
              made(
                  family,
                  new Change.Runtime(
                      25,
                      TestsOnNewerJdk.of(
                              "Java 25 (69) is not supported by the current version of Byte Buddy"
                                  + " which officially supports Java 17 (61)",
                              copy.root(),
                              copy.root().resolve(MODULE),
                              copy::original)
                          .orElseThrow()
                          .edits())));
      case MEMORY -> Optional.of(made(family, new Change.Memory(new MemorySize(1024))));
      case CLASS_ARCHIVE -> Optional.of(made(family, new Change.Archive()));
      case STORED_JARS -> Optional.of(made(family, new Change.StoredJars()));
      case RUNTIME_CLIENT -> Optional.of(made(family, new Change.RuntimeClient()));
      default -> edit(family, copy, function);
    };
  }

  private static Remedy made(Family family, Change change) {
    return new Remedy(
        family.id("x"), family.kind(), Optional.empty(), "it", new Prediction(1, 2), change);
  }

  private Optional<Remedy> edit(Family family, ProjectCopy copy, FunctionDefinition function) {
    FunctionProject module = FunctionProject.of(function).orElseThrow();
    List<Remedy> offered =
        new FixEdits(
                copy,
                module,
                function,
                FunctionsOfModule.of(application(copy.root()), function, new CdkOrigins()),
                new SdkRecipes(folder, Progress.SILENT),
                Progress.SILENT)
            .of(
                Draft.UNCHANGED,
                built,
                built,
                explanation(),
                List.of(new RequestPriming.Request(Explanations.EMPTY, EVENT)),
                Optional.of(
                    new PrimingList(List.of(new PrimingList.PrimedClass("shop.Other", true)))),
                new WhyNot());
    return offered.stream()
        .filter(each -> Family.of(each.id()).equals(Optional.of(family)))
        .findFirst();
  }

  /** By recipes of our own: the quick test fetches none. */
  private Optional<Remedy> migration(ProjectCopy copy) {
    Path module = copy.root().resolve(MODULE);
    return Migration.of(
            explanation().findings(),
            JavaSources.read(copy.root(), module.resolve("src/main/java"), built.classes()),
            new Migration.Module(copy.root(), module, "shop.Handler", copy::original),
            files -> {
              Map<Path, String> changed = new TreeMap<>();
              files.forEach((file, text) -> {
                String other =
                    text.replace("com.amazonaws.services.dynamodbv2.AmazonDynamoDB;", SERVICE + ";")
                        .replace(
                            "com.amazonaws.services.dynamodbv2.AmazonDynamoDBClientBuilder;",
                            SERVICE + "Other;");
                if (!other.equals(text)) {
                  changed.put(file, other);
                }
              });
              return changed;
            })
        .remedy();
  }

  /** Bytes of all that git would be asked for. */
  static Map<String, String> bytes(Path top) throws Exception {
    Map<String, String> bytes = state(top);
    bytes.replaceAll((_, text) -> text.substring("rwxrwxrwx".length()));
    return bytes;
  }

  /** The same, with modes. */
  private static Map<String, String> state(Path top) throws Exception {
    Map<String, String> state = new TreeMap<>();
    try (Stream<Path> files = Files.walk(top)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        String name = top.relativize(file).toString();
        if (!name.contains(".git/") && !name.contains("thaw-fix/")) {
          state.put(
              name,
              PosixFilePermissions.toString(Files.getPosixFilePermissions(file))
                  + new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1));
        }
      }
    }
    return state;
  }

  static FixResult result(Draft kept) {
    return FixPatchTest.result(kept, kept.deployedLike(Draft.UNCHANGED));
  }

  /** Makes the change in a copy as the search does, and writes its patch. */
  private record Changed(Draft draft, Map<String, String> measured, List<String> notes) {}

  private Changed changed(Family family) throws Exception {
    try (ProjectCopy copy = ProjectCopy.of(project(), out)) {
      Draft draft =
          Draft.UNCHANGED.with(
              remedy(family, copy)
                  .orElseThrow(() -> new AssertionError(family.id() + " is not offered")));
      copy.write(draft.texts(copy::original));
      Map<String, String> measured = bytes(copy.root());
      List<String> notes =
          new FixFolder(out, copy, TEMPLATE, function(project()), PROJECT)
              .patch(result(draft), _ -> Optional.empty());
      Files.writeString(
          out.resolve("fix.json"),
          """
          {"function": "Orders", "confirmed": true, "steps": [{"id": "%s", "kept": true}]}
          """
              .formatted(draft.remedies().getFirst().id()));
      return new Changed(draft, measured, notes);
    }
  }

  /** The settings with which a function is started. */
  private static String settings(FunctionDefinition function) {
    return String.join(
        "\n",
        function.handler(),
        function.runtime(),
        "" + function.memory().mebibytes(),
        new TreeMap<>(function.environment()).toString(),
        "" + function.snapStart());
  }

  private static boolean isFile(Family family) {
    return switch (family) {
      case CLASS_ARCHIVE, STORED_JARS, RUNTIME_CLIENT -> false;
      default -> true;
    };
  }

  /**
   * All where sources change; where the template does alone, which is one file, they take turns.
   */
  private static List<Ends> endsOf(Family family) {
    Ends[] all = Ends.values();
    return family.editsSources() ? List.of(all) : List.of(all[family.ordinal() % all.length]);
  }

  @ParameterizedTest
  @EnumSource(Family.class)
  void a_clean_clone_with_the_patch_is_what_was_measured(Family family) throws Exception {
    for (Ends ends : endsOf(family)) {
      folders();
      compare(family, ends);
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Family.class,
      names = {
        "STATIC_STATE",
        "PRIMING",
        "SDK_WARM_UP",
        "FIRST_REQUEST",
        "FIRST_BINDING",
        "HTTP_CLIENT"
      })
  void so_it_is_of_a_module_that_gradle_builds(Family family) throws Exception {
    isGradle = true;
    compare(family, Ends.RETURNS);
  }

  private void compare(Family family, Ends ends) throws Exception {
    projectOf(family, ends);
    FunctionDefinition before = function(project());
    Changed changed = changed(family);
    String name = family.id() + ", " + ends;
    assertEquals(
        family == Family.RUNTIME_CLIENT
            ? List.of("Thaw's runtime client is deployed as thaw-client/README.txt says")
            : List.of(),
        changed.notes(),
        name);
    Path patch = out.resolve(FixFolder.PATCH);
    assertEquals(isFile(family), Files.exists(patch), name);
    Path clone = Files.createTempDirectory(folder, "clone");
    git(folder, "clone", "-q", repository.toString(), clone.toString());
    if (isFile(family)) {
      git(clone, "apply", patch.toString());
    }

    Map<String, String> patched = bytes(clone.resolve(PROJECT));
    Map<String, String> measured = new TreeMap<>(changed.measured());
    patched.remove(TEMPLATE.toString());
    measured.remove(TEMPLATE.toString());
    assertEquals(measured, patched, name);
    FunctionDefinition after = function(clone.resolve(PROJECT));
    assertEquals(settings(changed.draft().on(before)), settings(after), name);
    assertEquals(
        "shop.Other::handle\njava17\n128\n{JAVA_TOOL_OPTIONS=-Dof.all=a\\b}\nfalse",
        settings(application(clone.resolve(PROJECT)).functions().getLast()));
  }

  private static boolean isEdit(Draft draft) {
    return draft.has(Change.Sources.class);
  }

  @ParameterizedTest
  @EnumSource(Family.class)
  void what_is_applied_is_taken_back_and_is_not_proposed_again(Family family) throws Exception {
    projectOf(family, Ends.RETURNS);
    Map<String, String> before = state(repository);
    Changed changed = changed(family);
    FixTree tree = new FixTree(out);
    Path clone = Files.createTempDirectory(folder, "clone");
    git(folder, "clone", "-q", repository.toString(), clone.toString());
    if (isFile(family)) {
      git(clone, "apply", out.resolve(FixFolder.PATCH).toString());
    }

    List<Path> files = tree.apply(FixTree.requireClean(project()));

    assertEquals(bytes(clone), bytes(repository));
    assertEquals(isFile(family), !files.isEmpty());
    if (isEdit(changed.draft())) {
      try (ProjectCopy copy = ProjectCopy.of(project(), out)) {
        assertEquals(Optional.empty(), remedy(family, copy), "it is there already");
      }
    }
    Path other = project().resolve("run.sh");
    Files.writeString(other, "echo mine\n", StandardOpenOption.APPEND);
    if (!files.isEmpty()) {
      Path mine = repository.resolve(files.getLast());
      byte[] made = Files.readAllBytes(mine);
      Files.writeString(mine, "\nmine\n", StandardOpenOption.APPEND);
      Map<String, String> stays = state(repository);
      UserMistake mistake = assertThrows(UserMistake.class, tree::undo);
      assertEquals(files.getLast() + " was changed after it was applied", mistake.getMessage());
      assertEquals(stays, state(repository), "all or nothing");
      Files.write(mine, made);
    }
    if (!files.isEmpty()) {
      tree.undo();
    }
    Map<String, String> undone = state(repository);
    assertEquals("rwxr-x--x#!/bin/sh\necho mine\n", undone.put("the shop/run.sh", ""));
    before.put("the shop/run.sh", "");
    assertEquals(before, undone);
    assertFalse(tree.isApplied());
  }
}
