package thaw.service;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class S3CallTest {
  private static S3Call call(String method, String host, String path, String query) {
    return S3Call.of(method, host, path, query, _ -> false);
  }

  @ParameterizedTest
  @CsvSource({
    "127.0.0.1:4566, /photos/a.jpg",
    "s3.eu-west-1.amazonaws.com, /photos/a.jpg",
    "s3.amazonaws.com, /photos/a.jpg",
    "photos.s3.eu-west-1.amazonaws.com, /a.jpg",
    "photos.s3.amazonaws.com:443, /a.jpg",
    "photos.s3-eu-west-1.amazonaws.com, /a.jpg",
    "photos.s3.dualstack.eu-west-1.amazonaws.com, /a.jpg",
    "photos.s3.cn-north-1.amazonaws.com.cn, /a.jpg",
    "photos.localhost:4566, /a.jpg",
    "photos.s3.localhost:4566, /a.jpg"
  })
  void a_bucket_is_in_the_path_or_in_the_host_name(String host, String path) {
    assertEquals(
        new S3Call(S3Call.Act.PUT, "photos", "a.jpg", "/photos/a.jpg"),
        call("PUT", host, path, ""));
  }

  @Test
  void a_bucket_may_have_dots() {
    assertEquals(
        "my.photos", call("PUT", "my.photos.s3.eu-west-1.amazonaws.com", "/a", "").bucket());
  }

  @Test
  void a_key_is_decoded_and_its_path_is_not() {
    S3Call call = call("PUT", "localhost", "/photos/a%20b+c/%C3%BC.txt", "");
    assertEquals("a b+c/ü.txt", call.key());
    assertEquals("/photos/a%20b+c/%C3%BC.txt", call.path());
  }

  @ParameterizedTest
  @CsvSource({
    "PUT, /b/k, '', PUT",
    "PUT, /b/k, x-id=PutObject, PUT",
    "PUT, /b/k, X-Amz-Signature=0&X-Amz-Expires=900, PUT",
    "PUT, /b/k, partNumber=1&uploadId=u, OTHER",
    "PUT, /b/k, tagging, OTHER",
    "PUT, /b/k, acl=, OTHER",
    "PUT, /b, '', OTHER",
    "PUT, /b/, '', OTHER",
    "POST, /b/k, uploads, OTHER",
    "POST, /b/k, uploadId=u, COMPLETE_UPLOAD",
    "POST, /b, delete, DELETE_SEVERAL",
    "POST, /b/, delete=, DELETE_SEVERAL",
    "DELETE, /b/k, '', DELETE",
    "DELETE, /b/k, versionId=v, DELETE",
    "DELETE, /b/k, uploadId=u, OTHER",
    "DELETE, /b, '', OTHER",
    "GET, /b/k, '', OTHER",
    "GET, /, '', OTHER"
  })
  void what_changes_an_object_is_told_by_method_and_address(
      String method, String path, String query, S3Call.Act act) {
    assertEquals(act, call(method, "localhost", path, query).act());
  }

  @Test
  void a_copy_is_told_by_its_header() {
    assertEquals(
        S3Call.Act.COPY,
        S3Call.of("PUT", "localhost", "/b/k", "", "x-amz-copy-source"::equals).act());
  }
}
