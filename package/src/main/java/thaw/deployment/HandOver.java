package thaw.deployment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Writes what stands beside a package for those who deploy it: a Makefile, a workflow, and a
 * README.
 */
public final class HandOver {
  /** The paragraph of the README about packages with an archive. */
  public static final String CHECKED =
      """

      At each start `bootstrap` compares what is there with what the archive was made of. Where anything differs (a jar,
      their number, the JVM, an option, an agent in `JAVA_TOOL_OPTIONS`) it starts without the archive and logs one line
      that says why: slower, and never with old classes. The start of a damaged archive is ended before the function begins.
      """;

  /**
   * A customer-managed runtime that a package needs.
   *
   * @param name of the runtime
   * @param image beside the package
   * @param pushed its reference in a registry, if it is in one
   */
  public record Runtime(String name, String image, Optional<String> pushed) {}

  /** The folder of a project that keeps the manifest of the package that is deployed. */
  private static final String KEPT = ".github/thaw/%s";

  /**
   * The commands of those who make the package again and try it.
   *
   * @param made makes it, from the project's folder
   * @param data options of the commands that start the function, from the package's folder
   * @param dataInProject the same, from the project's folder
   * @param missing options of the same kind that cannot be given for the package
   * @param overrides option of {@code sam deploy} with the template's parameters; empty for none
   * @param secrets variables of the shell in these commands, each with what a secret of that name
   *     has
   */
  public record Commands(
      String made,
      String data,
      String dataInProject,
      List<String> missing,
      String overrides,
      List<String> secrets) {
    public Commands {
      missing = List.copyOf(missing);
      secrets = List.copyOf(secrets);
    }
  }

  private static final String MAKEFILE =
      """
      # Needs thaw and the AWS SAM CLI.
      FUNCTION = %s
      %s
      check: ## one cold start here, as on AWS
      \tthaw invoke . --function $(FUNCTION)%s

      bench: ## cold starts here
      \tthaw bench . --runs 20%s

      deploy: ## to the account that the AWS CLI is configured for
      \tsam deploy --guided

      .PHONY: check bench deploy
      """;

  private static final String WORKFLOW =
      """
      # Copy it to the project's own .github/workflows. It makes the package, starts it, and deploys it
      # with the role in the secret AWS_ROLE. Files that the commands name are to be in the repository, or made by a step before.
      # The variable THAW_REPOSITORY of your repository names the one that has Thaw, such as my-org/thaw.
      # It keeps the package for the comparison of renew.yml.
      name: deploy
      on:
        push:
          branches: [main]
      permissions:
        id-token: write
        contents: read
      jobs:
        deploy:
          runs-on: <<RUNNER>><<SECRETS>>
          steps:
            - uses: actions/checkout@v4
            - uses: actions/setup-java@v4
              with: { distribution: temurin, java-version: "25" }
            <<INSTALLED>>
            - run: |
                sudo -E env "PATH=$PATH" <<MADE>>
            - run: |
                sudo -E env "PATH=$PATH" thaw invoke package --function <<FUNCTION>><<DATA>>
            - uses: actions/upload-artifact@v4
              with: { name: thaw-package-<<FUNCTION>>, path: package, include-hidden-files: true, retention-days: 90 }
            - uses: aws-actions/setup-sam@v2
            - uses: aws-actions/configure-aws-credentials@v4
              with:
                role-to-assume: ${{ secrets.AWS_ROLE }}
                aws-region: ${{ vars.AWS_REGION }}
            - run: |
                cd package && sam deploy --no-confirm-changeset --no-fail-on-empty-changeset<<OVERRIDES>>
      """;

  private static final Pattern HOLE = Pattern.compile("<<([A-Z]+)>>");

  /** Steps that bring thaw; the names of its files are no part of the project's. */
  private static final String INSTALLED =
      """
      - uses: actions/checkout@v4
        with: { repository: "${{ vars.THAW_REPOSITORY }}", path: .thaw, persist-credentials: false }
      - run: |
          # Without the variable it is this repository once more.
          test -x .thaw/thaw || { echo "let the variable THAW_REPOSITORY name a repository that has Thaw, such as my-org/thaw" >&2; exit 1; }
          echo "$GITHUB_WORKSPACE/.thaw" >> "$GITHUB_PATH"
          echo "/.thaw" >> .git/info/exclude
          "$GITHUB_WORKSPACE/.thaw/thaw" --version
      """
          .strip()
          .replace("\n", "\n      ");

