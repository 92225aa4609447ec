package io.loopsentinel.agent.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.agent.instrument.fixture.Shapes;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.Attribute;
import org.objectweb.asm.ByteVector;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Methods are rewritten, and nothing else is. */
class MethodBodiesTest {

  @Test
  void leavesTheOtherMethodsAsTheyAre() {
    // given
    byte[] file = TestClassFiles.of(Shapes.class);

    // when
    byte[] rewritten = withLeadingNop(file, "staticMethod");

    // then
    Map<String, byte[]> before = methods(file);
    Map<String, byte[]> after = methods(rewritten);
    assertThat(after.keySet()).isEqualTo(before.keySet());
    TreeSet<String> changed = new TreeSet<>();
    before.forEach(
        (name, bytes) -> {
          if (!Arrays.equals(bytes, after.get(name))) {
            changed.add(name);
          }
        });
    assertThat(changed).singleElement().asString().startsWith("staticMethod(");
    assertThat(new ClassOutline(rewritten).methods()).isEqualTo(new ClassOutline(file).methods());
  }

  /** Of the class, of its fields, and of its methods. */
  @Test
  void keepsAttributesThatItDoesNotKnow() {
    // given
    ClassWriter type = new ClassWriter(0);
    type.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, "Acme", null, "java/lang/Object", null);
    type.visitAttribute(new Unknown("OfTheClass"));
    type.visitField(0, "field", "I", null, null).visitAttribute(new Unknown("OfTheField"));
    for (String name : List.of("rewritten", "untouched")) {
      MethodVisitor method = type.visitMethod(Opcodes.ACC_STATIC, name, "()V", null, null);
      method.visitAttribute(new Unknown("OfMethod-" + name));
      method.visitCode();
      method.visitInsn(Opcodes.RETURN);
      method.visitMaxs(0, 0);
    }
    byte[] file = type.toByteArray();

    // when
    byte[] rewritten = withLeadingNop(file, "rewritten");

    // then
    assertThat(rewritten).isNotEqualTo(file);
    for (String name : List.of("Class", "Field", "Method-rewritten", "Method-untouched")) {
      assertThat(new String(rewritten, StandardCharsets.ISO_8859_1))
          .contains("value of Of" + (name.startsWith("Method") ? name : "The" + name));
    }
  }

  @Test
  void returnsTheFileWhereNoMethodIsChosen() {
    byte[] file = TestClassFiles.of(Shapes.class);

    assertThat(withLeadingNop(file, "absent")).isEqualTo(file);
  }

  private static byte[] withLeadingNop(byte[] file, String method) {
    return MethodBodies.rewrite(
        file,
        (name, site) ->
            !name.equals(method)
                ? null
                : next ->
                    new MethodVisitor(Opcodes.ASM9, next) {
                      @Override
                      public void visitCode() {
                        super.visitCode();
                        super.visitInsn(Opcodes.NOP);
                      }
                    });
  }

  /** Returns the bytes of each method, by its name and descriptor. */
  private static Map<String, byte[]> methods(byte[] file) {
    ClassLayout layout = new ClassLayout(file);
    Map<String, byte[]> methods = new TreeMap<>();
    int method = layout.methods() + 2;
    while (method < layout.afterMembers(layout.methods())) {
      int next = layout.afterMember(method);
      String name = layout.text(layout.u2(method + 2)) + layout.text(layout.u2(method + 4));
      methods.put(name, Arrays.copyOfRange(file, method, next));
      method = next;
    }
    return methods;
  }

  private static final class Unknown extends Attribute {

    Unknown(String name) {
      super(name);
    }

    @Override
    protected ByteVector write(
        ClassWriter writer, byte[] code, int length, int maxStack, int maxLocals) {
      byte[] value = ("value of " + type).getBytes(StandardCharsets.ISO_8859_1);
      return new ByteVector().putByteArray(value, 0, value.length);
    }
  }
}
