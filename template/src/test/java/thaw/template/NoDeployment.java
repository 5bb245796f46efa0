package thaw.template;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** One in which only the template has names. */
record NoDeployment() implements Deployment {
  @Override
  public String region() {
    return "us-east-1";
  }

  @Override
  public String accountId() {
    return "123456789012";
  }

  @Override
  public String stack() {
    return "thaw";
  }

  @Override
  public Optional<String> ref(DeclaredResource resource) {
    return Optional.empty();
  }

  @Override
  public Optional<String> attribute(DeclaredResource resource, String attribute) {
    return Optional.empty();
  }

  @Override
  public Optional<String> parameter(String name) {
    return Optional.empty();
  }

  @Override
  public Optional<String> secret(String id) {
    return Optional.empty();
  }

  @Override
  public Optional<String> content(String id, ResourceProperties secret) {
    return Optional.empty();
  }

  @Override
  public List<Path> stacks() {
    return List.of();
  }

  @Override
  public Map<String, String> imports() {
    return Map.of();
  }

  @Override
  public Map<String, String> attributes() {
    return Map.of();
  }

  @Override
  public Optional<Set<String>> effective(String type) {
    return Optional.of(Set.of());
  }
}
