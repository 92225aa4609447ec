package io.loopsentinel.tools.discover;

import io.loopsentinel.engine.identity.FieldAccess;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.utility.OpenedClassReader;
import org.jspecify.annotations.Nullable;

/**
 * The fields of the application's objects, and how an expression names them. Thread-safe.
 *
 * <p>Values are read from fields only, because a method of the application may have effects. An
 * expression names a method only if the method does nothing but return that field.
 */
final class Fields {

  private static final int MAX_FIELDS = 40;

  /** Classes whose static methods getters use to wrap a field, or Kotlin to check it. */
  private static final Set<String> WRAPPERS =
      Set.of(
          "java/util/Optional",
          "java/util/Collections",
          "java/util/List",
          "java/util/Map",
          "kotlin/jvm/internal/Intrinsics");

  private final FieldAccess access;
  private final Map<Class<?>, List<Member>> members = new ConcurrentHashMap<>();
  private final Map<Class<?>, Map<String, String>> getters = new ConcurrentHashMap<>();

  Fields(FieldAccess access) {
    this.access = access;
  }

  /**
   * A readable field.
   *
   * @param expression what follows the dot in an expression
   */
  record Member(Field field, String expression) {

    @Nullable Object read(Object owner) {
      return Fields.read(field, owner);
    }
  }

  /** Returns the value of a field; {@code null} if it cannot be read. */
  static @Nullable Object read(Field field, Object owner) {
    try {
      return field.get(owner);
    } catch (IllegalAccessException | IllegalArgumentException denied) {
      return null;
    }
  }

  /** Returns the readable instance fields of a class, including inherited ones. */
  List<Field> all(Class<?> type) {
    List<Field> found = new ArrayList<>();
    for (Class<?> each = type; each != null && each != Object.class; each = each.getSuperclass()) {
      for (Field field : each.getDeclaredFields()) {
        if (!Modifier.isStatic(field.getModifiers()) && open(each, field)) {
          found.add(field);
        }
      }
    }
    return found;
  }

  /** Returns the instance fields of a class, including inherited ones, that can be named. */
  List<Member> of(Class<?> type) {
    List<Member> known = members.get(type);
    if (known == null) {
      known = List.copyOf(list(type));
      members.put(type, known);
    }
    return known;
  }

  private List<Member> list(Class<?> type) {
    List<Member> found = new ArrayList<>();
    for (Class<?> each = type; each != null && each != Object.class; each = each.getSuperclass()) {
      try {
        Map<String, String> methods = new HashMap<>(); // field by method, empty: not a getter
        for (Class<?> sub = type; sub != each; sub = sub.getSuperclass()) {
          getters(sub).keySet().forEach(name -> methods.putIfAbsent(name, ""));
        }
        getters(each).forEach(methods::putIfAbsent);
        for (Field field : each.getDeclaredFields()) {
          String expression = expression(field.getName(), methods);
          if (!Modifier.isStatic(field.getModifiers())
              && expression != null
              && found.size() < MAX_FIELDS
              && open(each, field)) {
            found.add(new Member(field, expression));
          }
        }
      } catch (LinkageError | RuntimeException unreadable) {
        // A class of the signature is missing, or the module is closed.
        break;
      }
    }
    return found;
  }

  private boolean open(Class<?> owner, Field field) {
    try {
      access.lookupIn(owner); // Opens the module.
      field.setAccessible(true);
      return true;
    } catch (IllegalAccessException | RuntimeException denied) {
      return false;
    }
  }

  /** Returns the expression for a field; {@code null} if its name would call other code. */
  private static @Nullable String expression(String field, Map<String, String> methods) {
    if (!Character.isJavaIdentifierStart(field.charAt(0))) {
      return null;
    }
    String capital = Character.toUpperCase(field.charAt(0)) + field.substring(1);
    boolean isHidden = false;
    for (String name : List.of(field, "get" + capital, "is" + capital)) {
      String read = methods.get(name);
      if (field.equals(read)) {
        return name + "()";
      }
      isHidden |= read != null;
    }
    return methods.entrySet().stream()
        .filter(each -> each.getValue().equals(field))
        .map(each -> each.getKey() + "()")
        .sorted()
        .findFirst()
        .orElse(isHidden ? null : field);
  }

  /** Returns the methods without parameters; the value is the field returned, or empty. */
  private Map<String, String> getters(Class<?> type) {
    Map<String, String> known = getters.get(type);
    if (known == null) {
      byte[] file = MethodBodies.fileOf(type);
      known = file == null ? declared(type) : read(file);
      getters.put(type, known);
    }
    return known;
  }

  private static Map<String, String> declared(Class<?> type) {
    Map<String, String> found = new HashMap<>();
    for (var method : type.getDeclaredMethods()) {
      if (method.getParameterCount() == 0) {
        found.put(method.getName(), "");
      }
    }
    return found;
  }

  private static Map<String, String> read(byte[] file) {
    Map<String, String> found = new HashMap<>();
    MethodBodies.read(
        file,
        (access, name, descriptor) ->
            descriptor.startsWith("()") && (access & (Opcodes.ACC_STATIC | Opcodes.ACC_BRIDGE)) == 0
                ? new Getter(name, result -> found.merge(name, result, (one, two) -> ""))
                : null);
    return found;
  }

  /** Finds the field that a method returns, if it does nothing else. */
  private static final class Getter extends MethodVisitor {

    private final Consumer<String> result;
    private final String method;
    private String field = "";
    private boolean plain = true;
    private boolean delegates;

    Getter(String method, Consumer<String> result) {
      super(OpenedClassReader.ASM_API);
      this.method = method;
      this.result = result;
    }

    @Override
    public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
      plain &= opcode == Opcodes.GETFIELD && field.isEmpty();
      field = name;
    }

    @Override
    public void visitMethodInsn(
        int opcode, String owner, String name, String descriptor, boolean isInterface) {
      boolean isSuper = opcode == Opcodes.INVOKESPECIAL && name.equals(method);
      delegates |= isSuper;
      plain &= isSuper || (opcode == Opcodes.INVOKESTATIC && WRAPPERS.contains(owner));
    }

    @Override
    public void visitInsn(int opcode) {
      plain &= opcode != Opcodes.MONITORENTER && opcode != Opcodes.ATHROW;
    }

    @Override
    public void visitTypeInsn(int opcode, String type) {
      plain &= opcode == Opcodes.CHECKCAST;
    }

    @Override
    public void visitInvokeDynamicInsn(
        String name, String descriptor, net.bytebuddy.jar.asm.Handle factory, Object... arguments) {
      plain = false;
    }

    @Override
    public void visitJumpInsn(int opcode, net.bytebuddy.jar.asm.Label label) {
      plain = false;
    }

    @Override
    public void visitEnd() {
      if (!delegates || !plain) {
        result.accept(plain ? field : "");
      }
    }
  }
}
