package thaw.lab.firstuse;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import thaw.lab.engine.ArchiveUse;
import thaw.lab.engine.Jvm;
import thaw.lab.engine.Workbench;
import thaw.lab.result.SampleFailure;
import thaw.sandbox.jdk.Jdk;

/** First uses that share a class path, and an archive that one run of all of them trains. */
enum FirstUseTraining {
  LANGUAGE(Optional.empty(), List.of()),
  JDK(Optional.empty(), List.of()),
  SLF4J_SIMPLE(Optional.of("slf4j-simple"), List.of()),
  LOGBACK(
      Optional.of("logback"),
      List.of("-Dlogback.configurationFile=thaw/course/firstuse/logback.xml")),
  LOG4J(
      Optional.of("log4j"),
      List.of("-Dlog4j2.configurationFile=classpath:thaw/course/firstuse/log4j2.xml"));

  private static final String PROGRAM = "thaw.course.firstuse.FirstUse";

  private final Optional<String> libraries;
  private final List<String> options;

  FirstUseTraining(Optional<String> libraries, List<String> options) {
    this.libraries = libraries;
    this.options = options;
  }

  /** The JVM that makes one sample, with its archive, which is trained when it is missing. */
  Jvm jvm(ArchiveUse archive, Jdk jdk, Workbench workbench, String... program)
      throws InterruptedException, SampleFailure {
    Jvm measured = plain(jdk, workbench, program);
    return workbench.archives().with(archive, measured, training(jdk, workbench));
  }

  /** The JVM that makes one sample of {@code FirstUse}. */
  Jvm uses(ArchiveUse archive, Jdk jdk, Workbench workbench, List<String> arguments)
      throws InterruptedException, SampleFailure {
    return jvm(
        archive,
        jdk,
        workbench,
        Stream.concat(Stream.of(PROGRAM), arguments.stream()).toArray(String[]::new));
  }

  private Jvm training(Jdk jdk, Workbench workbench) {
    List<String> program = new ArrayList<>(List.of(PROGRAM, "train"));
    for (FirstUses use : FirstUses.values()) {
      if (use.training() == this && !program.contains(use.program())) {
        program.add(use.program());
      }
    }
    if (this == LANGUAGE) {
      program.add("retry");
    }
    return plain(jdk, workbench, program.toArray(String[]::new));
  }

  private Jvm plain(Jdk jdk, Workbench workbench, String... program) {
    List<Path> classPath = new ArrayList<>(List.of(workbench.courseJar()));
    libraries.ifPresent(set -> classPath.addAll(workbench.libraries(set)));
    return Jvm.on(jdk, classPath, program).with(options);
  }
}
