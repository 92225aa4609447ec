package io.loopsentinel.agent.command.inspect;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
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

/** Reads one method of a class file, and notes what its instructions tell. */
final class MethodReader {

  /** How many values the frames of a method may hold together: 16 MB. */
  private static final int MOST_VALUES = 4_000_000;

  private static final Pattern HTTP =
      Pattern.compile(
          "java/net/http/HttpClient|java/net/HttpURLConnection|okhttp3/Call|okhttp3/OkHttpClient"
              + "|org/apache/http/.*HttpClient|org/apache/hc/.*HttpClient"
              + "|org/springframework/web/.*(RestClient|WebClient|RestTemplate).*|io/ktor/client/.*");

  private final MethodNode method;
  private final InsnList instructions;
  private final List<@Nullable Frame<Value>> frames;
  private final BitSet inLoop = new BitSet();
  private final BitSet inHandler = new BitSet();
  private final List<CallSite> calls = new ArrayList<>();
  private final Set<String> markers = new HashSet<>();
  private final Set<String> keys = new HashSet<>();
  private boolean callsWhatItFinds;
  private boolean usesReflection;
  private boolean usesHttp;
  private boolean acts;

  private MethodReader(String owner, MethodNode method) {
    this.method = method;
    this.instructions = method.instructions;
    this.frames = frames(owner);
  }

  /** Reads a method of a class. */
  static MethodModel read(String owner, MethodNode method) {
    boolean isRead = method.instructions.size() > 0;
    return new MethodModel(
        new MethodRef(owner, method.name, method.desc),
        method.signature,
        method.access,
        Stream.of(method.visibleAnnotations, method.invisibleAnnotations)
            .filter(Objects::nonNull)
            .flatMap(annotations -> annotations.stream().map(annotation -> annotation.desc))
            .toList(),
        parameterNames(method),
        isRead ? new MethodReader(owner, method).body() : MethodBody.UNKNOWN);
  }

  /** From wherever the compiler left them; empty if nowhere. */
  private static List<String> parameterNames(MethodNode method) {
    Type[] types = Type.getArgumentTypes(method.desc);
    if (method.parameters != null && method.parameters.size() == types.length) {
      return method.parameters.stream().map(each -> String.valueOf(each.name)).toList();
    }
    Map<Integer, String> locals = new HashMap<>();
    if (method.localVariables != null) {
      // The first name of a slot is the parameter's; other variables use it later.
      for (LocalVariableNode local : method.localVariables) {
        locals.putIfAbsent(local.index, local.name);
      }
    }
    List<String> names = new ArrayList<>();
    int slot = isStatic(method) ? 0 : 1;
    for (Type type : types) {
      String name = locals.get(slot);
      if (name == null) {
        return List.of();
      }
      names.add(name);
      slot += type.getSize();
    }
    return names;
  }

  /** Follows the values; where that fails, as in broken code, nothing is known of them. */
  private List<@Nullable Frame<Value>> frames(String owner) {
    if ((long) instructions.size() * (method.maxLocals + method.maxStack) <= MOST_VALUES) {
      try {
        return Arrays.asList(new LoopAnalyzer(method, inLoop).analyze(owner, method));
      } catch (AnalyzerException | RuntimeException broken) {
        // Its calls and texts still count.
      }
    }
    acts = true;
    return Collections.nCopies(instructions.size(), null);
  }

  /** Marks loops: a jump backwards closes one around all in between. */
  private static final class LoopAnalyzer extends Analyzer<Value> {

    private final BitSet inLoop;

    LoopAnalyzer(MethodNode method, BitSet inLoop) {
      super(new ValueInterpreter(isStatic(method), method.desc));
      this.inLoop = inLoop;
    }

    @Override
    protected void newControlFlowEdge(int from, int to) {
      if (to < from) {
        inLoop.set(to, from + 1);
      }
    }
  }

  private MethodBody body() {
    acts |= !inLoop.isEmpty() || (method.access & Opcodes.ACC_SYNCHRONIZED) != 0;
    method.tryCatchBlocks.forEach(block -> markHandler(block.handler));
    instructions.forEach(this::read);
    return new MethodBody(
        List.copyOf(calls),
        Set.copyOf(markers),
        Set.copyOf(keys),
        callsWhatItFinds,
        usesReflection,
        usesHttp,
        !inLoop.isEmpty(),
        acts);
  }