  private static final String RENEWAL =
      """
      # Copy it to the project's own .github/workflows, beside deploy.yml, and manifest.json of the package to
      # <<KEPT>>. Each Monday it looks whether the JDK, the runtime client or the base image have a patch
      # that the package lacks. If so it makes and trains it anew, measures its cold starts beside those of the
      # one that was deployed, and opens a pull request with the figures and the new manifest; when you merge
      # it, deploy.yml deploys. It needs no secret but those of deploy.yml's parameters, the variable THAW_REPOSITORY
      # (as deploy.yml does), and in the settings of the repository the permission
      # "Allow GitHub Actions to create and approve pull requests".
      name: renew
      on:
        schedule:
          - cron: "23 5 * * 1"
        workflow_dispatch:
      permissions:
        actions: read
        contents: write
        pull-requests: write
      jobs:
        renew:
          runs-on: <<RUNNER>><<SECRETS>>
          steps:
            - uses: actions/checkout@v4
              with: { persist-credentials: false }
            - uses: actions/setup-java@v4
              with: { distribution: temurin, java-version: "25", check-latest: true }
            <<INSTALLED>>
            - id: look
              run: |
                status=0
                thaw package --outdated <<KEPT>> > outdated.txt || status=$?
                cat outdated.txt
                [ "$status" -le 1 ] || exit "$status"
                echo "outdated=$status" >> "$GITHUB_OUTPUT"
            - if: steps.look.outputs.outdated == '1'
              run: |
                sudo -E env "PATH=$PATH" <<MADE>>
            - if: steps.look.outputs.outdated == '1'
              env: { GH_TOKEN: "${{ github.token }}" }
              run: |
                # Of deploy.yml's own runs: any run, also one of a fork's pull request, may keep something by that name.
                run=$(gh run list --workflow deploy.yml --event push --branch main --status success --limit 1 \\
                  --json databaseId --jq '.[0].databaseId // empty' || true)
                [ -n "$run" ] && gh run download "$run" --name thaw-package-<<FUNCTION>> --dir former || mkdir -p former
            - if: steps.look.outputs.outdated == '1'
              run: |
                sudo -E env "PATH=$PATH" thaw invoke package --function <<FUNCTION>><<DATA>>
                if [ -e former/template.yaml ]; then
                  status=0
                  sudo -E env "PATH=$PATH" thaw bench package --against former --runs 20 --markdown figures.md<<DATA>> || status=$?
                  [ "$status" = 1 ] || [ "$status" = 3 ] || [ "$status" = 0 ] || exit "$status"
                else
                  echo "The package that is deployed is no longer kept, so nothing was compared." > figures.md
                fi
            - if: steps.look.outputs.outdated == '1'
              env: { GH_TOKEN: "${{ github.token }}" }
              run: |
                # No two archives have the same bytes, so not the whole manifests.
                parts() { grep -E '"(jvm|client|base)" *:' "$1" 2> /dev/null || true; }
                if [ "$(parts <<KEPT>>/manifest.json)" = "$(parts package/manifest.json)" ]; then
                  echo "The new package has the parts of the one that is deployed: what it lacks comes with a newer Thaw."
                  exit 0
                fi
                mkdir -p <<KEPT>>
                cp package/manifest.json <<KEPT>>/
                git add --force <<KEPT>>/manifest.json
                { cat outdated.txt; echo; cat figures.md; } > body.md
                git config user.name "github-actions[bot]"
                git config user.email "41898282+github-actions[bot]@users.noreply.github.com"
                git checkout --quiet -B thaw/renew-<<FUNCTION>>
                git commit --quiet --message "Renew the package of <<FUNCTION>>"
                gh auth setup-git
                git push --quiet --force origin thaw/renew-<<FUNCTION>>
                gh pr create --head thaw/renew-<<FUNCTION>> --title "Renew the package of <<FUNCTION>>" --body-file body.md ||
                  gh pr edit thaw/renew-<<FUNCTION>> --body-file body.md
      """;

