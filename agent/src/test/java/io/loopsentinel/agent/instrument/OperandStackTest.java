package io.loopsentinel.agent.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.hook.Hook;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Guards methods that return while other values lie under the result. */
class OperandStackTest {

  private static final String NAME = "OperandStackTest$Written";

  @ParameterizedTest
  @MethodSource("bodies")
  void returnsWhatTheMethodReturns(Consumer<MethodVisitor> body) throws Exception {
    for (int version : new int[] {Opcodes.V1_5, Opcodes.V17}) {
      // given
      byte[] file = write(body, version);

      // when
      byte[] guarded =
          MethodBodies.rewrite(
              file,
              (name, site) ->
                  next -> new GuardedBody(Type.getInternalName(Hook.class), 0, false, site, next));

      // then
      assertThat(call(guarded, "text")).isEqualTo("text");
      assertThat(call(guarded, "")).isEqualTo("");
    }
  }

  /** What a method {@code static String call(String)} does before it returns its argument. */
  private static Stream<Named<Consumer<MethodVisitor>>> bodies() {
    return Stream.of(
        Named.of("nothing", code -> {}),
        Named.of("a number", code -> code.visitInsn(Opcodes.ICONST_5)),
        Named.of("a wide number under a text", OperandStackTest::wideNumberUnderText),
        Named.of("copies of wide numbers", OperandStackTest::copiesOfWideNumbers),
        Named.of("copies of texts", OperandStackTest::copiesOfTexts),
        Named.of("what calls and conversions give", OperandStackTest::callsAndConversions),
        Named.of("what lies there before a branch", OperandStackTest::branch));
  }

  private static void wideNumberUnderText(MethodVisitor code) {
    code.visitInsn(Opcodes.LCONST_1);
    code.visitVarInsn(Opcodes.ALOAD, 0);
  }

  private static void copiesOfWideNumbers(MethodVisitor code) {
    code.visitInsn(Opcodes.ICONST_1);
    code.visitInsn(Opcodes.DCONST_1);
    code.visitInsn(Opcodes.DUP2_X1);
    code.visitInsn(Opcodes.LCONST_1);
    code.visitInsn(Opcodes.DUP2_X2);
  }

  private static void copiesOfTexts(MethodVisitor code) {
    code.visitVarInsn(Opcodes.ALOAD, 0);
    code.visitInsn(Opcodes.ICONST_2);
    code.visitInsn(Opcodes.DUP_X1);
    code.visitInsn(Opcodes.SWAP);
    code.visitInsn(Opcodes.DUP_X2);
    code.visitInsn(Opcodes.DUP2);
  }

  private static void callsAndConversions(MethodVisitor code) {
    code.visitVarInsn(Opcodes.ALOAD, 0);
    code.visitMethodInsn(Opcodes.INVOKEVIRTUAL, "java/lang/String", "length", "()I", false);
    code.visitInsn(Opcodes.I2L);
    code.visitInsn(Opcodes.LCONST_1);
    code.visitInsn(Opcodes.LADD);
    code.visitInsn(Opcodes.DUP2);
    code.visitInsn(Opcodes.L2I);
    code.visitMethodInsn(Opcodes.INVOKESTATIC, "java/lang/Math", "abs", "(I)I", false);
    code.visitLdcInsn(2.5d);
    code.visitFieldInsn(Opcodes.GETSTATIC, "java/lang/Long", "MAX_VALUE", "J");
    code.visitInsn(Opcodes.LNEG);
  }

  /** Kotlin's {@code add(5, if (text == "") return text else 1)}. */
  private static void branch(MethodVisitor code) {
    Label present = new Label();
    code.visitInsn(Opcodes.ICONST_5);
    code.visitInsn(Opcodes.LCONST_0);
    code.visitVarInsn(Opcodes.ALOAD, 0);
    code.visitMethodInsn(Opcodes.INVOKEVIRTUAL, "java/lang/String", "length", "()I", false);
    code.visitJumpInsn(Opcodes.IFNE, present);
    code.visitVarInsn(Opcodes.ALOAD, 0);
    code.visitInsn(Opcodes.ARETURN);
    code.visitLabel(present);
    code.visitFrame(
        Opcodes.F_NEW,
        1,
        new Object[] {"java/lang/String"},
        2,
        new Object[] {Opcodes.INTEGER, Opcodes.LONG});
  }

  private static byte[] write(Consumer<MethodVisitor> body, int version) {
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    writer.visit(version, Opcodes.ACC_PUBLIC, NAME, null, "java/lang/Object", null);
    MethodVisitor code =
        writer.visitMethod(
            Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC,
            "call",
            "(Ljava/lang/String;)Ljava/lang/String;",
            null,
            null);
    code.visitCode();
    body.accept(version == Opcodes.V1_5 ? withoutFrames(code) : code);
    code.visitVarInsn(Opcodes.ALOAD, 0);
    code.visitInsn(Opcodes.ARETURN);
    code.visitMaxs(0, 0);
    code.visitEnd();
    writer.visitEnd();
    return writer.toByteArray();
  }

  private static MethodVisitor withoutFrames(MethodVisitor code) {
    return new MethodVisitor(Opcodes.ASM9, code) {
      @Override
      public void visitFrame(int type, int locals, Object[] local, int stack, Object[] values) {}
    };
  }

  private static Object call(byte[] file, String argument) throws Exception {
    ClassLoader loader =
        new ClassLoader(OperandStackTest.class.getClassLoader()) {
          @Override
          protected Class<?> findClass(String name) {
            return defineClass(NAME, file, 0, file.length);
          }
        };
    return loader.loadClass(NAME).getMethod("call", String.class).invoke(null, argument);
  }
}
