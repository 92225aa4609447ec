package io.loopsentinel.tools.inspect;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.IntInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.TypeInsnNode;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.BasicInterpreter;
import org.objectweb.asm.tree.analysis.BasicValue;
import org.objectweb.asm.tree.analysis.Interpreter;

/** Tracks the values in one method: where they were read from and what happened to them. */
final class ValueInterpreter extends Interpreter<Value> {

  private static final Set<String> LOOKUPS =
      Words.set("get getOrDefault containsKey computeIfAbsent remove");
  private static final Set<String> MAPS =
      Words.set(
          """
          java/util/Map java/util/HashMap java/util/LinkedHashMap java/util/TreeMap
          java/util/concurrent/ConcurrentMap java/util/concurrent/ConcurrentHashMap
          """);

  /** Methods that return their first value unchanged or as a text. */
  private static final Set<String> PASS_THROUGH =
      Words.set(
          """
          java/util/Objects.requireNonNull java/util/Objects.requireNonNullElse
          java/util/Objects.toString java/util/Optional.ofNullable java/util/Optional.get
          java/util/Optional.orElse java/util/Optional.orElseThrow java/lang/Object.toString
          java/lang/String.strip java/lang/String.trim java/lang/String.valueOf
          """);

  private static final Set<String> FUTURES =
      Words.set("java/util/concurrent/CompletableFuture java/util/concurrent/CompletionStage");

  /** Methods that return an empty collection if called without arguments. */
  private static final Pattern EMPTY =
      Pattern.compile(
          "java/util/(List|Map|Set)\\.of|java/util/Collections\\.empty\\w+"
              + "|kotlin/collections/\\w+Kt\\.empty\\w+");

  private static final int MAX_ORIGINS = 16;

  private final BasicInterpreter basic = new BasicInterpreter();
  private int parameters;

  ValueInterpreter() {
    super(Opcodes.ASM9);
  }

  @Override
  public Value newParameterValue(boolean isInstanceMethod, int local, Type type) {
    return of(type, isInstanceMethod && local == 0 ? "this" : "arg" + parameters++);
  }

  @Override
  public @Nullable Value newValue(@Nullable Type type) {
    return type == null ? Value.ofSize(1) : type.equals(Type.VOID_TYPE) ? null : of(type, null);
  }

  @Override
  public Value newOperation(AbstractInsnNode insn) throws AnalyzerException {
    int opcode = insn.getOpcode();
    if (opcode >= Opcodes.ACONST_NULL && opcode <= Opcodes.ICONST_5) {
      return Value.constant(
          null, opcode == Opcodes.ACONST_NULL ? Value.NULL : opcode - Opcodes.ICONST_0);
    }
    if (insn instanceof IntInsnNode number) {
      return Value.constant(null, number.operand);
    }
    if (insn instanceof LdcInsnNode load && load.cst instanceof String text) {
      return Value.constant("java/lang/String", text).withFailure(Markers.indicatesFailure(text));
    }
    if (insn instanceof FieldInsnNode field) {
      return of(Type.getType(field.desc), null);
    }
    return insn instanceof TypeInsnNode created
        ? created(created)
        : Value.ofSize(basic.newOperation(insn).getSize());
  }

  private static Value created(TypeInsnNode insn) {
    return insn.getOpcode() == Opcodes.NEW ? Value.ofNew(insn.desc) : Value.ofType(insn.desc, null);
  }

  @Override
  public Value copyOperation(AbstractInsnNode insn, Value value) {
    return value;
  }

  @Override
  public @Nullable Value unaryOperation(AbstractInsnNode insn, Value value)
      throws AnalyzerException {
    return switch (insn.getOpcode()) {
      case Opcodes.CHECKCAST -> value.withType(((TypeInsnNode) insn).desc);
      case Opcodes.GETFIELD -> {
        FieldInsnNode field = (FieldInsnNode) insn;
        yield of(Type.getType(field.desc), value.memberPath(field.name))
            .withOrigins(value.sources());
      }
      default -> plain(basic.unaryOperation(insn, BasicValue.UNINITIALIZED_VALUE));
    };
  }

  @Override
  public @Nullable Value binaryOperation(AbstractInsnNode insn, Value first, Value second)
      throws AnalyzerException {
    BasicValue any = BasicValue.UNINITIALIZED_VALUE;
    return plain(basic.binaryOperation(insn, any, any));
  }

