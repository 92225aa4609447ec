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

  /** JSON members of requests to models and of their responses, which survive obfuscation. */
  private static final Set<String> MODEL_TEXTS =
      Words.set(
          """
          messages choices max_tokens temperature usage prompt_tokens completion_tokens input_tokens
          output_tokens finish_reason model assistant
          """);

  private static final Pattern ENDPOINT =
      Pattern.compile("(chat/completions|v1/messages|v1/responses|:generateContent|api/chat)\\b");

  private final UnaryOperator<MethodRef> shared;
  private final List<MethodRef> calls = new ArrayList<>();
  private final Set<MethodRef> callsInLoop = new HashSet<>();
  private final Set<String> texts = new HashSet<>();
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
        Set.copyOf(reader.texts),
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
    } else if (instruction instanceof LdcInsnNode load) {
      readText(load.cst);
    } else if (instruction instanceof InvokeDynamicInsnNode dynamic) {
      for (Object argument : dynamic.bsmArgs) {
        if (argument instanceof Handle body && !body.getOwner().startsWith("java/")) {
          add(body.getOwner(), body.getName(), body.getDesc());
        } else {
          readText(argument);
        }
      }
    }
  }

  private void readText(Object constant) {
    if (constant instanceof String text
        && (MODEL_TEXTS.contains(text) || ENDPOINT.matcher(text).find())) {
      texts.add(text);
    }
  }

  private void readCall(MethodInsnNode call) {
    if (call.owner.startsWith("java/") || call.owner.startsWith("[")) {
      looksUp |= ToolCallShape.isMap(call.owner) && call.name.startsWith("get");
      reflects |= call.owner.equals(ToolCallShape.METHOD) && call.name.equals("invoke");
    } else {
      add(call.owner, call.name, call.desc);
    }
    sends |= HTTP.matcher(call.owner).matches();
  }

  private void add(String owner, String name, String descriptor) {
    calls.add(shared.apply(new MethodRef(owner, name, descriptor)));
  }
}
