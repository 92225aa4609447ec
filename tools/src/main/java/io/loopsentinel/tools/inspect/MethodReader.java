package io.loopsentinel.tools.inspect;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.objectweb.asm.Handle;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.InvokeDynamicInsnNode;
import org.objectweb.asm.tree.JumpInsnNode;
import org.objectweb.asm.tree.LabelNode;
import org.objectweb.asm.tree.LdcInsnNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** Reads one method in one pass over its instructions. */
final class MethodReader {

  private static final Pattern HTTP =
      Pattern.compile(
          "java/net/http/HttpClient|java/net/(Http)?URLConnection|java/net/URL"
              + "|okhttp3/(Call|OkHttpClient)|org/apache/(http|hc)/.*HttpClient"
              + "|org/springframework/web/.*(RestClient|WebClient|RestTemplate).*"
              + "|io/ktor/client/.*");
  private static final Pattern REFLECTION =
      Pattern.compile(
          "java/lang/reflect/Method\\.invoke|java/lang/invoke/MethodHandle\\.invoke\\w*"
              + "|java/util/function/(Bi)?Function\\.apply|java/util/concurrent/Callable\\.call"
              + "|kotlin/reflect/(full/KCallables\\.callSuspend\\w*|KCallable\\.call\\w*)");

  private final UnaryOperator<MethodRef> shared;
  private final List<MethodRef> calls = new ArrayList<>();
  private final Set<MethodRef> callsInLoop = new HashSet<>();
  private final Set<String> markers = new HashSet<>();
  private boolean looksUp;
  private boolean reflects;
  private boolean sends;

  private MethodReader(UnaryOperator<MethodRef> shared) {
    this.shared = shared;
  }

  /**
   * Reads a method.
   *
   * @param shared returns one object for equal references, because each method is named many times
   */
  static ScannedMethod read(MethodRef ref, MethodNode method, UnaryOperator<MethodRef> shared) {
    MethodReader reader = new MethodReader(shared);
    reader.readInstructions(method);
    return new ScannedMethod(
        ref,
        method.access,
        Set.copyOf(reader.calls),
        Set.copyOf(reader.callsInLoop),
        Set.copyOf(reader.markers),
        reader.looksUp,
        reader.reflects,
        reader.sends);
  }

  private void readInstructions(MethodNode method) {
    BitSet inLoop = new BitSet();
    Map<AbstractInsnNode, Integer> callsBefore = new HashMap<>();
    for (AbstractInsnNode each : method.instructions) {
      if (each instanceof LabelNode) {
        callsBefore.put(each, calls.size());
      }
      Integer start = each instanceof JumpInsnNode jump ? callsBefore.get(jump.label) : null;
      if (start != null) {
        // A backward jump: all calls since its target are in a loop.
        inLoop.set(start, calls.size());
      }
      read(each);
    }
    inLoop.stream().forEach(index -> callsInLoop.add(calls.get(index)));
  }

  private void read(AbstractInsnNode instruction) {
    if (instruction instanceof MethodInsnNode call) {
      readCall(call);
    } else if (instruction instanceof LdcInsnNode load && load.cst instanceof String text) {
      markers.addAll(Markers.in(text));
    } else if (instruction instanceof InvokeDynamicInsnNode dynamic) {
      for (Object argument : dynamic.bsmArgs) {
        if (argument instanceof Handle body && !body.getOwner().startsWith("java/")) {
          add(body.getOwner(), body.getName(), body.getDesc());
        } else if (argument instanceof String text) {
          markers.addAll(Markers.in(text));
        }
      }
    }
  }

  private void readCall(MethodInsnNode call) {
    if (call.owner.startsWith("java/") || call.owner.startsWith("[")) {
      looksUp |= Kinds.isMap(call.owner) && call.name.startsWith("get");
    } else {
      add(call.owner, call.name, call.desc);
    }
    sends |= HTTP.matcher(call.owner).matches();
    reflects |= REFLECTION.matcher(call.owner + "." + call.name).matches();
  }

  private void add(String owner, String name, String descriptor) {
    calls.add(shared.apply(new MethodRef(owner, name, descriptor)));
  }
}
