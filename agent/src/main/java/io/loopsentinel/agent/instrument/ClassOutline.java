package io.loopsentinel.agent.instrument;

import io.loopsentinel.agent.lists.Lists;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The little of a class file that matching needs: its names, and its methods' (JVMS 4.1).
 *
 * <p>Everything else is stepped over, so class files of later Java versions are read, too.
 */
final class ClassOutline {

  private static final Set<String> ANNOTATIONS =
      Set.of("RuntimeVisibleAnnotations", "RuntimeInvisibleAnnotations");

  private static final String CODE = "Code";

  /** Where the number of variables stands in that attribute, behind its header and the stack's. */
  private static final int MAX_LOCALS = 8;

  private static final int JAVA_5 = 49;

  /** Written by the JDK where bytes are no UTF-8. */
  private static final char MALFORMED = '\ufffd';

  private final byte[] file;

  /** Offset of each constant pool entry, by its index. */
  private final int[] constants;

  private final boolean isInterface;
  private final String name;
  private final @Nullable String superName;
  private final List<String> interfaces;
  private final int fields;

  /**
   * Reads a class file.
   *
   * @throws RuntimeException where the bytes are no class file
   */
  ClassOutline(byte[] file) {
    this.file = file;
    this.constants = new int[ConstantPool.count(file)];
    int access = readConstants();
    this.isInterface = Modifier.isInterface(u2(access));
    this.name = className(access + 2);
    this.superName = u2(access + 4) == 0 ? null : className(access + 4);
    this.interfaces = new ArrayList<>();
    int count = u2(access + 6);
    for (int i = 0; i < count; i++) {
      interfaces.add(className(access + 8 + 2 * i));
    }
    this.fields = access + 8 + 2 * count;
  }

  boolean isInterface() {
    return isInterface;
  }

  /** Returns its internal name ({@code a/b/C}). */
  String name() {
    return name;
  }

  /** Returns the internal name of its superclass; {@code null} for {@link Object}. */
  @Nullable String superName() {
    return superName;
  }

  /** Returns the internal names of the interfaces that it names itself. */
  List<String> interfaces() {
    return interfaces;
  }

  /** Whether its methods can be guarded: before Java 5, none can name its class as a constant. */
  boolean isGuardable() {
    return majorVersion() >= JAVA_5;
  }

  /** Returns the major version of its format: 49 for Java 5, 61 for Java 17. */
  int majorVersion() {
    return u2(6);
  }

  /** Whether it declares a field of this name, of any visibility. */
  boolean declaresField(String wanted) {
    int offset = fields + 2;
    for (int left = u2(fields); left > 0; left--) {
      if (text(u2(offset + 2)).equals(wanted)) {
        return true;
      }
      offset = afterMember(offset);
    }
    return false;
  }

  /** Returns its methods in the order of the file. */
  List<MethodOutline> methods() {
    List<MethodOutline> methods = new ArrayList<>();
    int offset = firstMethod();
    for (int left = u2(offset - 2); left > 0; left--) {
      methods.add(
          new MethodOutline(
              text(u2(offset + 2)), text(u2(offset + 4)), u2(offset), annotations(offset)));
      offset = afterMember(offset);
    }
    return methods;
  }

  /** Returns how many variables each method with a body has, by its name and descriptor. */
  Map<String, Integer> maxLocals() {
    Map<String, Integer> found = new HashMap<>();
    int method = firstMethod();
    for (int left = u2(method - 2); left > 0; left--) {
      int attribute = method + 8;
      for (int attributes = u2(method + 6); attributes > 0; attributes--) {
        if (text(u2(attribute)).equals(CODE)) {
          found.put(text(u2(method + 2)) + text(u2(method + 4)), u2(attribute + MAX_LOCALS));
        }
        attribute = afterAttribute(attribute);
      }
      method = attribute;
    }
    return found;
  }

  /** Returns the descriptors of the annotations of the method at an offset. */
  private List<String> annotations(int method) {
    List<Integer> found = new ArrayList<>(0);
    int attribute = method + 8;
    for (int left = u2(method + 6); left > 0; left--) {
      if (ANNOTATIONS.contains(text(u2(attribute)))) {
        new AnnotationTable(file, attribute + 6).types(found);
      }
      attribute = afterAttribute(attribute);
    }
    return Lists.map(found, this::text);
  }

  /** Returns the offset of the first method, behind the number of methods. */
  private int firstMethod() {
    int offset = fields + 2;
    for (int left = u2(fields); left > 0; left--) {
      offset = afterMember(offset);
    }
    return offset + 2;
  }

  /** Records where each constant is, and returns the offset behind the last. */
  private int readConstants() {
    int offset = ConstantPool.FIRST;
    for (int index = 1; index < constants.length; ) {
      constants[index] = offset;
      index += ConstantPool.indexes(file, offset);
      offset += ConstantPool.length(file, offset);
    }
    return offset;
  }

  /** Returns the offset behind the field or method at an offset. */
  private int afterMember(int offset) {
    int next = offset + 8;
    for (int left = u2(offset + 6); left > 0; left--) {
      next = afterAttribute(next);
    }
    return next;
  }

  private int afterAttribute(int offset) {
    int length = (u2(offset + 2) << 16) | u2(offset + 4);
    // A negative length would lead backwards, and the loop around never out again.
    return Math.addExact(offset + 6, Math.max(0, length));
  }

  private String className(int offset) {
    return text(u2(constants[u2(offset)] + 1));
  }

  /**
   * Texts of class files differ from UTF-8 where they have a NUL or a character beyond the BMP
   * (JVMS 4.4.7), which reading them as such marks. Few have, and their own reader is slow.
   */
  private String text(int index) {
    int offset = constants[index] + 1;
    String text = new String(file, offset + 2, u2(offset), StandardCharsets.UTF_8);
    return text.indexOf(MALFORMED) < 0 ? text : modifiedUtf8(offset);
  }

  private String modifiedUtf8(int offset) {
    try {
      return new DataInputStream(new ByteArrayInputStream(file, offset, u2(offset) + 2)).readUTF();
    } catch (IOException e) {
      throw new IllegalArgumentException("malformed text in the constant pool", e);
    }
  }

  private int u2(int offset) {
    return ConstantPool.u2(file, offset);
  }
}
