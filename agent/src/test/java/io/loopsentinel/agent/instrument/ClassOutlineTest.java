package io.loopsentinel.agent.instrument;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loopsentinel.agent.instrument.fixture.Shape;
import io.loopsentinel.agent.instrument.fixture.Shapes;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;

class ClassOutlineTest {

  private static final byte[] SHAPES = TestClassFiles.of(Shapes.class);

  @Test
  void readsTheNamesOfAClassAndItsParents() {
    // when
    ClassOutline outline = new ClassOutline(SHAPES);

    // then
    assertThat(outline.name()).isEqualTo(Shapes.class.getName().replace('.', '/'));
    assertThat(outline.superName()).isEqualTo("java/lang/Object");
    assertThat(outline.interfaces())
        .containsExactly("java/util/concurrent/Callable", Shape.class.getName().replace('.', '/'));
    assertThat(outline.majorVersion()).isEqualTo(61);
  }

  @Test
  void readsItsMethods() {
    // when
    List<MethodOutline> methods = new ClassOutline(SHAPES).methods();

    // then
    assertThat(methods)
        .contains(
            new MethodOutline(
                "privateMethod",
                "(Ljava/lang/String;)Ljava/lang/String;",
                Modifier.PRIVATE,
                List.of()),
            new MethodOutline(
                "staticMethod", "(IJD)Ljava/lang/String;", Modifier.STATIC, List.of()))
        .hasSizeGreaterThan(Shapes.class.getDeclaredMethods().length);
  }

  @ParameterizedTest
  @ValueSource(strings = {"größe", "nul\0", "\ud83d\ude80", "\ud83d", "\ufffd"})
  void readsNamesAsTheJvmDoes(String name) {
    // given
    ClassWriter type = new ClassWriter(0);
    type.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, "a/B", null, "java/lang/Object", null);
    type.visitField(0, name, "I", null, null).visitEnd();
    type.visitEnd();

    // then
    assertThat(new ClassOutline(type.toByteArray()).declaresField(name)).isTrue();
  }

  @Test
  void stepsOverFieldsAndTheirAttributes() {
    // when
    List<MethodOutline> methods = new ClassOutline(TestClassFiles.of(Integer.class)).methods();

    // then
    assertThat(methods).extracting(MethodOutline::name).contains("parseInt", "bitCount");
  }

  @Test
  void hasNoSuperclassForObject() {
    assertThat(new ClassOutline(TestClassFiles.of(Object.class)).superName()).isNull();
  }

  @Test
  void readsClassFilesOfLaterVersions() {
    // given
    byte[] later = SHAPES.clone();
    later[6] = 0;
    later[7] = 120;

    // when
    ClassOutline outline = new ClassOutline(later);

    // then
    assertThat(outline.majorVersion()).isEqualTo(120);
    assertThat(outline.methods()).isEqualTo(new ClassOutline(SHAPES).methods());
  }

  @Test
  void endsWithAnExceptionOnEveryFileCutShort() {
    for (int length = 0; length < SHAPES.length / 2; length++) {
      byte[] cut = Arrays.copyOf(SHAPES, length);

      assertThatThrownBy(() -> new ClassOutline(cut).methods())
          .as("%d bytes", cut.length)
          .isInstanceOf(RuntimeException.class);
    }
  }

  @Test
  void comesToAnEndWhateverByteIsWrong() {
    // given
    List<Integer> read = new ArrayList<>();

    // when
    for (int at = 8; at < SHAPES.length; at++) {
      byte[] wrong = SHAPES.clone();
      wrong[at] = (byte) ~wrong[at];
      try {
        read.add(new ClassOutline(wrong).methods().size());
      } catch (RuntimeException e) {
        assertThat(e)
            .isInstanceOfAny(
                IndexOutOfBoundsException.class,
                IllegalArgumentException.class,
                ArithmeticException.class);
      }
    }

    // then
    assertThat(read).isNotEmpty();
  }
}
