package io.loopsentinel.tools.inspect;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import net.bytebuddy.jar.asm.Handle;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;
import net.bytebuddy.utility.OpenedClassReader;
import org.jspecify.annotations.Nullable;

/** Reads one method in one pass over its instructions. */
final class MethodScan extends MethodVisitor {

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

  private final MethodRef ref;
  private final int access;
  private final ClassScan scan;
  private final Consumer<ScannedMethod> found;

  private final List<MethodRef> calls = new ArrayList<>();
  private final BitSet inLoop = new BitSet();

  /** The number of calls before each label that was passed. */
  private final Map<Label, Integer> passed = new HashMap<>();

  private final Set<String> markers = new HashSet<>();
  private final List<String> declaredNames = new ArrayList<>();
  private final Map<Integer, String> localNames = new HashMap<>();
  private boolean looksUp;
  private boolean reflects;
  private boolean sends;

  /**
   * Creates a reader of a method.
   *
   * @param found receives the method when it was read
   */
  MethodScan(MethodRef ref, int access, ClassScan scan, Consumer<ScannedMethod> found) {
    super(OpenedClassReader.ASM_API);
    this.ref = ref;
    this.access = access;
    this.scan = scan;
    this.found = found;
  }

  @Override
  public void visitParameter(@Nullable String name, int flags) {
    declaredNames.add(String.valueOf(name));
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
  public void visitMethodInsn(
      int opcode, String owner, String name, String descriptor, boolean isInterface) {
    if (owner.startsWith("java/") || owner.startsWith("[")) {
      looksUp |= Kinds.isMap(owner) && name.startsWith("get");
    } else {
      calls.add(scan.share(new MethodRef(owner, name, descriptor)));
    }
    sends |= HTTP.matcher(owner).matches();
    reflects |= REFLECTION.matcher(owner + "." + name).matches();
  }

  @Override
  public void visitInvokeDynamicInsn(
      String name, String descriptor, Handle bootstrap, Object... arguments) {
    for (Object argument : arguments) {
      if (argument instanceof Handle body && !body.getOwner().startsWith("java/")) {
        calls.add(scan.share(new MethodRef(body.getOwner(), body.getName(), body.getDesc())));
      } else if (argument instanceof String text) {
        addMarker(text);
      }
    }
  }

  @Override
  public void visitLdcInsn(Object value) {
    if (value instanceof String text) {
      addMarker(text);
    }
  }

  private void addMarker(String text) {
    String marker = Markers.in(text);
    if (marker != null) {
      markers.add(marker);
    }
  }

  @Override
  public void visitLabel(Label label) {
    passed.put(label, calls.size());
  }

  /** Marks all calls between a backward jump and its target as calls in a loop. */
  @Override
  public void visitJumpInsn(int opcode, Label label) {
    Integer start = passed.get(label);
    if (start != null) {
      inLoop.set(start, calls.size());
    }
  }

  @Override
  public void visitEnd() {
    Set<MethodRef> looped = new HashSet<>();
    inLoop.stream().forEach(index -> looped.add(calls.get(index)));
    found.accept(
        new ScannedMethod(
            ref,
            access,
            parameterNames(),
            Set.copyOf(calls),
            Set.copyOf(looped),
            Set.copyOf(markers),
            looksUp,
            reflects,
            sends));
  }

  private List<String> parameterNames() {
    Type[] types = Type.getArgumentTypes(ref.descriptor());
    if (declaredNames.size() == types.length) {
      return List.copyOf(declaredNames);
    }
    List<String> names = new ArrayList<>();
    int slot = (access & Opcodes.ACC_STATIC) != 0 ? 0 : 1;
    for (Type type : types) {
      String name = localNames.get(slot);
      if (name == null) {
        return List.of();
      }
      names.add(name);
      slot += type.getSize();
    }
    return List.copyOf(names);
  }
}