  /** A handler ends where it returns, throws or goes on behind the others. */
  private void markHandler(AbstractInsnNode handler) {
    for (AbstractInsnNode next = handler; next != null; next = next.getNext()) {
      int opcode = next.getOpcode();
      if ((opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN)
          || opcode == Opcodes.ATHROW
          || opcode == Opcodes.GOTO) {
        return;
      }
      inHandler.set(instructions.indexOf(next));
    }
  }

  private void read(AbstractInsnNode instruction) {
    int opcode = instruction.getOpcode();
    if (instruction instanceof MethodInsnNode call) {
      call(call, values(call));
    } else if (instruction instanceof InvokeDynamicInsnNode dynamic) {
      handOver(dynamic);
    } else if (instruction instanceof LdcInsnNode load && load.cst instanceof String text) {
      note(text);
    } else if (instruction instanceof FieldInsnNode) {
      acts |= opcode == Opcodes.PUTFIELD || opcode == Opcodes.PUTSTATIC;
    } else {
      acts |=
          (opcode >= Opcodes.IASTORE && opcode <= Opcodes.SASTORE)
              || opcode == Opcodes.MONITORENTER;
    }
  }

  /** Returns the receiver, if there is one, and the arguments of a call; empty: not known. */
  private List<Value> values(MethodInsnNode call) {
    Frame<Value> frame = frames.get(instructions.indexOf(call));
    List<Value> values = new ArrayList<>();
    if (frame != null) {
      int count =
          Type.getArgumentCount(call.desc) + (call.getOpcode() == Opcodes.INVOKESTATIC ? 0 : 1);
      for (int i = frame.getStackSize() - count; i < frame.getStackSize(); i++) {
        values.add(frame.getStack(i));
      }
    }
    return values;
  }

  private void call(MethodInsnNode call, List<Value> values) {
    MethodRef callee = new MethodRef(call.owner, call.name, call.desc);
    boolean isStatic = call.getOpcode() == Opcodes.INVOKESTATIC;
    usesHttp |= HTTP.matcher(call.owner).matches();
    callsWhatItFinds |=
        !isStatic
            && !values.isEmpty()
            && values.get(0).found()
            && !call.owner.equals("java/lang/Object");
    if (!isOfJdk(call.owner)) {
      boolean makes =
          callee.isConstructor() || Type.getReturnType(call.desc).getSort() >= Type.ARRAY;
      List<Value> arguments =
          !makes || values.isEmpty()
              ? List.of()
              : List.copyOf(values.subList(isStatic ? 0 : 1, values.size()));
      add(call, callee, isStatic, arguments);
      return;
    }
    acts |= !ReadOnlyMembers.ofJdk(callee);
    usesReflection |= call.owner.equals("java/lang/reflect/Method") && call.name.equals("invoke");
    Value key = values.isEmpty() ? null : ValueInterpreter.key(call, values);
    if (key != null && key.path() != null) {
      keys.add(key.path());
    }
  }

  /** A lambda expression is taken for a call of its body; a concatenation holds texts. */
  private void handOver(InvokeDynamicInsnNode dynamic) {
    acts |= !dynamic.bsm.getOwner().equals("java/lang/invoke/StringConcatFactory");
    for (Object constant : dynamic.bsmArgs) {
      if (constant instanceof String text) {
        note(text);
      } else if (constant instanceof Handle handle && !isOfJdk(handle.getOwner())) {
        MethodRef callee = new MethodRef(handle.getOwner(), handle.getName(), handle.getDesc());
        add(dynamic, callee, true, List.of());
      }
    }
  }

  private void add(
      AbstractInsnNode instruction, MethodRef callee, boolean isStatic, List<Value> arguments) {
    int index = instructions.indexOf(instruction);
    calls.add(new CallSite(callee, isStatic, inLoop.get(index), inHandler.get(index), arguments));
  }

  private void note(String text) {
    String marker = Markers.in(text);
    if (marker != null) {
      markers.add(marker);
    }
  }

  private static boolean isStatic(MethodNode method) {
    return (method.access & Opcodes.ACC_STATIC) != 0;
  }

  private static boolean isOfJdk(String owner) {
    return owner.startsWith("java/") || owner.startsWith("[");
  }
}
