package io.loopsentinel.it.manyjvms;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.engine.api.SharedStore;
import io.loopsentinel.engine.api.SharedStore.Append;
import io.loopsentinel.engine.settings.EngineSettings;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.store.redis.RedisServer;
import io.loopsentinel.store.redis.RedisStoreExtension;
import io.loopsentinel.targets.config.ConfigResult.Loaded;
import io.loopsentinel.targets.load.ConfigLoader;
import io.loopsentinel.targets.load.Profiles;
import java.io.File;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.io.TempDir;

/** Three JVMs make calls in 2,000 conversations at once. */
class ManyConversationsIT {

  private static final int CONVERSATIONS = 2_000;
  private static final int PODS = 3;

  /** No abort, which would end a conversation. */
  private static final String LADDER = "default: {escalation: [hint]}";

  @TempDir private File folder;

  @OnEachJdk(17)
  void eachVerdictIsThatOfOneJvmWhichSeesTheCallsInTheirOrder(Jdk jdk) throws Exception {
    try (RedisServer server = RedisServer.start();
        Pods pods = Pods.start(PODS, jdk, folder, Pods.redis(server.uri()), LADDER);
        SharedStore store =
            new RedisStoreExtension().configure(Map.of("uri", server.uri(), "timeout", "30s"))) {
      List<Integer> commands = new ArrayList<>();
      for (int pod = 0; pod < PODS; pod++) {
        commands.add(pods.send(pod, "play", CONVERSATIONS + " " + seed(pod)));
      }
      List<List<String>> played = new ArrayList<>();
      for (int pod = 0; pod < PODS; pod++) {
        played.add(List.of(pods.result(pod, commands.get(pod)).split(" ")));
      }

      Replay replay = new Replay(settings());
      for (int i = 0; i < CONVERSATIONS; i++) {
        int conversation = i;
        assertThat(played.stream().map(each -> each.get(conversation)).toList())
            .as("conversation %d", i)
            .isEqualTo(
                replay.verdicts("random" + i, store.append("random" + i, reading()), queries(i)));
      }
      assertThat(String.join("", played.get(0))).contains("R", "H");
    }
  }

  private static long seed(int pod) {
    return 7L + pod;
  }

  private static Append reading() {
    return new Append("reader:1", 1, List.of(), 0, false, Duration.ofMinutes(30));
  }

  private static List<List<String>> queries(int conversation) {
    return IntStream.range(0, PODS)
        .mapToObj(
            pod ->
                IntStream.range(0, RandomCalls.CALLS)
                    .mapToObj(call -> RandomCalls.query(seed(pod), conversation, call))
                    .toList())
        .toList();
  }

  private static EngineSettings settings() {
    String yaml = "sentinel: {profiles: none, " + LADDER + "}";
    return ((Loaded) new ConfigLoader(Profiles.shipped()).read(yaml, "a.yaml")).config().engine();
  }
}
