package io.loopsentinel.agent.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.hook.Hook;
import java.lang.invoke.MethodHandles;
import org.junit.jupiter.api.Test;

class ClassRenamerTest {

  private static final String HOOK = "io/loopsentinel/hook/Hook";

  @Test
  void makesAClassThatWorksUnderItsNewName() throws Exception {
    // given
    byte[] file = TestClassFiles.of(Hook.class);

    // when
    byte[] renamed =
        new ClassRenamer(HOOK, "io/loopsentinel/agent/instrument/RenamedHook").rename(file);
    Class<?> type = MethodHandles.lookup().defineClass(renamed);

    // then
    assertThat(type.getSimpleName()).isEqualTo("RenamedHook");
    assertThat(type.getMethod("isConnected").invoke(null)).isEqualTo(false);
    assertThat(
            type.getMethod("enter", Class.class, int.class, Object.class, Object[].class)
                .invoke(null, String.class, 0, null, new Object[0]))
        .isNull();
  }

  @Test
  void renamesDescriptorsAndLeavesLongerNamesAlone() {
    // given
    byte[] caller = TestClassFiles.of(Caller.class);

    // when
    byte[] renamed = new ClassRenamer(HOOK, "x/Y").rename(caller);
    byte[] longer = new ClassRenamer("io/loopsentinel/hook/Hoo", "x/Y").rename(caller);

    // then
    assertThat(new String(renamed, java.nio.charset.StandardCharsets.ISO_8859_1))
        .contains("x/Y")
        .doesNotContain(HOOK);
    assertThat(longer).isEqualTo(caller);
  }

  @Test
  void givesBackTheSameFileForTheSameName() {
    // given
    byte[] file = TestClassFiles.of(Long.class);

    // when
    byte[] renamed = new ClassRenamer("java/lang/Long", "java/lang/Long").rename(file);

    // then
    assertThat(renamed).isEqualTo(file);
  }

  /** Names the hook, and has it in a descriptor. */
  interface Caller {

    static void call(Hook unused) {
      Hook.leave();
    }
  }
}
