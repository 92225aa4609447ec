package io.loopsentinel.tools.check;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.Handle;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.utility.OpenedClassReader;
import org.jspecify.annotations.Nullable;

/** The effects of the methods of a class, from its instructions. */
final class MemberEffects extends ClassVisitor {

  /** Classes of the JDK and common utilities whose methods below are read-only. */
  private static final Set<String> OWNERS =
      words(
          """
          java/lang/Object java/lang/String java/lang/CharSequence java/lang/Enum java/lang/Record
          java/lang/Boolean java/lang/Integer java/lang/Long java/lang/Double java/lang/Number
          java/util/Collection java/util/Collections java/util/List java/util/Map java/util/Map$Entry
          java/util/Objects java/util/Optional java/util/Set java/util/ArrayList java/util/HashMap
          java/util/LinkedHashMap kotlin/jvm/internal/Intrinsics
          org/springframework/util/Assert org/springframework/util/CollectionUtils
          org/springframework/util/ObjectUtils org/springframework/util/StringUtils
          """);

  private static final Set<String> METHODS =
      words(
          """
          <init> asList booleanValue checkNotNull checkNotNullExpressionValue checkNotNullParameter
          contains containsKey copyOf doubleValue empty emptyList emptyMap equals get getFirst getKey
          getOrDefault getValue hasLength hasText intValue isBlank isEmpty isPresent isTrue length
          longValue name notEmpty notNull of ofNullable orElse ordinal requireNonNull
          requireNonNullElse size strip toString trim
          unmodifiableCollection unmodifiableList unmodifiableMap unmodifiableSet valueOf
          """);

  private final Map<String, Effects> methods = new HashMap<>();
  private String name = "";
  private int access;
  private List<String> supertypes = List.of();

  private MemberEffects() {
    super(OpenedClassReader.ASM_API);
  }

  /** A method as an instruction names it. */
  record Call(String owner, String name, String descriptor) {

    /** Returns the method with the same name and descriptor in another class. */
    Call in(String otherOwner) {
      return new Call(otherOwner, name, descriptor);
    }
  }

  /**
   * The effects of a method.
   *
   * @param acts whether an instruction may have a side effect, apart from {@code calls}
   */
  record Effects(boolean isAbstract, boolean acts, List<Call> calls) {}

  static MemberEffects read(byte[] file) {
    MemberEffects type = new MemberEffects();
    OpenedClassReader.of(file).accept(type, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
    return type;
  }

  private static Set<String> words(String text) {
    return Set.of(text.strip().split("\\s+"));
  }

  boolean isAbstract() {
    return (access & Opcodes.ACC_ABSTRACT) != 0;
  }

  List<String> supertypes() {
    return supertypes;
  }

  /** Returns the effects of a method that this class declares; {@code null} if it does not. */
  @Nullable Effects declared(Call call) {
    return methods.get(call.name() + call.descriptor());
  }

  @Override
  public void visit(
      int version,
      int flags,
      String type,
      @Nullable String signature,
      @Nullable String superName,
      String[] interfaces) {
    name = type;
    access = flags;
    supertypes = Stream.concat(Stream.ofNullable(superName), Stream.of(interfaces)).toList();
  }

  @Override
  public MethodVisitor visitMethod(
      int flags,
      String method,
      String descriptor,
      @Nullable String signature,
      String @Nullable [] exceptions) {
    // Nothing else sees what an object writes to itself during construction.
    boolean isConstructing = method.equals("<init>") || name.endsWith("Builder");
    return new Instructions(isConstructing) {
      @Override
      public void visitEnd() {
        acts |= (flags & (Opcodes.ACC_SYNCHRONIZED | Opcodes.ACC_NATIVE)) != 0;
        boolean isAbstract = (flags & Opcodes.ACC_ABSTRACT) != 0;
        methods.put(method + descriptor, new Effects(isAbstract, acts, List.copyOf(calls)));
      }
    };
  }

  private static class Instructions extends MethodVisitor {

    final List<Call> calls = new ArrayList<>();
    boolean acts;
    private final boolean isConstructing;
    private final Set<Label> passed = new HashSet<>();

    Instructions(boolean isConstructing) {
      super(OpenedClassReader.ASM_API);
      this.isConstructing = isConstructing;
    }

    @Override
    public void visitMethodInsn(
        int opcode, String owner, String method, String descriptor, boolean isInterface) {
      if (OWNERS.contains(owner) && METHODS.contains(method)) {
        return;
      }
      if (owner.startsWith("java/") || owner.startsWith("[")) {
        acts = true;
      } else {
        calls.add(new Call(owner, method, descriptor));
      }
    }

    @Override
    public void visitInvokeDynamicInsn(
        String method, String descriptor, Handle bootstrap, Object... arguments) {
      acts |= !bootstrap.getOwner().equals("java/lang/invoke/StringConcatFactory");
    }

    @Override
    public void visitFieldInsn(int opcode, String owner, String field, String descriptor) {
      acts |= opcode == Opcodes.PUTSTATIC || (opcode == Opcodes.PUTFIELD && !isConstructing);
    }

    @Override
    public void visitInsn(int opcode) {
      acts |=
          opcode == Opcodes.MONITORENTER
              || (opcode >= Opcodes.IASTORE && opcode <= Opcodes.SASTORE);
    }

    @Override
    public void visitLabel(Label label) {
      passed.add(label);
    }

    @Override
    public void visitJumpInsn(int opcode, Label label) {
      acts |= passed.contains(label);
    }
  }
}
