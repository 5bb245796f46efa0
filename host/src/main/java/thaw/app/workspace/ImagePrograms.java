package thaw.app.workspace;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import thaw.environment.launch.RuntimeProgram;
import thaw.files.ForeignTree;
import thaw.function.CustomerRuntime;
import thaw.function.FunctionDefinition;
import thaw.function.packaging.CodeSource;
import thaw.function.packaging.ImageConfig;
import thaw.function.packaging.Sha256;
import thaw.image.ImageSettings;
import thaw.image.ImageStore;
import thaw.problem.UserMistake;

/** Makes the programs that are started of container images. */
final class ImagePrograms {
  /** The variable by which images name the folder of a function's code. */
  private static final String TASK_ROOT = "LAMBDA_TASK_ROOT";

  private static final String USUAL_TASK_ROOT = "/var/task";
  private static final String BOOTSTRAP = "/var/runtime/bootstrap";

  private ImagePrograms() {}

  /**
   * A function whose code is in its image.
   *
   * @param config what the function has otherwise than the image says
   * @see <a href="https://docs.aws.amazon.com/lambda/latest/dg/images-parms.html">Container image
   *     settings</a>
   */
  static RuntimeProgram.Image whole(ImageStore.Unpacked image, ImageConfig config) {
    ImageSettings settings = image.settings();
    List<String> command = new ArrayList<>(config.entryPoint().orElse(settings.entryPoint()));
    command.addAll(config.command().orElse(settings.command()));
    if (command.isEmpty()) {
      throw new UserMistake(
          "the image " + image.digest() + " names no program to start",
          "give it an ENTRYPOINT, or the function an ImageConfig with EntryPoint and Command");
    }
    String folder = config.workingDirectory().orElse(settings.workingDirectory());
    return new RuntimeProgram.Image(
        RuntimeProgram.Image.WHOLE,
        image.root(),
        image.digest(),
        command,
        Path.of(folder.isEmpty() ? "/" : folder),
        settings.environment(),
        settings.allowsSnapStart(),
        false);
  }

  /** The image of a customer-managed runtime on this machine. */
  static Path file(FunctionDefinition function, CustomerRuntime runtime) {
    return runtime
        .image()
        .orElseThrow(() ->
            new UserMistake(
                function.logicalId()
                    + " runs on the customer-managed runtime "
                    + runtime.arn()
                    + ", and this machine has no image of it",
                "name it in the template, Metadata: {ThawRuntimeImage: FILE} beside Properties, or"
                    + " create the runtime with thaw run: create-runtime, -version and -alias"));
  }

  /**
   * A customer-managed runtime, which starts the program {@code bootstrap} where AWS's base images
   * have it, or else what the image says.
   */
  static RuntimeProgram.Image runtime(ImageStore.Unpacked image, FunctionDefinition function) {
    ImageSettings settings = image.settings();
    List<String> command =
        new ForeignTree(image.root()).find(BOOTSTRAP).filter(Files::isExecutable).isPresent()
            ? List.of(BOOTSTRAP)
            : settings.entryPoint();
    if (command.isEmpty()) {
      throw new UserMistake(
          "the runtime's image of "
              + function.logicalId()
              + " has neither "
              + BOOTSTRAP
              + " nor an ENTRYPOINT",
          "build it on a base image of Lambda's, or give it a bootstrap");
    }
    return new RuntimeProgram.Image(
        RuntimeProgram.Image.RUNTIME,
        image.root(),
        image.digest(),
        command,
        Path.of(USUAL_TASK_ROOT),
        settings.environment(),
        settings.allowsSnapStart(),
        false);
  }

  /** The function's own files on the host. */
  static Path task(ImageStore.Unpacked image) {
    String task = image.settings().environment().getOrDefault(TASK_ROOT, USUAL_TASK_ROOT);
    try {
      return new ForeignTree(image.root()).at(task);
    } catch (UncheckedIOException | InvalidPathException e) {
      throw new UserMistake(
          "the image %s has no folder %s for the function's code: %s"
              .formatted(image.digest(), task, e.getMessage()),
          "build the image again, with the code in " + USUAL_TASK_ROOT);
    }
  }

  static Sha256 digest(CodeSource.Image source) {
    try {
      return source.digest();
    } catch (IOException e) {
      throw new UncheckedIOException("could not read " + source.path() + ": " + e, e);
    }
  }
}
