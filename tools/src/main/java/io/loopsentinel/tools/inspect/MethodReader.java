package io.loopsentinel.tools.inspect;

import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.FieldInsnNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.LocalVariableNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.tree.analysis.Analyzer;
import org.objectweb.asm.tree.analysis.AnalyzerException;
import org.objectweb.asm.tree.analysis.Frame;

/** Reads one method of a class file and collects the facts in its instructions. */
final class MethodReader {

  /** Maximum number of values in all frames of a method: 16 MB. */
  private static final int MAX_VALUES = 4_000_000;

  private static final Pattern HTTP =
      Pattern.compile(
          "java/net/http/HttpClient|java/net/HttpURLConnection|okhttp3/Call|okhttp3/OkHttpClient"
              + "|org/apache/http/.*HttpClient|org/apache/hc/.*HttpClient"
              + "|org/springframework/web/.*(RestClient|WebClient|RestTemplate).*|io/ktor/client/.*");

  private static final Pattern REFLECTION =
      Pattern.compile(
          "java/lang/reflect/Method\\.invoke|java/lang/invoke/MethodHandle\\.invoke\\w*"
              + "|kotlin/reflect/(full/KCallables\\.callSuspend\\w*|KCallable\\.call\\w*)");
  private static final Pattern FUNCTION =
      Pattern.compile(
          "java/util/function/(Bi)?Function|java/util/concurrent/Callable|kotlin/jvm/functions/.*");
  private static final Pattern NULL_CHECK =
      Pattern.compile(
          "(require|check|ensure|assert)[A-Z].*|not(Null|Empty|Blank)|has(Text|Length)");

  private final MethodNode method;
  private final InsnList instructions;
  private final BitSet inLoop = new BitSet();
  private final List<@Nullable Frame<Value>> frames;

  private MethodReader(String owner, MethodNode method) {
    this.method = method;
    this.instructions = method.instructions;
    this.frames = frames(owner);
  }

  static MethodModel read(String owner, MethodNode method) {
    return new MethodModel(
        new MethodRef(owner, method.name, method.desc),
        method.signature,
        method.access,
        Stream.of(method.visibleAnnotations, method.invisibleAnnotations)
            .filter(Objects::nonNull)
            .flatMap(annotations -> annotations.stream().map(annotation -> annotation.desc))
            .toList(),
        parameterNames(method),
        method.instructions.size() > 0
            ? new MethodReader(owner, method).body(owner)
            : MethodBody.UNKNOWN);
  }

  /** Reads the names from the parameter table or debug information. Unknown names are empty. */
  private static List<String> parameterNames(MethodNode method) {
    Type[] types = Type.getArgumentTypes(method.desc);
    if (method.parameters != null && method.parameters.size() == types.length) {
      return method.parameters.stream().map(each -> String.valueOf(each.name)).toList();
    }
    List<LocalVariableNode> locals = Objects.requireNonNullElse(method.localVariables, List.of());
    List<String> names = new ArrayList<>();
    int next = Modifier.isStatic(method.access) ? 0 : 1;
    for (Type type : types) {
      int slot = next;
      // The first name of a slot is the parameter's; other variables use it later.
      names.add(
          locals.stream()
              .filter(each -> each.index == slot)
              .findFirst()
              .map(each -> each.name)
              .orElse(""));
      next += type.getSize();
    }
    return List.copyOf(names);
  }

  /** Computes the frames. If that fails, as for invalid code, all are {@code null}. */
  private List<@Nullable Frame<Value>> frames(String owner) {
    if ((long) instructions.size() * (method.maxLocals + method.maxStack) <= MAX_VALUES) {
      try {
        return Arrays.asList(
            new Analyzer<>(new ValueInterpreter()) {
              /** Marks all instructions between a backward jump and its target as a loop. */
              @Override
              protected void newControlFlowEdge(int from, int to) {
                if (to < from) {
                  inLoop.set(to, from + 1);
                }
              }
            }.analyze(owner, method));
      } catch (AnalyzerException | RuntimeException broken) {
        // The calls and string constants still count.
      }
    }
    return Collections.nCopies(instructions.size(), null);
  }

