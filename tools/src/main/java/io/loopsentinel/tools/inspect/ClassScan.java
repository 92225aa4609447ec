package io.loopsentinel.tools.inspect;

import io.loopsentinel.tools.support.Libraries;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.FieldVisitor;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;
import net.bytebuddy.utility.OpenedClassReader;
import org.jspecify.annotations.Nullable;

/** The classes of an application. Each class file is read once, and only facts are kept. */
final class ClassScan {

  private static final Pattern TYPE_NAME = Pattern.compile("L([^;<]+)");

  private final Map<String, ScannedType> types = new LinkedHashMap<>();

  /** Equal references and texts are shared, because each method is named many times. */
  private final Map<MethodRef, MethodRef> refs = new HashMap<>();

  private final Set<MethodRef> declared = new HashSet<>();

  /**
   * Reads a class file, without the bodies of {@linkplain Libraries well-known libraries}. Of equal
   * classes the first counts.
   *
   * @throws RuntimeException if the bytes are not a class file
   */
  void add(byte[] file) {
    ClassReader reader = OpenedClassReader.of(file);
    if (!types.containsKey(reader.getClassName())) {
      TypeReader type = new TypeReader();
      int code = Libraries.contain(reader.getClassName()) ? ClassReader.SKIP_CODE : 0;
      reader.accept(type, ClassReader.SKIP_FRAMES | code);
      ScannedType read = type.found;
      if (read != null) {
        types.put(read.name(), read);
      }
    }
  }

  boolean declares(MethodRef method) {
    return declared.contains(method);
  }

  int size() {
    return types.size();
  }

  Collection<ScannedType> types() {
    return types.values();
  }

  @Nullable ScannedType find(String name) {
    return types.get(name);
  }

  MethodRef share(MethodRef ref) {
    return refs.computeIfAbsent(ref, each -> each);
  }

  private final class TypeReader extends ClassVisitor {

    private @Nullable ScannedType found;

    TypeReader() {
      super(OpenedClassReader.ASM_API);
    }

    @Override
    public void visit(
        int version,
        int access,
        String name,
        @Nullable String signature,
        @Nullable String superName,
        String[] interfaces) {
      found = ScannedType.empty(name, access, superName, List.of(interfaces));
    }

    @Override
    public @Nullable FieldVisitor visitField(
        int access,
        String name,
        String descriptor,
        @Nullable String signature,
        @Nullable Object value) {
      if (found != null && (access & Opcodes.ACC_STATIC) == 0) {
        found.members().put(name, Type.getType(descriptor).getInternalName());
        addMentioned(found.mentioned(), descriptor, signature);
      }
      return null;
    }

    @Override
    public @Nullable MethodVisitor visitMethod(
        int access,
        String name,
        String descriptor,
        @Nullable String signature,
        String @Nullable [] exceptions) {
      ScannedType type = found;
      if (type == null) {
        return null;
      }
      String result = Type.getReturnType(descriptor).getInternalName();
      if (descriptor.startsWith("()")
          && !result.equals("V")
          && (access & Opcodes.ACC_STATIC) == 0) {
        type.members().put(name + "()", result);
        addMentioned(type.mentioned(), descriptor, signature);
      }
      MethodRef ref = share(new MethodRef(type.name(), name, descriptor));
      declared.add(ref);
      return new MethodScan(ref, access, ClassScan.this, type.methods()::add);
    }

    private void addMentioned(
        Set<String> mentioned, String descriptor, @Nullable String signature) {
      TYPE_NAME
          .matcher(signature == null ? descriptor : signature)
          .results()
          .map(type -> type.group(1))
          .filter(type -> !type.startsWith("java/"))
          .forEach(mentioned::add);
    }
  }

  /** Returns the types whose name a list of internal names holds, and which were read. */
  List<ScannedType> known(Collection<String> names) {
    List<ScannedType> known = new ArrayList<>();
    for (String name : names) {
      ScannedType type = types.get(name);
      if (type != null) {
        known.add(type);
      }
    }
    return known;
  }
}
