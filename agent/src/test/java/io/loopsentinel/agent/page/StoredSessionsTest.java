package io.loopsentinel.agent.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.management.SentinelMXBean.SharedSessions;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** The page reads the store that JVMs share rarely, and waits for nothing. */
class StoredSessionsTest {

  private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 5); // It may overflow.
  private final AtomicInteger reads = new AtomicInteger();
  private final BlockingQueue<SharedSessions> replies = new SynchronousQueue<>();
  private final BlockingQueue<String> changes = new LinkedBlockingQueue<>();
  private final StoredSessions stored =
      new StoredSessions(this::reply, () -> changes.add("read"), now::get);

  private SharedSessions reply() {
    reads.incrementAndGet();
    try {
      return replies.take();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void viewersDoNotWaitForTheStore() throws Exception {
    assertThat(stored.latest()).isNull();
    assertThat(stored.latest()).isNull();

    SharedSessions first = reads("a");

    assertThat(stored.latest()).isSameAs(first);
    assertThat(reads).hasValue(1);
  }

  @Test
  void theStoreIsReadAgainAfterSomeSeconds() throws Exception {
    assertThat(stored.latest()).isNull();
    SharedSessions first = reads("a");
    now.addAndGet(StoredSessions.PAUSE.toNanos() - 1);
    assertThat(stored.latest()).isSameAs(first);
    assertThat(reads).hasValue(1);

    now.incrementAndGet();
    assertThat(stored.latest()).isSameAs(first);
    SharedSessions second = reads("b");

    assertThat(stored.latest()).isSameAs(second);
    assertThat(reads).hasValue(2);
  }

  /** Lets a read end. */
  private SharedSessions reads(String pod) throws Exception {
    SharedSessions read = new SharedSessions(pod, "", List.of());
    assertThat(replies.offer(read, 30, TimeUnit.SECONDS)).isTrue();
    assertThat(changes.poll(30, TimeUnit.SECONDS)).isEqualTo("read");
    return read;
  }
}
