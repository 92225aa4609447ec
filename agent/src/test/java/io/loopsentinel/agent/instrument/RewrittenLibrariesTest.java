package io.loopsentinel.agent.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.hook.Hook;
import io.loopsentinel.targets.config.TargetSpec;
import io.loopsentinel.targets.match.ClassFiles;
import io.loopsentinel.targets.match.MatchedMethod;
import io.loopsentinel.targets.match.Specs;
import io.loopsentinel.targets.match.Target;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;

/** The JVM's verifier accepts what was written into every method of whole libraries. */
@Tag("slow")
class RewrittenLibrariesTest {

  @ParameterizedTest
  @ValueSource(
      classes = {
        reactor.core.publisher.Flux.class,
        picocli.CommandLine.class,
        org.snakeyaml.engine.v2.api.Load.class,
        com.fasterxml.jackson.databind.ObjectMapper.class,
        org.objectweb.asm.ClassReader.class
      })
  void verifiesEachMethodOfALibrary(Class<?> ofLibrary) throws Exception {
    for (boolean changesArguments : new boolean[] {false, true}) {
      Map<String, byte[]> files = classesBeside(ofLibrary);

      files.replaceAll((name, file) -> rewriteAll(name, file, changesArguments));

      assertThat(files).hasSizeGreaterThan(30);
      assertThat(refused(files)).isEmpty();
    }
  }

  /** Java 5 had no frames: the verifier infers the types. */
  @Test
  void verifiesEachMethodOfAnOldLibrary() throws Exception {
    Map<String, byte[]> files = classesBeside(com.fasterxml.jackson.databind.ObjectMapper.class);
    files.replaceAll((name, file) -> needsANewerFormat(file) ? file : inFormatOfJava5(file));
    // Some call what an older format cannot.
    files.keySet().removeAll(refused(files).keySet());

    files.replaceAll((name, file) -> rewriteAll(name, file, false));

    assertThat(files.values())
        .filteredOn(file -> new ClassReader(file).readShort(6) == Opcodes.V1_5)
        .hasSizeGreaterThan(300);
    assertThat(refused(files)).isEmpty();
  }

  private static byte[] rewriteAll(String type, byte[] file, boolean changesArguments) {
    TargetSpec target =
        changesArguments ? Specs.injecting(Object.class, "*") : Specs.exact(Object.class, "*");
    List<MatchedMethod> methods =
        ClassFiles.describe(type, file).getDeclaredMethods().stream()
            .filter(Target::isGuardable)
            .map(method -> new MatchedMethod(method, target, 0))
            .toList();
    return new HookWriter(Hook.class.getName()).guard(type, file, methods);
  }

  /** Links classes, which has them verified; returns why some were refused, by their names. */
  private static Map<String, String> refused(Map<String, byte[]> files) {
    ClassLoader loader = new Rewritten(files);
    Map<String, String> refused = new TreeMap<>();
    for (String name : files.keySet()) {
      try {
        assertThat(Class.forName(name, false, loader).getDeclaredMethods()).isNotNull();
      } catch (NoClassDefFoundError e) {
        // Some class is for another library, which is not here: it can be verified nowhere.
      } catch (ClassNotFoundException | LinkageError e) {
        refused.put(name, String.valueOf(e));
      }
    }
    return refused;
  }

  private static Map<String, byte[]> classesBeside(Class<?> type)
      throws IOException, URISyntaxException {
    File jar = new File(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    Map<String, byte[]> files = new HashMap<>();
    try (JarFile opened = new JarFile(jar)) {
      List<JarEntry> entries = new ArrayList<>(opened.stream().toList());
      for (JarEntry entry : entries) {
        String name = entry.getName();
        if (name.endsWith(".class") && !name.startsWith("META-INF") && !name.contains("-info")) {
          try (InputStream in = opened.getInputStream(entry)) {
            files.put(
                name.substring(0, name.length() - ".class".length()).replace('/', '.'),
                in.readAllBytes());
          }
        }
      }
    }
    return files;
  }

  /** Lambdas are newer, and so are interfaces with bodies in them. */
  private static boolean needsANewerFormat(byte[] file) {
    ClassReader reader = new ClassReader(file);
    boolean[] newer = {(reader.getAccess() & Opcodes.ACC_INTERFACE) != 0};
    for (int item = 1; item < reader.getItemCount(); item++) {
      int offset = reader.getItem(item);
      newer[0] |= offset > 0 && file[offset - 1] == 18; // CONSTANT_InvokeDynamic
    }
    return newer[0];
  }

  private static byte[] inFormatOfJava5(byte[] file) {
    ClassReader reader = new ClassReader(file);
    ClassWriter writer = new ClassWriter(0);
    reader.accept(
        new ClassVisitor(Opcodes.ASM9, writer) {
          @Override
          public void visit(
              int version,
              int access,
              String name,
              String signature,
              String superName,
              String[] interfaces) {
            super.visit(Opcodes.V1_5, access, name, signature, superName, interfaces);
          }
        },
        ClassReader.SKIP_FRAMES);
    return writer.toByteArray();
  }

  /** Has its own copies of the classes it is given. */
  private static final class Rewritten extends ClassLoader {

    private final Map<String, byte[]> files;

    Rewritten(Map<String, byte[]> files) {
      super(RewrittenLibrariesTest.class.getClassLoader());
      this.files = files;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      synchronized (getClassLoadingLock(name)) {
        Class<?> loaded = findLoadedClass(name);
        if (loaded != null) {
          return loaded;
        }
        byte[] file = files.get(name);
        return file == null
            ? super.loadClass(name, resolve)
            : defineClass(name, Objects.requireNonNull(file), 0, file.length);
      }
    }
  }
}