  private MethodBody body(String owner) {
    List<MethodInsnNode> invocations =
        instructions()
            .filter(MethodInsnNode.class::isInstance)
            .map(MethodInsnNode.class::cast)
            .toList();
    return new MethodBody(
        instructions().flatMap(this::calls).toList(),
        instructions().flatMap(MethodReader::lambda).toList(),
        instructions()
            .flatMap(MethodReader::texts)
            .flatMap(text -> Stream.ofNullable(Markers.in(text)))
            .collect(Collectors.toUnmodifiableSet()),
        invocations.stream()
            .flatMap(call -> Stream.ofNullable(ValueInterpreter.key(call, values(call))))
            .flatMap(key -> Stream.ofNullable(key.path()))
            .collect(Collectors.toUnmodifiableSet()),
        invocations.stream()
            .filter(call -> !isStatic(call) && !call.owner.equals("java/lang/Object"))
            .anyMatch(call -> values(call).stream().limit(1).anyMatch(Value::fromMap)),
        invocations.stream()
            .anyMatch(call -> REFLECTION.matcher(call.owner + "." + call.name).matches()),
        invocations.stream().anyMatch(call -> HTTP.matcher(call.owner).matches()),
        !inLoop.isEmpty(),
        invocations.stream().anyMatch(call -> FUNCTION.matcher(call.owner).matches()),
        invocations.stream()
            .filter(call -> NULL_CHECK.matcher(call.name).matches())
            .flatMap(call -> values(call).stream())
            .flatMap(value -> Stream.ofNullable(value.path()))
            .collect(Collectors.toUnmodifiableSet()),
        futureType(),
        instructions()
            .filter(each -> each.getOpcode() == Opcodes.PUTFIELD)
            .filter(each -> topOfStack(each, 1).stream().anyMatch(Value::isNew))
            .map(each -> ((FieldInsnNode) each).name)
            .collect(Collectors.toUnmodifiableSet()),
        invocations.stream()
            .filter(call -> call.owner.startsWith("java/util/") && !call.desc.startsWith("()"))
            .filter(call -> !isStatic(call))
            .flatMap(call -> values(call).stream().limit(1))
            .flatMap(collection -> Stream.ofNullable(collection.path()))
            .collect(Collectors.toUnmodifiableSet()),
        invocations.stream().flatMap(this::argumentFlows).collect(Collectors.toUnmodifiableSet()),
        frames.get(0) == null
            || !inLoop.isEmpty()
            || Modifier.isSynchronized(method.access)
            || instructions().anyMatch(each -> hasSideEffects(owner, each)));
  }

  /** Returns the flows into a call; none if it only logs or builds, or if values are unknown. */
  private Stream<ArgumentFlow> argumentFlows(MethodInsnNode call) {
    Type result = Type.getReturnType(call.desc);
    if (isStatic(call)
        || call.desc.startsWith("()")
        || result.getSort() < Type.ARRAY
        || result.getInternalName().equals(call.owner)
        || (isOfJdk(call.owner) && !FUNCTION.matcher(call.owner).matches())) {
      return Stream.empty();
    }
    List<Value> values = values(call);
    return values.stream().allMatch(each -> each.constant() != null || !each.sources().isEmpty())
        ? values.stream()
            .skip(1)
            .flatMap(each -> ArgumentFlow.between(values.get(0).sources(), each.sources()))
        : Stream.empty();
  }

  /** Returns the value type of all returned futures, or {@code null} if it is not known. */
  private @Nullable String futureType() {
    Set<@Nullable String> types = new HashSet<>();
    instructions()
        .filter(each -> each.getOpcode() == Opcodes.ARETURN)
        .map(each -> frames.get(instructions.indexOf(each)))
        .forEach(
            frame ->
                types.add(
                    frame == null ? null : frame.getStack(frame.getStackSize() - 1).futureType()));
    return types.size() == 1 ? types.iterator().next() : null;
  }

  private Stream<AbstractInsnNode> instructions() {
    return Stream.of(instructions.toArray());
  }

