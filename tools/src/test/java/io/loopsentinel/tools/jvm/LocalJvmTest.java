package io.loopsentinel.tools.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.tools.attach.VirtualMachineDescriptor;
import com.sun.tools.attach.spi.AttachProvider;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The JVMs on this machine. */
class LocalJvmTest {

  @Test
  void areAskedSideBySideAndAnswerInOrder() {
    List<LocalJvm> jvms = Stream.of("30", "10", "20").map(LocalJvmTest::jvm).toList();
    CountDownLatch lastIsAsked = new CountDownLatch(1);

    List<String> answers =
        LocalJvm.askAll(
            jvms,
            jvm -> {
              if (jvm.pid().equals("20")) {
                lastIsAsked.countDown();
              }
              return jvm.pid() + " " + isReached(lastIsAsked);
            });

    assertThat(answers).containsExactly("30 true", "10 true", "20 true");
  }

  private static boolean isReached(CountDownLatch latch) {
    try {
      return latch.await(10, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      return false;
    }
  }

  private static LocalJvm jvm(String pid) {
    return new LocalJvm(new VirtualMachineDescriptor(AttachProvider.providers().get(0), pid));
  }
}
