package dev.thaw.samples.orders;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.http.SdkHttpService;
import software.amazon.awssdk.http.async.SdkAsyncHttpService;

class ClassPathTest {
  @Test
  void the_only_http_client_is_url_connection() {
    assertEquals(
        List.of("UrlConnectionSdkHttpService"),
        ServiceLoader.load(SdkHttpService.class).stream()
            .map(provider -> provider.type().getSimpleName())
            .toList());
    assertEquals(0, ServiceLoader.load(SdkAsyncHttpService.class).stream().count());
  }
}
