package io.loopsentinel.tools.inspect;

import io.loopsentinel.tools.support.Libraries;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.MethodNode;

/** The classes of an application. Each class file is read once, and only facts are kept. */
final class ClassScan {

  private final Map<String, ScannedType> types = new LinkedHashMap<>();
  private final Map<MethodRef, MethodRef> refs = new HashMap<>();
  private final Map<String, Optional<ToolCallShape>> memberShapes = new HashMap<>();

  /**
   * Reads a class file, without the bodies of {@linkplain Libraries well-known libraries}. Of equal
   * classes the first counts.
   *
   * @throws RuntimeException if the bytes are not a class file
   */
  void add(byte[] file) {
    ClassReader reader = new ClassReader(file);
    if (!types.containsKey(reader.getClassName())) {
      ClassNode type = new ClassNode();
      int code = Libraries.contain(reader.getClassName()) ? ClassReader.SKIP_CODE : 0;
      reader.accept(type, ClassReader.SKIP_FRAMES | ClassReader.SKIP_DEBUG | code);
      types.put(type.name, read(type));
    }
  }

  private ScannedType read(ClassNode type) {
    Map<String, String> members = new LinkedHashMap<>();
    for (FieldNode field : type.fields) {
      if ((field.access & Opcodes.ACC_STATIC) == 0) {
        members.put(field.name, Type.getType(field.desc).getInternalName());
      }
    }
    for (MethodNode method : type.methods) {
      if (method.desc.startsWith("()") && (method.access & Opcodes.ACC_STATIC) == 0) {
        members.put(method.name + "()", Type.getReturnType(method.desc).getInternalName());
      }
    }
    return new ScannedType(
        type.name,
        type.access,
        members,
        type.methods.stream().map(method -> read(type, method)).toList());
  }

  private ScannedMethod read(ClassNode type, MethodNode method) {
    MethodRef ref = share(new MethodRef(type.name, method.name, method.desc));
    return MethodReader.read(ref, method, this::share);
  }

  private MethodRef share(MethodRef ref) {
    return refs.computeIfAbsent(ref, each -> each);
  }

  int size() {
    return types.size();
  }

  Collection<ScannedType> types() {
    return types.values();
  }

  /** Returns the shapes in the members of types, as far as they have been looked for. */
  Map<String, Optional<ToolCallShape>> memberShapes() {
    return memberShapes;
  }

  @Nullable ScannedType find(String name) {
    return types.get(name);
  }
}
