package thaw.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntUnaryOperator;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import thaw.app.shared.Folders;
import thaw.fixture.SideBySide;

/** What the build does with class files as compilers before Java 6 wrote them. */
@SideBySide
class ClassFramesTest {
  private static final String CLASS = "old/Sign.class";

  @TempDir Path folder;

  @Test
  void no_library_has_a_class_that_is_too_old_for_the_cache() throws Exception {
    Set<String> old = new TreeSet<>();
    Path libraries = Folders.of(System.getenv()).program().resolve("lib");
    try (Stream<Path> jars = Files.list(libraries)) {
      for (Path jar : jars.filter(each -> each.toString().endsWith(".jar")).toList()) {
        try (ZipFile zip = new ZipFile(jar.toFile())) {
          for (ZipEntry entry : Collections.list(zip.entries())) {
            if (entry.getName().endsWith(".class") && major(zip, entry) < Opcodes.V1_6) {
              old.add(entry.getName());
            }
          }
        }
      }
    }
    assertEquals(
        Set.of("org/apache/commons/logging/impl/Log4JLogger.class"),
        old,
        "it has no Log4j to log to");
  }

  @Test
  void an_old_class_gets_frames_and_does_the_same_and_all_else_stays() throws Exception {
    Path jar =
        jar(
            "old.jar",
            "META-INF/MANIFEST.MF",
            words("Name: x\n"),
            CLASS,
            sign("java/util/HashSet"));

    frame();

    assertArrayEquals(words("Name: x\n"), entry(jar, "META-INF/MANIFEST.MF"));
    assertEquals(Opcodes.V1_6, entry(jar, CLASS)[7]);
    assertNotNull(entry(jar, "META-INF/changed-by-thaw.txt"));
    try (URLClassLoader loader = new URLClassLoader(new URL[] {jar.toUri().toURL()})) {
      IntUnaryOperator sign =
          (IntUnaryOperator) loader.loadClass("old.Sign").getDeclaredConstructor().newInstance();
      assertEquals(2, sign.applyAsInt(1), "[]");
    }
    byte[] made = Files.readAllBytes(jar);
    frame();
    assertArrayEquals(made, Files.readAllBytes(jar));
  }

  @Test
  void what_is_signed_or_cannot_have_frames_stays_as_it_is() throws Exception {
    Path signed = jar("signed.jar", "META-INF/A.SF", words(""), CLASS, sign("java/util/HashSet"));
    Path odd = jar("odd.jar", "old/Sub.class", subroutine(), CLASS, sign("absent/Other"));
    List<byte[]> before = List.of(Files.readAllBytes(signed), Files.readAllBytes(odd));

    frame();

    assertArrayEquals(before.getFirst(), Files.readAllBytes(signed));
    assertArrayEquals(before.getLast(), Files.readAllBytes(odd));
  }

  private void frame() throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin/java").toString(),
                "src/main/build/ClassFrames.java",
                folder.toString())
            .redirectErrorStream(true)
            .start();
    String output =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    assertEquals("0 ", process.waitFor() + " " + output);
  }

  /** A class with branches whose ends have types of their own, so that frames are computed. */
  private static byte[] sign(String other) {
    ClassWriter file = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    file.visit(
        Opcodes.V1_5,
        Opcodes.ACC_PUBLIC | Opcodes.ACC_SUPER,
        "old/Sign",
        null,
        "java/lang/Object",
        new String[] {"java/util/function/IntUnaryOperator"});
    MethodVisitor made = file.visitMethod(Opcodes.ACC_PUBLIC, "<init>", "()V", null, null);
    made.visitVarInsn(Opcodes.ALOAD, 0);
    made.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
    made.visitInsn(Opcodes.RETURN);
    made.visitMaxs(0, 0);
    MethodVisitor code = file.visitMethod(Opcodes.ACC_PUBLIC, "applyAsInt", "(I)I", null, null);
    Label negative = new Label();
    Label end = new Label();
    code.visitVarInsn(Opcodes.ILOAD, 1);
    code.visitJumpInsn(Opcodes.IFLT, negative);
    instance(code, "java/util/ArrayList");
    code.visitJumpInsn(Opcodes.GOTO, end);
    code.visitLabel(negative);
    instance(code, other);
    code.visitLabel(end);
    code.visitMethodInsn(
        Opcodes.INVOKEVIRTUAL, "java/lang/Object", "toString", "()Ljava/lang/String;", false);
    code.visitMethodInsn(Opcodes.INVOKEVIRTUAL, "java/lang/String", "length", "()I", false);
    code.visitInsn(Opcodes.IRETURN);
    code.visitMaxs(0, 0);
    file.visitEnd();
    return file.toByteArray();
  }

  private static void instance(MethodVisitor code, String type) {
    code.visitTypeInsn(Opcodes.NEW, type);
    code.visitInsn(Opcodes.DUP);
    code.visitMethodInsn(Opcodes.INVOKESPECIAL, type, "<init>", "()V", false);
  }

  /** As javac made one of finally up to Java 5. */
  private static byte[] subroutine() {
    ClassWriter file = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    file.visit(Opcodes.V1_3, Opcodes.ACC_PUBLIC, "old/Sub", null, "java/lang/Object", null);
    MethodVisitor code =
        file.visitMethod(Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, "run", "()V", null, null);
    Label subroutine = new Label();
    code.visitJumpInsn(Opcodes.JSR, subroutine);
    code.visitInsn(Opcodes.RETURN);
    code.visitLabel(subroutine);
    code.visitVarInsn(Opcodes.ASTORE, 0);
    code.visitVarInsn(Opcodes.RET, 0);
    code.visitMaxs(0, 0);
    file.visitEnd();
    return file.toByteArray();
  }

  private static byte[] words(String words) {
    return words.getBytes(StandardCharsets.UTF_8);
  }

  private Path jar(String name, Object... namesAndBytes) throws Exception {
    Path jar = folder.resolve(name);
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(jar))) {
      for (int i = 0; i < namesAndBytes.length; i += 2) {
        zip.putNextEntry(new ZipEntry((String) namesAndBytes[i]));
        zip.write((byte[]) namesAndBytes[i + 1]);
        zip.closeEntry();
      }
    }
    return jar;
  }

  private static byte[] entry(Path jar, String name) throws Exception {
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      return zip.getInputStream(zip.getEntry(name)).readAllBytes();
    }
  }

  private static int major(ZipFile zip, ZipEntry entry) throws Exception {
    try (var in = zip.getInputStream(entry)) {
      return in.readNBytes(8)[7];
    }
  }
}
