package thaw.function.template.resource;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import thaw.function.Application;
import thaw.function.resource.Database;
import thaw.function.resource.Secret;
import thaw.problem.UserMistake;

class DatabaseReaderTest {
  @TempDir Path folder;

  @BeforeEach
  void build() throws IOException {
    new TemplateFolder(folder).build();
  }

  /**
   * @param variables of the function
   */
  private Application read(String variables, String resources) throws IOException {
    return new TemplateFolder(folder)
        .read(
            """
            Transform: AWS::Serverless-2016-10-31
            Resources:
              F:
                Type: AWS::Serverless::Function
                Properties:
                  Runtime: java25
                  Handler: a.B
                  CodeUri: target/app.jar
                  Environment: {Variables: {%s}}
            """
                    .formatted(variables)
                + resources.indent(2));
  }

  private static Map<String, String> variables(Application application) {
    return application.functions().getFirst().environment();
  }

  @Test
  void an_instance_is_found_by_the_name_that_the_function_gets() throws IOException {
    Application read =
        read(
            "HOST: !GetAtt Db.Endpoint.Address, PORT_OF_DB: !GetAtt Db.Endpoint.Port, ID: !Ref Db",
            """
            Db:
              Type: AWS::RDS::DBInstance
              Properties:
                {Engine: postgres, EngineVersion: '16.3', DBName: shop, MasterUsername: app,
                 MasterUserPassword: s3cret, Port: 6543, DBInstanceIdentifier: Pets}
            """);
    Database database = read.databases().getFirst();
    assertEquals(
        Map.of("HOST", database.host(), "PORT_OF_DB", "6543", "ID", "pets"), variables(read));
    assertTrue(database.host().matches("pets\\.[a-z0-9]{12}\\.us-east-1\\.rds\\.amazonaws\\.com"));
    assertEquals(List.of(6543), database.ports());
    assertEquals(16, database.version());
    assertEquals("shop", database.database());
    assertEquals(new Database.Password.Given("s3cret"), database.password());
    assertTrue(database.forcesTls());
    assertFalse(database.toString().contains("s3cret"), database::toString);
    assertEquals(List.of(), read.warnings());
  }

  @Test
  void a_cluster_has_the_names_of_its_reader_its_instances_and_its_proxy() throws IOException {
    Application read =
        read(
            "WRITER: !GetAtt C.Endpoint.Address, READER: !GetAtt C.ReadEndpoint.Address, ONE: !GetAtt I.Endpoint.Address, PROXY: !GetAtt P.Endpoint, SECRET: !GetAtt C.MasterUserSecret.SecretArn",
            """
            C:
              Type: AWS::RDS::DBCluster
              Properties: {Engine: aurora-postgresql, EngineVersion: '15.4', DatabaseName: shop, MasterUsername: app, ManageMasterUserPassword: true}
            I:
              Type: AWS::RDS::DBInstance
              Properties: {Engine: aurora-postgresql, DBClusterIdentifier: !Ref C}
            P:
              Type: AWS::RDS::DBProxy
              Properties: {DBProxyName: Front, EngineFamily: POSTGRESQL, Auth: [{IAMAuth: REQUIRED}]}
            T:
              Type: AWS::RDS::DBProxyTargetGroup
              Properties: {DBProxyName: !Ref P, TargetGroupName: default, DBClusterIdentifiers: [!Ref C]}
            """);
    assertEquals(1, read.databases().size());
    Database database = read.databases().getFirst();
    Map<String, String> variables = variables(read);
    assertEquals(
        Set.of(
            variables.get("WRITER"),
            variables.get("READER"),
            variables.get("ONE"),
            variables.get("PROXY")),
        Set.copyOf(database.hosts()));
    assertEquals(Set.of(variables.get("PROXY")), database.tokenHosts());
    assertEquals(variables.get("WRITER"), database.host());
    assertFalse(database.forcesTls());
    assertTrue(
        database.password() instanceof Database.Password.Made(String secret)
            && secret.startsWith("rds!cluster-")
            && variables.get("SECRET").contains(":secret:" + secret + "-"),
        variables::toString);
  }

  @Test
  void an_attached_secret_says_where_its_database_is() throws IOException {
    Application read =
        read(
            "SECRET: !Ref Attached",
            """
            S:
              Type: AWS::SecretsManager::Secret
              Properties: {Name: s, SecretString: '{"username": "app", "password": "p"}'}
            Db:
              Type: AWS::RDS::DBInstance
              Properties: {Engine: postgres, DBName: shop, MasterUserPassword: p}
            Attached:
              Type: AWS::SecretsManager::SecretTargetAttachment
              Properties: {SecretId: !Ref S, TargetId: !Ref Db, TargetType: AWS::RDS::DBInstance}
            """);
    assertTrue(variables(read).get("SECRET").contains(":secret:s-"));
    assertEquals(
        new Secret.Content.Text(
            "{\"username\":\"app\",\"password\":\"p\",\"engine\":\"postgres\",\"host\":\"%s\",\"port\":5432,\"dbname\":\"shop\",\"dbInstanceIdentifier\":\"db\"}"
                .formatted(read.databases().getFirst().host())),
        read.secrets().getFirst().content());
  }

  @Test
  void a_cluster_of_dsql_takes_tokens_alone() throws IOException {
    Application read =
        read("HOST: !Sub '${D}.dsql.${AWS::Region}.on.aws'", "D: {Type: AWS::DSQL::Cluster}\n");
    Database database = read.databases().getFirst();
    assertEquals(variables(read).get("HOST"), database.host());
    assertTrue(database.isDsql());
  }

  @Test
  void mysql_is_told_of_and_refuses_nothing() throws IOException {
    Application read =
        read(
            "HOST: !GetAtt Db.Endpoint.Address",
            "Db: {Type: AWS::RDS::DBInstance, Properties: {Engine: mysql, MasterUserPassword: p}}\n");
    assertEquals(List.of(), read.databases());
    assertTrue(
        read.warnings().stream()
            .anyMatch(line ->
                line.contains("Db (mysql) is not provided locally, only PostgreSQL is")
                    && line.contains("jdbc:mysql")),
        read.warnings()::toString);
  }

  @Test
  void what_is_not_known_here_is_the_usual() throws IOException {
    Application read =
        read(
            "ANY: b",
            """
            Db:
              Type: AWS::RDS::DBInstance
              Properties: {Engine: postgres, DBName: !ImportValue Name, MasterUserPassword: !ImportValue Secret}
            """);
    Database database = read.databases().getFirst();
    assertEquals("postgres", database.database());
    assertEquals(new Database.Password.Made(""), database.password());
  }

  @Test
  void a_version_that_no_engine_has_is_refused() {
    UserMistake mistake =
        assertThrows(
            UserMistake.class,
            () ->
                read(
                    "ANY: b",
                    "Db: {Type: AWS::RDS::DBInstance, Properties: {Engine: postgres, EngineVersion: '99.1'}}\n"));
    assertTrue(
        mistake
            .getMessage()
            .endsWith("EngineVersion must be a version of PostgreSQL from 11 to 18: 99.1"),
        mistake::getMessage);
    assertEquals("write for example EngineVersion: '17.5'", mistake.remedy());
  }
}