  private static final String README =
      """
      # %s, packaged by Thaw

      %s

      `make deploy` deploys it with the AWS SAM CLI, `make check` starts it here. Paths in `Makefile`, such as that of
      a seed, lead from this folder.

      `manifest.json` has every file of the class path with its SHA-256, the JVM's build, its options and the
      digests of the events that have trained a class archive; `%s` is the bill of materials.
      """;

  private static final String PUBLISHING =
      """
      RUNTIME = %s
      IMAGE = %s
      VERSION = $(shell sha256sum $(IMAGE) | cut -c 1-12)
      URI = %s

      runtime: ## publishes the image as a version of the runtime, and lets the alias %s lead to it%s
      %s\taws lambda-core create-runtime --name $(RUNTIME) || true
      \taws lambda-core create-runtime-version --runtime-name $(RUNTIME) --name $(VERSION) --image-uri $(URI)
      \taws lambda-core update-runtime-alias --runtime-name $(RUNTIME) --name %s --runtime-version $(VERSION) \\
      \t|| aws lambda-core create-runtime-alias --runtime-name $(RUNTIME) --name %s --runtime-version $(VERSION)

      .PHONY: runtime
      """;

  private static final String PUSHING =
      """
      \tdocker load --input $(IMAGE)
      \tdocker tag thaw-function:latest $(URI)
      \tdocker push $(URI)
      """;

  private HandOver() {}

  /** Fills the holes of a text at once: a value may have any text, that of a hole as well. */
  private static String filled(String text, Map<String, String> values) {
    return HOLE.matcher(text)
        .replaceAll(found ->
            Matcher.quoteReplacement(
                Objects.requireNonNull(values.get(found.group(1)), found.group())));
  }

  private static String runner(String architecture) {
    return architecture.equals("arm64") ? "ubuntu-24.04-arm" : "ubuntu-latest";
  }

  private static String inMake(String options) {
    return options.replace("$", "$$");
  }

  private static String environment(List<String> secrets) {
    return secrets.isEmpty()
        ? ""
        : secrets.stream()
            .map(name -> "\n      %s: ${{ secrets.%s }}".formatted(name, name))
            .collect(Collectors.joining("", "\n    env:", ""));
  }

  private static String missing(Commands commands) {
    return commands.missing().isEmpty()
        ? ""
        : "# What it is tried with lacks what this package cannot have: "
            + String.join(", ", commands.missing()).replaceAll("\\s+", " ")
            + "\n";
  }

  /**
   * @param function its logical id
   * @param architecture of the package, as Lambda names it: where an archive of it is made
   * @param facts what was done, one sentence a line
   * @param runtime that must be there before the function
   */
  public static void write(
      String function,
      Commands commands,
      String architecture,
      String facts,
      Optional<Runtime> runtime,
      Path folder)
      throws IOException {
    Files.writeString(
        folder.resolve("Makefile"),
        MAKEFILE.formatted(
                function, missing(commands), inMake(commands.data()), inMake(commands.data()))
            + runtime
                .map(own ->
                    "\n"
                        + PUBLISHING.formatted(
                            own.name(),
                            own.image(),
                            own.pushed().orElse("$(REPOSITORY):$(VERSION)"),
                            PackagedTemplate.RUNTIME_ALIAS,
                            own.pushed().isPresent() ? "" : "; REPOSITORY=an ECR repository",
                            own.pushed().isPresent() ? "" : PUSHING,
                            PackagedTemplate.RUNTIME_ALIAS,
                            PackagedTemplate.RUNTIME_ALIAS))
                .orElse(""));
    Map<String, String> values =
        Map.of(
            "FUNCTION", function,
            "RUNNER", runner(architecture),
            "KEPT", KEPT.formatted(function),
            "SECRETS", environment(commands.secrets()),
            "INSTALLED", INSTALLED,
            "DATA", commands.dataInProject(),
            "MADE", commands.made(),
            "OVERRIDES", commands.overrides());
    Files.createDirectories(folder.resolve(".github/workflows"));
    Files.writeString(folder.resolve(".github/workflows/deploy.yml"), filled(WORKFLOW, values));
    Files.writeString(folder.resolve(".github/workflows/renew.yml"), filled(RENEWAL, values));
    Files.writeString(
        folder.resolve("README.md"), README.formatted(function, facts.strip(), Bom.NAME));
  }
}
