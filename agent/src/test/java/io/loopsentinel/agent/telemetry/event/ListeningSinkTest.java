package io.loopsentinel.agent.telemetry.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.agent.telemetry.MainThread;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A server of the agent that starts to listen in the background. */
class ListeningSinkTest {

  @Test
  void reportsThatItsPortIsInUse() throws Exception {
    LinkedBlockingQueue<Throwable> failures = new LinkedBlockingQueue<>();
    InetAddress loopback = InetAddress.getLoopbackAddress();
    try (ServerSocket other = new ServerSocket(0, 1, loopback)) {
      ListeningSink sink =
          new ListeningSink(
              "telemetry.page, 127.0.0.1:80",
              "there is no live page",
              () -> new ServerSocket(other.getLocalPort(), 1, loopback),
              MainThread.running(),
              failures::add);

      assertThat(failures.poll(1, TimeUnit.MINUTES))
          .hasMessage(
              "telemetry.page, 127.0.0.1:80: cannot listen there: Address already in use; choose"
                  + " another port or host");
      sink.close();
    }
  }
}
