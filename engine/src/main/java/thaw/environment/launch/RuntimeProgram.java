package thaw.environment.launch;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import thaw.runtimeapi.log.Start;
import thaw.sandbox.jdk.Jdk;
import thaw.snapshot.archive.ArchiveFormat;

/** The program that speaks to the Runtime API in an environment. */
public sealed interface RuntimeProgram {
  /** {@code sha256:} and twelve digits. */
  int SHOWN_DIGEST = 19;

  /** Returns its name for people: {@code Temurin 25.0.3+9}. */
  String label();

  /** Changes when the program does, also when its version does not. */
  String fingerprint();

  /** The program, its version and its options: equal for programs that start alike. */
  String identity();

  /** Lambda's identifier without its version, {@code java:25}. */
  String family();

  /** Returns the version of the program itself, {@code 25.0.3+9}; 1 for a program that has none. */
  String version();

  /** Returns whether it writes an archive when it ends. */
  boolean trains();

  /** Tells how it is started where it is not restored. */
  default Start start() {
    return Start.PLAIN;
  }

  /** Its root file system on the host, where it is not the host's own. */
  default Optional<Path> rootFileSystem() {
    return this instanceof Image image ? Optional.of(image.root()) : Optional.empty();
  }

  /** Folders on the host that it is read from, the function's code excepted. */
  List<Path> folders();

  /**
   * A Java runtime client on a JDK.
   *
   * @param standIn where the JDK is not the one that the function's runtime names
   * @param jvmOptions in addition to those of the managed runtime, and after them
   * @param archive the class archive that it starts from, absent when there is none
   */
  record Java(
      Jdk jdk,
      Optional<StandIn> standIn,
      List<String> jvmOptions,
      RuntimeClient client,
      Optional<ClassArchive> archive)
      implements RuntimeProgram {
    public Java {
      jvmOptions = List.copyOf(jvmOptions);
    }

    /** One on the JDK that was asked for. */
    public Java(
        Jdk jdk, List<String> jvmOptions, RuntimeClient client, Optional<ClassArchive> archive) {
      this(jdk, Optional.empty(), jvmOptions, client, archive);
    }

    /** Returns the JDK's name, with the JDK that it stands for. */
    @Override
    public String label() {
      return standIn.map(each -> each.label(jdk)).orElseGet(jdk::label);
    }

    @Override
    public String fingerprint() {
      return jdk.fingerprint();
    }

    /** Returns the client's name for people, where it is not the client that Lambda has. */
    public Optional<String> unusualClient() {
      return switch (client.kind()) {
        case OFFICIAL -> Optional.empty();
        case THAW -> Optional.of("Thaw's runtime client");
      };
    }

    @Override
    public boolean trains() {
      return archive.filter(ClassArchive::isWritten).isPresent();
    }

    @Override
    public Start start() {
      return archive
          .filter(present -> present.function().isPresent())
          .map(ClassArchive::start)
          .orElse(Start.PLAIN);
    }

    /** Returns the program with further options behind the others. */
    Java withOptions(List<String> further) {
      List<String> all = new ArrayList<>(jvmOptions);
      all.addAll(further);
      return new Java(jdk, standIn, all, client, archive);
    }

    /**
     * Its options where something else starts it; heap and processors are left to that.
     *
     * @param clientFolder where the client is there
     */
    public List<String> optionsElsewhere(Path clientFolder) {
      List<String> options = new ArrayList<>(JvmOptions.ofAnySize(jdk.feature()));
      options.addAll(client.kind().jvmOptions(clientFolder));
      options.addAll(jvmOptions);
      return options;
    }

    public Java withArchive(ClassArchive other) {
      return new Java(jdk, standIn, jvmOptions, client, Optional.of(other));
    }

    @Override
    public String identity() {
      return fingerprint() + "\n" + jvmOptions + "\n" + client.root().getFileName();
    }

    @Override
    public String family() {
      return "java:" + jdk.feature(); // what runs, whatever was asked for
    }

    @Override
    public String version() {
      return jdk.version();
    }

    @Override
    public List<Path> folders() {
      List<Path> folders = new ArrayList<>(List.of(jdk.home(), client.root()));
      archive.ifPresent(present -> folders.add(present.folder()));
      return folders;
    }
  }

