package thaw.lambdaapi;

import java.util.List;
import thaw.lambdaapi.invoke.ApiError;
import thaw.lambdaapi.invoke.Input;

/** Members of requests that say what a function on AWS can be and one here cannot. */
final class RefusedMembers {
  private record Member(String name, String reason) {}

  private static final List<Member> MEMBERS =
      List.of(new Member("AcceleratorConfig", "functions here have no accelerators"));

  private RefusedMembers() {}

  /**
   * @throws ApiError.Refusal that names the member and the reason
   */
  static void check(Input input) {
    for (Member member : MEMBERS) {
      if (input.node(member.name()).isPresent()) {
        throw ApiError.notSupported(member.name(), member.reason()).refusal();
      }
    }
  }
}
