package thaw.app.packaging;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import thaw.cli.Transcript;
import thaw.fixture.FirstCases;
import thaw.fixture.SideBySide;
import thaw.fixture.Sources;
import thaw.sandbox.SandboxHost;

/** Packages of functions whose SDK dials AWS's own host names. */
@Tag("linux")
@SideBySide
class PackageTrustTest {
  @TempDir Path folder;

  @FirstCases(value = 1, rest = "JvmTrustTest has where images keep their trust stores")
  @ParameterizedTest(name = "--to {0}")
  @ValueSource(strings = {"provided", "image", "runtime"})
  void the_jvm_of_a_package_trusts_local_services(String way) throws Exception {
    assumeTrue(SandboxHost.probe().canIsolate(), "this host cannot isolate sandboxes");
    Sources.compile(
        Files.createDirectories(folder.resolve("code")),
        """
        package com.example;
        import java.net.*;
        public class Handler {
          public String handle(Object event) throws Exception {
            URL url = URI.create("https://dynamodb." + System.getenv("AWS_REGION") + ".amazonaws.com/").toURL();
            HttpURLConnection post = (HttpURLConnection) url.openConnection();
            post.setDoOutput(true);
            post.setRequestProperty("Content-Type", "application/x-amz-json-1.0");
            post.setRequestProperty("X-Amz-Target", "DynamoDB_20120810.ListTables");
            post.setRequestProperty(
                "Authorization",
                "AWS4-HMAC-SHA256 Credential=A/20260101/eu-west-1/dynamodb/aws4_request,"
                    + " SignedHeaders=host, Signature=0");
            post.getOutputStream().write("{}".getBytes());
            return post.getResponseCode() + "";
          }
        }
        """);
    Files.writeString(
        folder.resolve("template.yaml"),
        """
        Transform: AWS::Serverless-2016-10-31
        Resources:
          Pets:
            Type: AWS::Serverless::SimpleTable
          App:
            Type: AWS::Serverless::Function
            Properties:
              CodeUri: code
              Handler: com.example.Handler::handle
              Runtime: java25
              MemorySize: 512
        """);
    Path out = folder.resolve("out");
    Transcript made =
        Transcript.of(
            "package",
            folder,
            "--function",
            "App",
            "--to",
            way,
            "--fix",
            "none",
            "--event",
            "{}",
            "--out",
            out);
    assertEquals(0, made.exit(), made.err());
    Transcript invoked = Transcript.of("invoke", out);
    assertEquals(0, invoked.exit(), invoked.err());
    assertTrue(invoked.out().contains("200"), invoked.out());
  }
}