  @Override
  public @Nullable Value ternaryOperation(
      AbstractInsnNode insn, Value first, Value second, Value third) {
    return null;
  }

  @Override
  public Value naryOperation(AbstractInsnNode insn, List<? extends Value> values) {
    if (insn instanceof MethodInsnNode call) {
      return result(call, values);
    }
    if (insn instanceof InvokeDynamicInsnNode dynamic) {
      // The recipe of a string concatenation contains its constant parts.
      boolean isFailure =
          values.stream().anyMatch(Value::failure)
              || MethodReader.texts(dynamic).anyMatch(Markers::indicatesFailure);
      return of(Type.getReturnType(dynamic.desc), null)
          .withFailure(isFailure)
          .withFutureType(resultOfFunction(dynamic));
    }
    return Value.ofSize(1);
  }

  @Override
  public void returnOperation(AbstractInsnNode insn, Value value, Value expected) {}

  @Override
  public Value merge(Value first, Value second) {
    return first.equals(second) ? first : first.merge(second);
  }

  /** Returns the key of a Map lookup, or {@code null} if the call is not a lookup. */
  static @Nullable Value key(MethodInsnNode call, List<? extends Value> values) {
    return MAPS.contains(call.owner)
            && LOOKUPS.contains(call.name)
            && call.desc.startsWith("(Ljava/lang/Object;")
        ? values.get(1)
        : null;
  }

  private static Value result(MethodInsnNode call, List<? extends Value> values) {
    Value result = of(Type.getReturnType(call.desc), null).withOrigins(origins(values));
    if (values.isEmpty() && EMPTY.matcher(call.owner + "." + call.name).matches()) {
      return Value.constant(result.type(), Value.EMPTY);
    }
    Value key = key(call, values);
    if (key != null && key.path() != null) {
      return result.asMapValue();
    }
    boolean failure = values.stream().anyMatch(Value::failure);
    if (PASS_THROUGH.contains(call.owner + "." + call.name)) {
      return values.get(0).withType(result.type()).withFailure(failure);
    }
    boolean isText =
        "java/lang/String".equals(result.type()) || call.owner.equals("java/lang/StringBuilder");
    boolean isRead = call.getOpcode() != Opcodes.INVOKESTATIC && values.size() == 1;
    String path = isRead ? values.get(0).memberPath(call.name + "()") : null;
    return of(Type.getReturnType(call.desc), path)
        .withOrigins(result.origins())
        .withFailure(failure && isText)
        .withFutureType(FUTURES.contains(call.owner) ? futureType(call.name, values) : null);
  }

  /** Returns the paths from which a call's result may be made, except {@code this}. */
  private static Set<String> origins(List<? extends Value> values) {
    Set<String> all = Set.of();
    for (Value value : values) {
      all = "this".equals(value.path()) ? all : Value.union(all, value.sources());
    }
    return all.size() > MAX_ORIGINS ? Set.of() : all;
  }

  /** Returns the value type of a future that a call makes, or {@code null} if it is not known. */
  private static @Nullable String futureType(String method, List<? extends Value> values) {
    return switch (method) {
      case "completedFuture", "completedStage" -> values.get(0).type();
      case "thenApply", "thenApplyAsync", "handle", "handleAsync" -> values.get(1).futureType();
      case "supplyAsync", "whenComplete", "whenCompleteAsync", "exceptionally", "orTimeout" ->
          values.get(0).futureType();
      default -> null;
    };
  }

  /** Returns the result type of a lambda expression as instantiated at its call site. */
  private static @Nullable String resultOfFunction(InvokeDynamicInsnNode dynamic) {
    return dynamic.bsm.getOwner().equals("java/lang/invoke/LambdaMetafactory")
            && dynamic.bsmArgs[2] instanceof Type called
            && called.getReturnType().getSort() == Type.OBJECT
        ? called.getReturnType().getInternalName()
        : null;
  }

  private static Value of(Type type, @Nullable String path) {
    return type.getSort() == Type.OBJECT
        ? Value.ofType(type.getInternalName(), path)
        : type.getSize() == 1 ? Value.ofType(null, path) : Value.ofSize(type.getSize());
  }

  private static @Nullable Value plain(@Nullable BasicValue value) {
    return value == null ? null : Value.ofSize(value.getSize());
  }
}
