package io.loopsentinel.agent.async;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.loopsentinel.ToolLoopError;
import io.loopsentinel.ToolLoopErrorBuilder;
import io.reactivex.rxjava3.core.Completable;
import io.reactivex.rxjava3.exceptions.CompositeException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * Calls that were made at once and are refused at once: reactive libraries make one error of all.
 */
class CompositeErrorTest {

  private final ToolLoopError error =
      new ToolLoopErrorBuilder(ToolLoopError.Status.CALL_ABORTED, "get_weather repeats")
          .call("get_weather", "session")
          .loop("repeat", 3, List.of(), "")
          .build();

  @Test
  void isSearchedForTheErrorIfItIsOfRxJava() {
    Throwable composite =
        catchThrowable(
            () ->
                Completable.mergeArrayDelayError(
                        Completable.error(new IllegalStateException("another")),
                        Completable.error(new IllegalStateException(error)))
                    .blockingAwait());

    assertThat(composite).isInstanceOf(CompositeException.class);
    assertThat(ToolLoopError.findIn(composite)).containsSame(error);
  }

  @Test
  void isSearchedForTheErrorIfItIsOfReactor() {
    Throwable composite =
        catchThrowable(
            () ->
                Flux.mergeDelayError(
                        2,
                        Mono.error(new IllegalStateException("another")),
                        Mono.error(new IllegalStateException(error)))
                    .blockLast());

    assertThat(ToolLoopError.findIn(composite)).containsSame(error);
  }

  /** As where a library that a method names is optional, and is not there. */
  @Test
  void isFoundBehindAnExceptionWhoseMethodsCannotBeListed() throws Exception {
    RuntimeException outer = exceptionThatNamesAMissingClass();
    outer.initCause(error);

    assertThatThrownBy(() -> outer.getClass().getMethods())
        .isInstanceOf(NoClassDefFoundError.class);
    assertThat(ToolLoopError.findIn(outer)).containsSame(error);
  }

  private static RuntimeException exceptionThatNamesAMissingClass() throws Exception {
    String parent = "java/lang/RuntimeException";
    ClassWriter writer = new ClassWriter(0);
    writer.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, "acme/Failure", null, parent, null);
    MethodVisitor constructor = writer.visitMethod(Opcodes.ACC_PUBLIC, "<init>", "()V", null, null);
    constructor.visitVarInsn(Opcodes.ALOAD, 0);
    constructor.visitMethodInsn(Opcodes.INVOKESPECIAL, parent, "<init>", "()V", false);
    constructor.visitInsn(Opcodes.RETURN);
    constructor.visitMaxs(1, 1);
    int noBody = Opcodes.ACC_PUBLIC | Opcodes.ACC_NATIVE;
    writer.visitMethod(noBody, "status", "()Lacme/Missing;", null, null);
    byte[] file = writer.toByteArray();
    Class<?> type =
        new ClassLoader(null) {
          Class<?> define() {
            return defineClass("acme.Failure", file, 0, file.length);
          }
        }.define();
    return (RuntimeException) type.getDeclaredConstructor().newInstance();
  }
}
