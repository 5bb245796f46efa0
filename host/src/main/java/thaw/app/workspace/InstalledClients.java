package thaw.app.workspace;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import thaw.app.choice.JvmChoice;
import thaw.app.shared.Folders;
import thaw.app.shared.Progress;
import thaw.environment.launch.ClientKind;
import thaw.environment.launch.ManagedRuntime;
import thaw.environment.launch.OpenPackages;
import thaw.environment.launch.RuntimeClient;
import thaw.environment.launch.RuntimeProgram;
import thaw.function.FunctionDefinition;
import thaw.problem.UserMistake;
import thaw.sandbox.Instance;
import thaw.sandbox.jdk.Jdk;
import thaw.snapshot.archive.ArchiveStore;
import thaw.snapstart.ArchiveTraining;

/** The runtime clients, each with the archives of its classes. Of one thread at a time. */
final class InstalledClients {
  private final Instance instance;
  private final Folders folders;
  private final ArchiveStore archives;
  private final Progress progress;
  private final Consumer<String> once;
  private final Map<ClientKind, Client> clients = new EnumMap<>(ClientKind.class);

  /**
   * @param once gets what is to be said of them one time
   */
  InstalledClients(
      Instance instance,
      Folders folders,
      ArchiveStore archives,
      Progress progress,
      Consumer<String> once) {
    this.instance = instance;
    this.folders = folders;
    this.archives = archives;
    this.progress = progress;
    this.once = once;
  }

  /** A runtime client with the archives of its classes. */
  private record Client(RuntimeClient client, ArchiveTraining archives) {}

  /** Returns the program by which a function starts on this JDK. */
  RuntimeProgram.Java program(
      FunctionDefinition function, ManagedRuntime.Choice on, JvmChoice choice)
      throws InterruptedException {
    Jdk jdk = on.jdk();
    if (jdk.feature() < choice.client().oldestJdk()) {
      throw new UserMistake(
          function.logicalId()
              + " runs on "
              + jdk.label()
              + ", and this runtime client needs JDK "
              + choice.client().oldestJdk(),
          "use --runtime official, or name a newer JDK");
    }
    Client client = clients.computeIfAbsent(choice.client(), this::install);
    List<String> options = new ArrayList<>(OpenPackages.options(function, jdk));
    options.addAll(choice.flags());
    return new RuntimeProgram.Java(
        jdk, on.standIn(), options, client.client(), archive(jdk, client.archives()));
  }

  private Client install(ClientKind kind) {
    RuntimeClient client =
        RuntimeClient.install(
            kind, folders.program(), folders.cache().resolve("runtime-client"), progress::line);
    Path trained = folders.program().resolve("training-function");
    return new Client(client, new ArchiveTraining(instance, client, archives, trained));
  }

  private Optional<RuntimeProgram.ClassArchive> archive(Jdk jdk, ArchiveTraining training)
      throws InterruptedException {
    if (training.isMissing(jdk)) {
      progress.line(
          "making the class archive of the runtime client for " + jdk.label() + " (once) ...");
      training
          .train(jdk)
          .ifPresent(why ->
              once.accept(
                  "the class archive of the runtime client for "
                      + jdk.label()
                      + " was not made this time, and starts are slower than on Lambda: "
                      + why));
    }
    training.problem(jdk).ifPresent(once);
    return training.find(jdk);
  }
}
