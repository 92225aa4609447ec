package io.loopsentinel.agent.command.inspect.model;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.AnnotationVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Follows the instructions of one method and notes what they tell. */
final class BodyReader extends MethodVisitor {

  private final OperandStack stack = new OperandStack();
  private final Map<Integer, Value> locals = new HashMap<>();
  private final Map<Label, String> handlers = new HashMap<>();
  private final Map<Label, Integer> callsBefore = new HashMap<>();
  private final CallReader calls = new CallReader();
  private final Map<Integer, String> localNames = new HashMap<>();
  private final List<String> parameterNames = new ArrayList<>();
  private final List<String> annotations = new ArrayList<>();
  private final Set<String> markers = new HashSet<>();
  private final Type[] parameters;
  private final boolean isStatic;
  private boolean inHandler;
  private boolean loops;
  private Effects effects = new Effects(false, Set.of());

  BodyReader(String owner, int access, String descriptor) {
    super(Opcodes.ASM9);
    this.parameters = Type.getArgumentTypes(descriptor);
    this.isStatic = (access & Opcodes.ACC_STATIC) != 0;
    int slot = 0;
    if (!isStatic) {
      locals.put(slot++, Value.at(owner, "this"));
    }
    for (int i = 0; i < parameters.length; i++) {
      Value value =
          parameters[i].getSize() == 2 ? Value.WIDE : Value.at(name(parameters[i]), "arg" + i);
      locals.put(slot, value);
      slot += parameters[i].getSize();
    }
  }

  /** Returns the body; to be asked when all has been visited. */
  MethodBody body() {
    return new MethodBody(
        calls.sites(),
        Set.copyOf(markers),
        Set.copyOf(calls.keys),
        calls.callsWhatItFinds,
        calls.usesReflection,
        calls.usesHttp,
        loops,
        loops ? effects.acting() : effects);
  }

  List<String> annotations() {
    return List.copyOf(annotations);
  }

  /** Returns the names of the parameters from wherever the compiler left them; empty if nowhere. */
  List<String> parameterNames() {
    if (parameterNames.size() == parameters.length) {
      return List.copyOf(parameterNames);
    }
    List<String> names = new ArrayList<>();
    int slot = isStatic ? 0 : 1;
    for (Type parameter : parameters) {
      String name = localNames.get(slot);
      if (name == null) {
        return List.of();
      }
      names.add(name);
      slot += parameter.getSize();
    }
    return List.copyOf(names);
  }

  @Override
  public void visitParameter(@Nullable String name, int access) {
    if (name != null) {
      parameterNames.add(name);
    }
  }

  @Override
  public void visitLocalVariable(
      String name,
      String descriptor,
      @Nullable String signature,
      Label start,
      Label end,
      int index) {
    // The first name of a slot is the parameter's; other variables use it later.
    localNames.putIfAbsent(index, name);
  }

  @Override
  public @Nullable AnnotationVisitor visitAnnotation(String descriptor, boolean visible) {
    annotations.add(Type.getType(descriptor).getInternalName());
    return null;
  }

  @Override
  public void visitInsn(int opcode) {
    Instructions.apply(opcode, stack);
    if ((opcode >= Opcodes.IASTORE && opcode <= Opcodes.SASTORE)
        || opcode == Opcodes.MONITORENTER) {
      effects = effects.acting();
    }
    if ((opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN) || opcode == Opcodes.ATHROW) {
      inHandler = false;
    }
  }

  @Override
  public void visitIntInsn(int opcode, int operand) {
    if (opcode == Opcodes.NEWARRAY) {
      stack.pop();
      stack.push(Value.UNKNOWN);
    } else {
      stack.push(Value.constant(null, operand, false));
    }
  }

  @Override
  public void visitVarInsn(int opcode, int slot) {
    switch (opcode) {
      case Opcodes.LLOAD, Opcodes.DLOAD -> stack.push(Value.WIDE);
      case Opcodes.ILOAD, Opcodes.FLOAD, Opcodes.ALOAD ->
          stack.push(locals.getOrDefault(slot, Value.UNKNOWN));
      case Opcodes.RET -> stack.end();
      default -> locals.put(slot, stack.pop());
    }
  }

  @Override
  public void visitTypeInsn(int opcode, String type) {
    switch (opcode) {
      case Opcodes.NEW -> stack.push(Value.of(type));
      case Opcodes.CHECKCAST -> stack.push(stack.pop().as(type));
      default -> {
        stack.pop();
        stack.push(Value.UNKNOWN);
      }
    }
  }

