package io.loopsentinel.build;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

class LambdaCompilerTest {

  private static final String PROGRAM = "io.loopsentinel.build.LambdasOfEveryKind";

  @TempDir Path classes;

  @BeforeEach
  void copyProgram() throws IOException {
    Path tests = Path.of("target", "test-classes");
    try (Stream<Path> files = Files.walk(tests)) {
      for (Path file : files.filter(LambdaCompilerTest::isOfProgram).toList()) {
        Path copy = classes.resolve(tests.relativize(file));
        Files.createDirectories(copy.getParent());
        Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
      }
    }
  }

  @Test
  void programsGiveWhatTheyGaveBefore() throws Exception {
    List<Object> before = new LambdasOfEveryKind().get();

    LambdaCompiler.compile(classes);

    assertThat(run().toString()).isEqualTo(before.toString());
    assertThat(before).hasSize(37).contains("localfield1c34.56.5true");
  }

  @Test
  void leavesNoLambdaToTheJvmButOneThatCanBeSerialised() throws IOException {
    assertThat(lambdas()).hasSizeGreaterThan(40);

    LambdaCompiler.compile(classes);

    // Where it is made, and where it is read.
    assertThat(lambdas())
        .containsExactly(
            "io/loopsentinel/build/LambdasOfEveryKind get",
            "io/loopsentinel/build/LambdasOfEveryKind get");
  }

  @Test
  void leavesCompiledClassesAsTheyAre() throws IOException {
    LambdaCompiler.compile(classes);
    Map<String, List<Byte>> once = contents();

    LambdaCompiler.compile(classes);

    assertThat(contents()).isEqualTo(once);
  }

  @Test
  void deletesTheLambdasOfAClassThatWasCompiledAnew() throws Exception {
    LambdaCompiler.compile(classes);
    Map<String, List<Byte>> once = contents();
    // As javac leaves it: the class is new, those of its lambdas are not; one has no lambda any
    // more.
    Path stale = classes.resolve("io/loopsentinel/build/LambdasOfEveryKind$$Lambda$999.class");
    Files.copy(classes.resolve("io/loopsentinel/build/LambdasOfEveryKind$$Lambda$1.class"), stale);
    copyProgram();

    LambdaCompiler.compile(classes);

    assertThat(stale).doesNotExist();
    assertThat(contents().keySet()).isEqualTo(once.keySet());
    assertThat(run()).isNotEmpty();
  }

  @SuppressWarnings("unchecked")
  private List<Object> run() throws Exception {
    try (URLClassLoader loader =
        new URLClassLoader(
            new URL[] {classes.toUri().toURL()}, ClassLoader.getPlatformClassLoader())) {
      Class<?> program = loader.loadClass(PROGRAM);
      return ((Supplier<List<Object>>) program.getConstructor().newInstance()).get();
    }
  }

  /** The class and the method of the interface of each lambda that the JVM would have to spin. */
  private List<String> lambdas() throws IOException {
    List<String> found = new ArrayList<>();
    for (Path file : files()) {
      ClassReader reader = new ClassReader(Files.readAllBytes(file));
      reader.accept(
          new ClassVisitor(Opcodes.ASM9) {
            @Override
            public MethodVisitor visitMethod(
                int access, String name, String descriptor, String signature, String[] thrown) {
              return new MethodVisitor(Opcodes.ASM9) {
                @Override
                public void visitInvokeDynamicInsn(
                    String called, String type, Handle bootstrap, Object... arguments) {
                  if (bootstrap.getOwner().endsWith("LambdaMetafactory")) {
                    found.add(reader.getClassName() + " " + called);
                  }
                }
              };
            }
          },
          0);
    }
    return found;
  }

  private Map<String, List<Byte>> contents() throws IOException {
    Map<String, List<Byte>> contents = new LinkedHashMap<>();
    for (Path file : files()) {
      List<Byte> content = new ArrayList<>();
      for (byte each : Files.readAllBytes(file)) {
        content.add(each);
      }
      contents.put(file.getFileName().toString(), content);
    }
    return contents;
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.walk(classes)) {
      return files.filter(Files::isRegularFile).sorted().toList();
    }
  }

  private static boolean isOfProgram(Path file) {
    String name = file.getFileName().toString();
    return name.startsWith("LambdasOfEveryKind") || name.equals("Base.class");
  }
}
