package io.loopsentinel.agent.instrument;

import java.io.ByteArrayOutputStream;
import java.lang.reflect.Modifier;
import java.util.Iterator;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Rewrites the instructions of methods of a class file.
 *
 * <p>The rest is copied as it is; no member is added, as the JVM would refuse that for a class that
 * is loaded already.
 */
final class MethodBodies {

  /*
   * ASM is given a class with nothing in it but the methods that are rewritten, and the constants
   * of the whole. It adds constants behind those, which keep their indexes (ClassWriter, "mostly
   * add" transformations, https://asm.ow2.io/asm4-guide.pdf 2.2.4). So the methods that come back,
   * and the constants, replace those of the file, and nothing else in it is looked at. To have ASM
   * step over all other methods was a fourth of what two classes of the JDK took: 11 of 42 ms.
   */

  private static final String BOOTSTRAP_METHODS = "BootstrapMethods";

  /** Where the number of variables stands in the attribute, behind its header and the stack's. */
  private static final int MAX_LOCALS = 8;

  private final byte[] file;
  private final ClassLayout layout;

  /** What rewrites the methods that are chosen, by their offsets. */
  private final Map<Integer, UnaryOperator<MethodVisitor>> chosen = new TreeMap<>();

  private MethodBodies(byte[] file) {
    this.file = file;
    this.layout = new ClassLayout(file);
  }

  /** Chooses what is written into a method. */
  interface Choice {

    /**
     * Returns what makes, of a visitor that takes what the instructions of a method become, one
     * that reads them.
     *
     * @return {@code null} where they stay as they are
     */
    @Nullable UnaryOperator<MethodVisitor> of(String name, MethodSite site);
  }

  /**
   * Returns a class file with other instructions in some of its methods.
   *
   * @throws IllegalArgumentException if its format is newer than what this agent knows
   */
  static byte[] rewrite(byte[] file, Choice choice) {
    MethodBodies bodies = new MethodBodies(file);
    bodies.choose(choice);
    return bodies.chosen.isEmpty() ? file : bodies.merge(bodies.rewrite(bodies.reduced()));
  }

  private void choose(Choice choice) {
    int version = layout.u2(6);
    String owner = layout.className(layout.access() + 2);
    int number = layout.methods();
    int method = number + 2;
    for (int left = layout.u2(number); left > 0; left--) {
      int code = layout.attribute(method + 6, "Code");
      if (code > 0) {
        boolean isStatic = Modifier.isStatic(layout.u2(method));
        String descriptor = layout.text(layout.u2(method + 4));
        MethodSite site =
            new MethodSite(version, owner, isStatic, descriptor, layout.u2(code + MAX_LOCALS));
        UnaryOperator<MethodVisitor> body = choice.of(layout.text(layout.u2(method + 2)), site);
        if (body != null) {
          chosen.put(method, body);
        }
      }
      method = layout.afterMember(method);
    }
  }

  /** Returns the class with the chosen methods alone. */
  private byte[] reduced() {
    ByteArrayOutputStream out = new ByteArrayOutputStream(file.length);
    out.write(file, 0, layout.fields());
    writeNumber(out, 0);
    writeNumber(out, chosen.size());
    for (int method : chosen.keySet()) {
      out.write(file, method, layout.afterMember(method) - method);
    }
    int bootstrap = layout.attribute(layout.afterMembers(layout.methods()), BOOTSTRAP_METHODS);
    writeNumber(out, bootstrap > 0 ? 1 : 0);
    if (bootstrap > 0) {
      out.write(file, bootstrap, layout.afterAttribute(bootstrap) - bootstrap);
    }
    return out.toByteArray();
  }

  private byte[] rewrite(byte[] reduced) {
    ClassReader reader = new ClassReader(reduced);
    ClassWriter writer = new ClassWriter(reader, 0);
    Iterator<UnaryOperator<MethodVisitor>> bodies = chosen.values().iterator();
    ClassVisitor visitor =
        new ClassVisitor(Opcodes.ASM9, writer) {
          @Override
          public MethodVisitor visitMethod(
              int access,
              String name,
              String descriptor,
              @Nullable String signature,
              String @Nullable [] exceptions) {
            return bodies
                .next()
                .apply(super.visitMethod(access, name, descriptor, signature, exceptions));
          }
        };
    reader.accept(visitor, ClassReader.EXPAND_FRAMES);
    return writer.toByteArray();
  }

  /** Returns the whole class with the constants and methods of the rewritten part. */
  private byte[] merge(byte[] rewritten) {
    ClassLayout parts = new ClassLayout(rewritten);
    ByteArrayOutputStream out = new ByteArrayOutputStream(file.length + rewritten.length);
    out.write(rewritten, 0, parts.access());
    int number = layout.methods();
    int method = number + 2;
    out.write(file, layout.access(), method - layout.access());
    int part = parts.methods() + 2;
    for (int left = layout.u2(number); left > 0; left--) {
      int next = layout.afterMember(method);
      if (chosen.containsKey(method)) {
        int nextPart = parts.afterMember(part);
        out.write(rewritten, part, nextPart - part);
        part = nextPart;
      } else {
        out.write(file, method, next - method);
      }
      method = next;
    }
    out.write(file, method, file.length - method);
    return out.toByteArray();
  }

  private static void writeNumber(ByteArrayOutputStream out, int number) {
    out.write(number >> 8);
    out.write(number);
  }
}
