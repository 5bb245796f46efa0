package thaw.escape;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import thaw.fixture.Sources;

/** Classes as they are found, and such as no compiler makes. */
class AnalyzedProgramTest {
  private static final MethodName RUN = new MethodName("example.One", "run", "()V");

  @TempDir Path folder;

  @Test
  void a_jar_for_several_releases_has_the_class_that_ran() throws IOException {
    Path tree = folder.resolve("tree");
    Sources.compile(tree, "package example; public class One { void run() { } }");
    Sources.compile(
        tree.resolve("META-INF/versions/21"),
        "package example; public class One { void run() { new Object(); } }",
        "package example; public class Two { }");
    Files.writeString(
        tree.resolve("META-INF/MANIFEST.MF"), "Manifest-Version: 1.0\nMulti-Release: true\n\n");
    Path jar = Sources.jar(tree, folder.resolve("several.jar"));
    assertEquals(0, sites(jar, "17.0.15+6"));
    assertEquals(1, sites(jar, "25.0.3+9-LTS"));
    try (AnalyzedProgram program = AnalyzedProgram.of(List.of(jar), List.of())) {
      assertTrue(program.isOwn("example.Two"));
    }
  }

  private static int sites(Path jar, String release) throws IOException {
    try (AnalyzedProgram program = AnalyzedProgram.of(List.of(jar), List.of())) {
      program.ranOn(release);
      return Objects.requireNonNull(program.code(RUN)).sites().size();
    }
  }

  @Test
  void calls_that_only_look_like_boxes_and_lambdas_are_none() throws IOException {
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    writer.visit(Opcodes.V17, 0, "example/One", null, "java/lang/Object", null);
    MethodVisitor run = writer.visitMethod(Opcodes.ACC_STATIC, "run", "()V", null, null);
    run.visitCode();
    run.visitMethodInsn(Opcodes.INVOKESTATIC, "java/lang/Integer", "valueOf", "()V", false);
    run.visitInsn(Opcodes.ICONST_0);
    run.visitInvokeDynamicInsn(
        "run",
        "(I)Ljava/lang/Runnable;",
        new Handle(
            Opcodes.H_INVOKESTATIC,
            "java/lang/invoke/LambdaMetafactory",
            "metafactory",
            "()V",
            false));
    run.visitInsn(Opcodes.POP);
    run.visitInsn(Opcodes.RETURN);
    run.visitMaxs(0, 0);
    run.visitEnd();
    List<Site> sites = code(writer).sites();
    assertEquals(1, sites.size());
    assertEquals("", sites.getFirst().detail());
  }

  @Test
  void what_cannot_be_analysed_is_known_to_be_unknown() throws IOException {
    ClassWriter writer = new ClassWriter(0);
    writer.visit(Opcodes.V17, 0, "example/One", null, "java/lang/Object", null);
    MethodVisitor run = writer.visitMethod(Opcodes.ACC_STATIC, "run", "()V", null, null);
    run.visitCode();
    run.visitTypeInsn(Opcodes.NEW, "java/lang/Object");
    run.visitInsn(Opcodes.POP2); // of one value
    run.visitInsn(Opcodes.RETURN);
    run.visitMaxs(1, 0);
    run.visitEnd();
    assertFalse(code(writer).isKnown());
  }

  private MethodCode code(ClassWriter writer) throws IOException {
    Files.createDirectories(folder.resolve("example"));
    Files.write(folder.resolve("example/One.class"), writer.toByteArray());
    try (AnalyzedProgram program = AnalyzedProgram.of(List.of(folder), List.of())) {
      return Objects.requireNonNull(program.code(RUN));
    }
  }
}
