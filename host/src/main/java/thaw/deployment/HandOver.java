package thaw.deployment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What stands beside a package for those who deploy it: a Makefile, a workflow, and a README. */
public final class HandOver {
  /** Of packages with an archive. */
  public static final String CHECKED =
      """

      At each start `bootstrap` compares what is there with what the archive was made of. Where anything differs (a jar,
      their number, the JVM, an option, an agent in `JAVA_TOOL_OPTIONS`) it starts without the archive and logs one line
      that says why: slower, and never with old classes. The start of a damaged archive is ended before the function begins.
      """;

  private HandOver() {}

  /**
   * @param function its logical id
   * @param source how the package was made, from the project's folder
   * @param facts what was done, one sentence a line
   */
  public static void write(String function, String source, String facts, Path folder)
      throws IOException {
    Files.writeString(
        folder.resolve("Makefile"),
        """
        # Needs thaw and the AWS SAM CLI.
        FUNCTION = %s

        check: ## one cold start here, as on AWS
        \tthaw invoke . --function $(FUNCTION)

        bench: ## cold starts here
        \tthaw bench . --runs 20

        deploy: ## to the account that the AWS CLI is configured for
        \tsam deploy --guided

        .PHONY: check bench deploy
        """
            .formatted(function));
    Files.createDirectories(folder.resolve(".github/workflows"));
    Files.writeString(
        folder.resolve(".github/workflows/deploy.yml"),
        """
        # Copy it to the project's own .github/workflows. It makes the package from the sources, starts it,
        # and deploys it with the role in the secret AWS_ROLE.
        name: deploy
        on:
          push:
            branches: [main]
        permissions:
          id-token: write
          contents: read
        jobs:
          deploy:
            runs-on: ubuntu-latest
            steps:
              - uses: actions/checkout@v4
              - uses: actions/setup-java@v4
                with: { distribution: temurin, java-version: "25" }
              - run: %s
              - run: sudo -E env "PATH=$PATH" thaw invoke package --function %s
              - uses: aws-actions/setup-sam@v2
              - uses: aws-actions/configure-aws-credentials@v4
                with:
                  role-to-assume: ${{ secrets.AWS_ROLE }}
                  aws-region: ${{ vars.AWS_REGION }}
              - run: cd package && sam deploy --no-confirm-changeset --no-fail-on-empty-changeset
        """
            .formatted(source, function));
    Files.writeString(
        folder.resolve("README.md"),
        """
        # %s, packaged by Thaw

        %s

        `make deploy` deploys it with the AWS SAM CLI, `make check` starts it here.

        `manifest.json` has every file of the class path with its SHA-256, the JVM's build, its options and the
        digests of the events that have trained a class archive; `%s` is the bill of materials.
        """
            .formatted(function, facts.strip(), Bom.NAME));
  }
}