  private Stream<CallSite> calls(AbstractInsnNode instruction) {
    if (instruction instanceof MethodInsnNode call && !isOfJdk(call.owner)) {
      MethodRef callee = new MethodRef(call.owner, call.name, call.desc);
      return Stream.of(site(call, callee, isStatic(call), values(call)));
    }
    if (instruction instanceof InvokeDynamicInsnNode dynamic) {
      List<Value> captured = topOfStack(dynamic, Type.getArgumentCount(dynamic.desc));
      return Stream.of(dynamic.bsmArgs)
          .filter(Handle.class::isInstance)
          .map(Handle.class::cast)
          .filter(body -> !isOfJdk(body.getOwner()))
          .map(body -> site(dynamic, MethodRef.of(body), true, captured));
    }
    return Stream.empty();
  }

  private CallSite site(
      AbstractInsnNode instruction, MethodRef callee, boolean isStatic, List<Value> operands) {
    return new CallSite(callee, isStatic, inLoop.get(instructions.indexOf(instruction)), operands);
  }

  /** Returns the lambda expression of an instruction, if it implements a type outside the JDK. */
  private static Stream<Lambda> lambda(AbstractInsnNode instruction) {
    return instruction instanceof InvokeDynamicInsnNode dynamic
            && dynamic.bsm.getOwner().equals("java/lang/invoke/LambdaMetafactory")
            && dynamic.bsmArgs[0] instanceof Type implemented
            && dynamic.bsmArgs[1] instanceof Handle body
            && !isOfJdk(Type.getReturnType(dynamic.desc).getInternalName())
            && !isOfJdk(body.getOwner())
        ? Stream.of(
            new Lambda(
                new MethodRef(
                    Type.getReturnType(dynamic.desc).getInternalName(),
                    dynamic.name,
                    implemented.getDescriptor()),
                MethodRef.of(body)))
        : Stream.empty();
  }

  /** Returns the string constants, including those between the values of a concatenation. */
  static Stream<String> texts(AbstractInsnNode instruction) {
    if (instruction instanceof InvokeDynamicInsnNode dynamic) {
      return Stream.of(dynamic.bsmArgs).filter(String.class::isInstance).map(String.class::cast);
    }
    return instruction instanceof LdcInsnNode load && load.cst instanceof String text
        ? Stream.of(text)
        : Stream.empty();
  }

  /** Returns the receiver, if any, and the arguments of a call. Empty if they are not known. */
  private List<Value> values(MethodInsnNode call) {
    return topOfStack(call, Type.getArgumentCount(call.desc) + (isStatic(call) ? 0 : 1));
  }

  private List<Value> topOfStack(AbstractInsnNode call, int count) {
    Frame<Value> frame = frames.get(instructions.indexOf(call));
    if (frame == null) {
      return List.of();
    }
    int size = frame.getStackSize();
    return IntStream.range(size - count, size).mapToObj(frame::getStack).toList();
  }

  /** Returns whether an instruction has side effects, apart from calls outside the JDK. */
  private boolean hasSideEffects(String owner, AbstractInsnNode instruction) {
    if (instruction instanceof MethodInsnNode call) {
      return isOfJdk(call.owner) && !ReadOnlyMembers.isReadOnlyInJdk(call.owner, call.name);
    }
    if (instruction instanceof InvokeDynamicInsnNode dynamic) {
      return !dynamic.bsm.getOwner().equals("java/lang/invoke/StringConcatFactory");
    }
    int opcode = instruction.getOpcode();
    // Nothing else sees what an object writes to itself during construction.
    boolean isConstructing = method.name.equals("<init>") || owner.endsWith("Builder");
    return (opcode == Opcodes.PUTFIELD && !isConstructing)
        || opcode == Opcodes.PUTSTATIC
        || opcode == Opcodes.MONITORENTER
        || (opcode >= Opcodes.IASTORE && opcode <= Opcodes.SASTORE);
  }

  private static boolean isStatic(MethodInsnNode call) {
    return call.getOpcode() == Opcodes.INVOKESTATIC;
  }

  private static boolean isOfJdk(String owner) {
    return owner.startsWith("java/") || owner.startsWith("[");
  }
}