  @Override
  public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
    Type type = Type.getType(descriptor);
    if (opcode == Opcodes.PUTFIELD || opcode == Opcodes.PUTSTATIC) {
      effects = effects.acting();
    }
    switch (opcode) {
      case Opcodes.GETSTATIC -> stack.push(value(type, null));
      case Opcodes.GETFIELD -> stack.push(value(type, stack.pop().step(name)));
      case Opcodes.PUTSTATIC -> stack.pop();
      default -> stack.pop(2);
    }
  }

  @Override
  public void visitMethodInsn(
      int opcode, String owner, String name, String descriptor, boolean isInterface) {
    Type type = Type.getMethodType(descriptor);
    List<Value> arguments = stack.pop(type.getArgumentTypes().length);
    Value receiver = opcode == Opcodes.INVOKESTATIC ? Value.UNKNOWN : stack.pop();
    MethodRef callee = new MethodRef(owner, name, descriptor);
    effects = effects.calling(callee);
    Value result =
        calls.call(callee, opcode == Opcodes.INVOKESTATIC, receiver, arguments, inHandler);
    if (type.getReturnType().getSort() != Type.VOID) {
      stack.push(type.getReturnType().getSize() == 2 ? Value.WIDE : result);
    }
  }

  @Override
  public void visitInvokeDynamicInsn(
      String name, String descriptor, Handle bootstrap, Object... constants) {
    if (!bootstrap.getOwner().equals("java/lang/invoke/StringConcatFactory")) {
      effects = effects.acting();
    }
    Type type = Type.getMethodType(descriptor);
    List<Value> arguments = stack.pop(type.getArgumentTypes().length);
    boolean failure = arguments.stream().anyMatch(Value::failure);
    for (Object constant : constants) {
      if (constant instanceof Handle handle) {
        calls.handOver(
            new MethodRef(handle.getOwner(), handle.getName(), handle.getDesc()), inHandler);
      } else if (constant instanceof String text) {
        // The recipe of a concatenation: its constant parts.
        note(text);
        failure |= Markers.tellsOfFailure(text);
      }
    }
    stack.push(value(type.getReturnType(), null).failing(failure));
  }

  @Override
  public void visitLdcInsn(Object constant) {
    if (constant instanceof String text) {
      note(text);
      stack.push(Value.constant("java/lang/String", text, Markers.tellsOfFailure(text)));
    } else {
      stack.push(
          constant instanceof Long || constant instanceof Double ? Value.WIDE : Value.UNKNOWN);
    }
  }

  @Override
  public void visitMultiANewArrayInsn(String descriptor, int dimensions) {
    stack.pop(dimensions);
    stack.push(Value.UNKNOWN);
  }

  @Override
  public void visitJumpInsn(int opcode, Label target) {
    switch (opcode) {
      case Opcodes.GOTO, Opcodes.JSR -> {}
      case Opcodes.IFEQ,
          Opcodes.IFNE,
          Opcodes.IFLT,
          Opcodes.IFGE,
          Opcodes.IFGT,
          Opcodes.IFLE,
          Opcodes.IFNULL,
          Opcodes.IFNONNULL ->
          stack.pop();
      default -> stack.pop(2);
    }
    jump(target);
    if (opcode == Opcodes.GOTO) {
      stack.end();
      inHandler = false;
    }
  }

  @Override
  public void visitTableSwitchInsn(int least, int greatest, Label otherwise, Label... targets) {
    choose(otherwise, targets);
  }

  @Override
  public void visitLookupSwitchInsn(Label otherwise, int[] keys, Label[] targets) {
    choose(otherwise, targets);
  }

  @Override
  public void visitTryCatchBlock(Label start, Label end, Label handler, @Nullable String type) {
    handlers.putIfAbsent(handler, type == null ? "java/lang/Throwable" : type);
  }

  @Override
  public void visitLabel(Label label) {
    callsBefore.put(label, calls.count());
    String exception = handlers.get(label);
    if (exception != null) {
      stack.handler(Value.of(exception));
      inHandler = true;
    } else {
      stack.label(label);
    }
  }

  private void choose(Label otherwise, Label... targets) {
    stack.pop();
    jump(otherwise);
    for (Label target : targets) {
      jump(target);
    }
    stack.end();
  }

  /** A jump backwards closes a loop around all that was called since. */
  private void jump(Label target) {
    stack.jump(target);
    Integer before = callsBefore.get(target);
    if (before != null) {
      loops = true;
      calls.loopFrom(before);
    }
  }

  private void note(String text) {
    String marker = Markers.in(text);
    if (marker != null) {
      markers.add(marker);
    }
  }

  private static Value value(Type type, @Nullable String path) {
    if (type.getSize() == 2) {
      return Value.WIDE;
    }
    return path == null ? Value.of(name(type)) : Value.at(name(type), path);
  }

  private static @Nullable String name(Type type) {
    return type.getSort() == Type.OBJECT ? type.getInternalName() : null;
  }
}
