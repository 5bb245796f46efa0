package thaw.app.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.function.Application;
import thaw.function.packaging.CdkOrigins;
import thaw.function.template.ReadOptions;
import thaw.function.template.resource.ApplicationReader;
import thaw.remedy.Change;
import thaw.remedy.Prediction;
import thaw.remedy.Remedy;
import thaw.remedy.RemedyKind;
import thaw.remedy.edit.TextEdit;

class OtherUsersTest {
  @TempDir Path folder;

  private Path classes() {
    return folder.resolve("shop/target/classes");
  }

  /** A class whose method calls another one. */
  private void compiled(String name, String calls) throws IOException {
    Path file = classes().resolve(name.replace('.', '/') + ".class");
    Files.createDirectories(file.getParent());
    ClassFile.of()
        .buildTo(
            file,
            ClassDesc.of(name),
            type ->
                type.withMethodBody(
                    "run",
                    MethodTypeDesc.of(ConstantDescs.CD_void),
                    ClassFile.ACC_STATIC,
                    code ->
                        code.invokestatic(
                                ClassDesc.of(calls),
                                "run",
                                MethodTypeDesc.of(ConstantDescs.CD_void))
                            .return_()));
  }

  private OtherUsers users() throws IOException {
    Files.createDirectories(folder.resolve("shop"));
    Files.writeString(folder.resolve("shop/pom.xml"), "<project/>");
    Files.writeString(
        folder.resolve("template.yaml"),
        """
        Transform: AWS::Serverless-2016-10-31
        Globals: {Function: {Runtime: java25}}
        Resources:
          GetOrder:
            Type: AWS::Serverless::Function
            Properties: {CodeUri: shop, Handler: 'a.Get::handleRequest'}
          PutOrder:
            Type: AWS::Serverless::Function
            Properties: {CodeUri: shop, Handler: 'a.Put::handleRequest'}
          Ping:
            Type: AWS::Serverless::Function
            Properties: {CodeUri: shop, Handler: 'a.Ping'}
        """);
    compiled("a.Get", "a.Orders");
    compiled("a.Put", "a.Service");
    compiled("a.Service", "a.Orders$Inner");
    compiled("a.Orders$Inner", "a.Orders");
    compiled("a.Orders", "java.lang.Object");
    compiled("a.Ping", "java.lang.Object");
    Application application = ApplicationReader.read(folder, ReadOptions.defaults());
    return new OtherUsers(
        FunctionsOfModule.of(application, application.functions().getFirst(), new CdkOrigins()),
        List.of(classes()));
  }

  private static Remedy change(String file) {
    return new Remedy(
        "prime-DynamoDbClient",
        RemedyKind.REVIEWED,
        Optional.empty(),
        "",
        new Prediction(1, 2),
        new Change.Sources(List.of(new TextEdit(Path.of(file), "a\n", "b\n"))));
  }

  @Test
  void a_function_that_leads_to_a_changed_class_is_named() throws Exception {
    assertEquals(
        Optional.of(
            "prime-DynamoDbClient changes Orders, which PutOrder uses, too: check that its role and"
                + " variables allow what its init does then"),
        users().sentence(change("shop/src/main/java/a/Orders.java")));
    assertEquals(Optional.empty(), users().sentence(change("shop/src/main/java/a/Get.java")));
  }

  @Test
  void a_handler_of_a_library_may_lead_to_any_class_of_the_module() throws Exception {
    OtherUsers users = users();
    Files.delete(classes().resolve("a/Ping.class"));
    assertTrue(
        users
            .sentence(change("shop/src/main/java/a/Orders.java"))
            .orElseThrow()
            .startsWith("prime-DynamoDbClient changes Orders, which PutOrder and Ping use, too"));
  }

  /** As what Dagger writes for all handlers of a component. */
  @Test
  void what_injects_into_a_handler_does_not_start_it() throws Exception {
    OtherUsers users = users();
    ClassDesc get = ClassDesc.of("a.Get");
    ClassFile.of()
        .buildTo(
            classes().resolve("a/Service.class"),
            ClassDesc.of("a.Service"),
            type ->
                type.withMethodBody(
                    "inject",
                    MethodTypeDesc.of(ConstantDescs.CD_void, get),
                    ClassFile.ACC_STATIC,
                    code ->
                        code.aload(0)
                            .ldc("a")
                            .putfield(get, "table", ConstantDescs.CD_String)
                            .return_()));
    Remedy remedy = change("shop/src/main/java/a/Get.java");
    assertEquals(Optional.empty(), users.sentence(remedy));
    compiled("a.Service", "a.Get");
    assertTrue(users.sentence(remedy).orElseThrow().contains("changes Get, which PutOrder uses"));
  }

  @Test
  void a_new_file_is_used_by_nobody_else() throws Exception {
    Change change =
        new Change.Sources(
            List.of(
                TextEdit.created(Path.of("shop/src/main/resources/priming-GetOrder.txt"), "a\n")));
    Remedy remedy =
        new Remedy(
            "prime-classes",
            RemedyKind.REVIEWED,
            Optional.empty(),
            "",
            new Prediction(1, 2),
            change);
    assertEquals(Optional.empty(), users().sentence(remedy));
  }

  @Test
  void what_is_built_in_another_way_is_so_for_all() throws Exception {
    String words = users().sentence(change("shop/pom.xml")).orElseThrow();
    assertTrue(words.contains("changes pom.xml, which PutOrder and Ping use, too"), words);
  }

  @Test
  void a_remedy_that_changes_a_pom_tells_it_whatever_else_it_changes() throws Exception {
    Change change =
        new Change.Runtime(25, List.of(new TextEdit(Path.of("shop/pom.xml"), "a\n", "b\n")));
    Remedy remedy =
        new Remedy(
            "runtime-25", RemedyKind.DIFFERENT, Optional.empty(), "", new Prediction(1, 2), change);
    assertTrue(users().sentence(remedy).orElseThrow().startsWith("runtime-25 changes pom.xml"));
  }
}
