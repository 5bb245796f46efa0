package dev.thaw.samples.orders;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ServiceLoader;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.http.SdkHttpService;
import software.amazon.awssdk.http.async.SdkAsyncHttpService;

class ClassPathTest {
  @Test
  void there_are_three_http_clients() {
    assertEquals(
        Set.of("Apache5SdkHttpService", "UrlConnectionSdkHttpService"),
        ServiceLoader.load(SdkHttpService.class).stream()
            .map(provider -> provider.type().getSimpleName())
            .collect(Collectors.toSet()));
    assertEquals(1, ServiceLoader.load(SdkAsyncHttpService.class).stream().count());
  }
}
