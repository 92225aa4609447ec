package io.loopsentinel.tools.discover;

import io.loopsentinel.targets.match.ClassResource;
import java.util.List;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/** Reads the methods in class files. */
final class MethodBodies {

  private MethodBodies() {}

  /** Returns the methods that a class declares; empty if its class file cannot be found. */
  static List<MethodNode> of(Class<?> type) {
    ClassLoader loader = type.getClassLoader();
    byte[] file =
        loader == null ? null : ClassResource.read(type.getName().replace('.', '/'), loader);
    return file == null ? List.of() : of(file);
  }

  /** Returns the methods of a class file, in its order. */
  static List<MethodNode> of(byte[] file) {
    ClassNode type = new ClassNode();
    new ClassReader(file).accept(type, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
    return type.methods;
  }
}