  /**
   * The function's own {@code bootstrap}, from its deployment package or a layer: a native
   * executable, or a script that starts a runtime client of any language.
   *
   * @param identifier {@code provided.al2023}
   * @param trains whether it is told to write an archive, see {@code BootstrapTraining}
   */
  record Bootstrap(String identifier, boolean trains) implements RuntimeProgram {
    /** One that serves. */
    public Bootstrap(String identifier) {
      this(identifier, false);
    }

    public Bootstrap training() {
      return new Bootstrap(identifier, true);
    }

    @Override
    public String label() {
      return identifier;
    }

    @Override
    public String fingerprint() {
      return identifier; // the program is part of the code, which has a digest of its own
    }

    @Override
    public String identity() {
      return identifier;
    }

    @Override
    public String family() {
      return identifier.replace('.', ':');
    }

    @Override
    public String version() {
      return "1";
    }

    @Override
    public List<Path> folders() {
      return List.of();
    }
  }

  /**
   * A program that a container image says is started: a function's own image, or the one that a
   * customer-managed runtime consists of.
   *
   * @param identifier {@code image}, or {@code custom} where the function's code is not in it
   * @param root its root file system on the host
   * @param digest of the image
   * @param command ENTRYPOINT and CMD
   * @param workingDirectory in the box
   * @param environment what the image sets
   * @param allowsSnapStart whether it may be snapshot though it does not ask for its restore
   * @param trains whether it is told to write an archive, see {@code BootstrapTraining}
   */
  record Image(
      String identifier,
      Path root,
      String digest,
      List<String> command,
      Path workingDirectory,
      Map<String, String> environment,
      boolean allowsSnapStart,
      boolean trains)
      implements RuntimeProgram {
    /** The identifier for a function whose code is in the image. */
    public static final String WHOLE = "image";

    /** The text in place of a digest while the image is made. */
    public static final String UNFINISHED = "sha256:unfinished";

    /** The identifier of a customer-managed runtime. */
    public static final String RUNTIME = "custom";

    public Image {
      command = List.copyOf(command);
      environment = Map.copyOf(environment);
    }

    public Image training() {
      return new Image(
          identifier, root, digest, command, workingDirectory, environment, allowsSnapStart, true);
    }

    Image startedBy(List<String> words) {
      List<String> all = new ArrayList<>(words);
      all.addAll(command);
      return new Image(
          identifier, root, digest, all, workingDirectory, environment, allowsSnapStart, trains);
    }

    /** Returns whether the function's code is in the image. */
    public boolean isWhole() {
      return identifier.equals(WHOLE);
    }

    @Override
    public String label() {
      return digest.equals(UNFINISHED)
          ? identifier
          : identifier + " " + digest.substring(0, Math.min(digest.length(), SHOWN_DIGEST));
    }

    @Override
    public String fingerprint() {
      return digest.replaceFirst("^sha256:", "");
    }

    @Override
    public String identity() {
      return identifier + " " + digest + " " + command + " " + workingDirectory;
    }

    @Override
    public String family() {
      return identifier;
    }

    @Override
    public String version() {
      return "1";
    }

    @Override
    public List<Path> folders() {
      return List.of(root);
    }
  }

  /** Tells what a process does with a class archive. */
  enum ArchiveUse {
    /** Starts from it, or without it when the JVM refuses it. */
    START,
    /** Starts from it, or not at all. */
    REQUIRE,
    /** Writes it when it ends. */
    WRITE
  }

  /**
   * A class archive of the runtime client, or of a function with the runtime client.
   *
   * @param folder on the host
   * @param format how it is written and used
   * @param function the function's part of it
   */
  record ClassArchive(
      Path folder, ArchiveFormat format, ArchiveUse use, Optional<FunctionClasses> function) {
    List<String> options(Path folderInBox) {
      Path file = folderInBox.resolve(format.fileName());
      return switch (use) {
        // With an agent of the function the JVM refuses the client's: that is not its owner's
        // matter.
        case START -> function.isPresent() ? format.use(file) : format.useQuietly(file);
        case REQUIRE -> format.require(file);
        case WRITE -> format.write(file);
      };
    }

    Start start() {
      return switch (format) {
        case AOT_CACHE -> Start.AOT;
        case DYNAMIC_CDS -> Start.APPCDS;
      };
    }

    boolean isWritten() {
      return use == ArchiveUse.WRITE;
    }
  }
}
