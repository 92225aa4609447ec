package io.loopsentinel.agent.instrument;

import io.loopsentinel.engine.lists.Lists;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
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

  private static final int JAVA_5 = 49;

  private final byte[] file;
  private final ClassLayout layout;
  private final boolean isInterface;
  private final String name;
  private final @Nullable String superName;
  private final List<String> interfaces;

  /**
   * Reads a class file.
   *
   * @throws RuntimeException where the bytes are no class file
   */
  ClassOutline(byte[] file) {
    this.file = file;
    this.layout = new ClassLayout(file);
    int access = layout.access();
    this.isInterface = Modifier.isInterface(layout.u2(access));
    this.name = layout.className(access + 2);
    this.superName = layout.u2(access + 4) == 0 ? null : layout.className(access + 4);
    this.interfaces = new ArrayList<>();
    int count = layout.u2(access + 6);
    for (int i = 0; i < count; i++) {
      interfaces.add(layout.className(access + 8 + 2 * i));
    }
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

  /** Returns the internal names of its interfaces and of its superclass. */
  List<String> parents() {
    List<String> parents = new ArrayList<>(interfaces);
    if (superName != null) {
      parents.add(superName);
    }
    return parents;
  }

  /** Whether its methods can be guarded: before Java 5, none can name its class as a constant. */
  boolean isGuardable() {
    return majorVersion() >= JAVA_5;
  }

  /** Returns the major version of its format: 49 for Java 5, 61 for Java 17. */
  int majorVersion() {
    return layout.u2(6);
  }

  /** Whether it declares a field of this name, of any visibility. */
  boolean declaresField(String wanted) {
    int fields = layout.fields();
    int offset = fields + 2;
    for (int left = layout.u2(fields); left > 0; left--) {
      if (text(offset + 2).equals(wanted)) {
        return true;
      }
      offset = layout.afterMember(offset);
    }
    return false;
  }

  /** Returns its methods in the order of the file. */
  List<MethodOutline> methods() {
    List<MethodOutline> methods = new ArrayList<>();
    int number = layout.methods();
    int offset = number + 2;
    for (int left = layout.u2(number); left > 0; left--) {
      methods.add(
          new MethodOutline(
              text(offset + 2), text(offset + 4), layout.u2(offset), annotations(offset)));
      offset = layout.afterMember(offset);
    }
    return methods;
  }

  /** Returns the descriptors of the annotations of the method at an offset. */
  private List<String> annotations(int method) {
    List<Integer> found = new ArrayList<>(0);
    int attribute = method + 8;
    for (int left = layout.u2(method + 6); left > 0; left--) {
      if (ANNOTATIONS.contains(text(attribute))) {
        new AnnotationTable(file, attribute + 6).types(found);
      }
      attribute = layout.afterAttribute(attribute);
    }
    return Lists.map(found, layout::text);
  }

  /** Returns the text whose index stands at an offset. */
  private String text(int offset) {
    return layout.text(layout.u2(offset));
  }
}
