package io.loopsentinel.tools.discover;

import io.loopsentinel.engine.identity.FieldAccess;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * The fields of the application's objects, and how an expression names them. Thread-safe.
 *
 * <p>Values are read from fields only, because a method of the application may have effects. An
 * expression names a method only if the method does nothing but return that field.
 */
final class Fields {

  private static final int MAX_FIELDS = 40;
  private static final int NO_GETTER = Opcodes.ACC_STATIC | Opcodes.ACC_BRIDGE;

  /** Instructions of a getter that have no effect. {@code LDC} is the name that Kotlin checks. */
  private static final Set<Integer> PLAIN =
      Set.of(
          Opcodes.ALOAD,
          Opcodes.ASTORE,
          Opcodes.DUP,
          Opcodes.LDC,
          Opcodes.CHECKCAST,
          Opcodes.ARETURN,
          Opcodes.IRETURN,
          Opcodes.LRETURN,
          Opcodes.FRETURN,
          Opcodes.DRETURN);

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

  /**
   * Returns whether a call of a Kotlin suspend function only resumes an earlier one. Its last
   * argument is then the state of that call, with the sign bit set in its label.
   */
  boolean isResumed(MethodId method, Object[] arguments) {
    Object state = arguments.length == 0 ? null : arguments[arguments.length - 1];
    return state != null
        && state.getClass().getName().startsWith(method.owner().getName() + "$")
        && all(state.getClass()).stream()
            .filter(field -> field.getName().equals("label"))
            .anyMatch(field -> read(field, state) instanceof Integer label && label < 0);
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
      known = new HashMap<>();
      List<MethodNode> methods = MethodBodies.of(type);
      for (MethodNode each : methods) {
        if (each.desc.startsWith("()") && (each.access & NO_GETTER) == 0) {
          known.merge(each.name, fieldOf(each), (one, two) -> "");
        }
      }
      for (Method each : methods.isEmpty() ? type.getDeclaredMethods() : new Method[0]) {
        if (each.getParameterCount() == 0) {
          known.put(each.getName(), "");
        }
      }
      getters.put(type, known);
    }
    return known;
  }

  /** Returns the field that a method returns, if it does nothing else; otherwise empty. */
  private static String fieldOf(MethodNode method) {
    String field = "";
    for (AbstractInsnNode each : method.instructions) {
      if (each instanceof FieldInsnNode read
          && read.getOpcode() == Opcodes.GETFIELD
          && field.isEmpty()) {
        field = read.name;
      } else if (each.getOpcode() >= 0 && !PLAIN.contains(each.getOpcode()) && !isWrapping(each)) {
        return "";
      }
    }
    return field;
  }

  private static boolean isWrapping(AbstractInsnNode instruction) {
    return instruction instanceof MethodInsnNode call
        && call.getOpcode() == Opcodes.INVOKESTATIC
        && WRAPPERS.contains(call.owner);
  }
}
