package io.loopsentinel.targets.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.engine.identity.FieldAccess;
import io.loopsentinel.targets.config.ConfigResult.Loaded;
import io.loopsentinel.targets.config.SentinelConfig;
import io.loopsentinel.targets.config.TargetSpec;
import io.loopsentinel.targets.expression.Linker;
import io.loopsentinel.targets.load.ConfigLoader;
import io.loopsentinel.targets.load.Profiles;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which sessions are the same in all JVMs, by the expressions and the types that they read. */
class SessionsOfTargetsTest {

  private static final Linker LINKER = new Linker(FieldAccess.toOpenPackages());

  /** A request as an application may have it. */
  public record Request(
      String id,
      long number,
      UUID uuid,
      Thread.State state,
      Optional<String> tenant,
      Key key,
      Chat chat,
      Object any,
      Map<String, Object> headers) {

    Object search() {
      return id;
    }
  }

  /** A value with a text of its own. */
  public record Key(String tenant, int number) {}

  /** An object of one JVM. */
  public static class Chat {}

  /** A dispatcher of tools. */
  interface Tools {
    Object find(Request request);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          arg0.id()              | true  | arg0.id() is an id, shared by all JVMs
          arg0.number()          | true  | arg0.number() is an id, shared by all JVMs
          arg0.uuid()            | true  | arg0.uuid() is an id, shared by all JVMs
          arg0.state()           | true  | arg0.state() is an id, shared by all JVMs
          arg0.tenant()          | true  | arg0.tenant() is an id, shared by all JVMs
          arg0.key()             | true  | arg0.key() is an id, shared by all JVMs
          [arg0.id(), 'a ?? b']  | true  | [arg0.id(), 'a ?? b'] is an id, shared by all JVMs
          shared(arg0.id())      | true  | shared(arg0.id()) is an id, shared by all JVMs
          arg0.any()             | true  | arg0.any() is shared by all JVMs if it is a text, a number or a UUID
          arg0.headers()['id']   | true  | arg0.headers()['id'] is shared by all JVMs if it is a text, a number or a UUID
          arg0.chat()            | false | arg0.chat() belongs to this JVM alone
          identity(arg0)         | false | identity(arg0) belongs to this JVM alone
          [arg0.id(), instance]  | false | [arg0.id(), instance] belongs to this JVM alone
          run                    | false | run is shared if the session of its run target is
          run ?? thread          | false | run is shared if the session of its run target is; thread belongs to this JVM alone
          arg0.id() ?? run ?? thread | true | arg0.id() is an id, shared by all JVMs; run is shared if the session of its run target is; thread belongs to this JVM alone
          """)
  void followFromTheExpression(String session, boolean possible, String text) throws Exception {
    TargetSpec target = config(", session: \"" + session + "\"", "").targets().get(0);

    assertThat(SharedSessions.of(target, method(), LINKER))
        .isEqualTo(new SharedSessions(possible, "session " + text));
  }

  @Test
  void areThoseOfTheRunWithoutAnExpression() throws Exception {
    assertThat(SharedSessions.of(config("", "").targets().get(0), method(), LINKER).text())
        .isEqualTo(
            "session run is shared if the session of its run target is; thread belongs to this JVM"
                + " alone");
  }

  @Test
  void ofProfilesAreOneQuestionUnlessTheySayShared() {
    Profiles profiles = Profiles.shipped();

    assertThat(profiles.read("langchain4j"))
        .allSatisfy(target -> assertThat(SharedSessions.of(target).possible()).isFalse());
    assertThat(profiles.read("mcp-server"))
        .extracting(SharedSessions::of)
        .contains(
            new SharedSessions(
                true,
                "session shared(arg0.sessionId()) is shared by all JVMs if it is a text, a number"
                    + " or a UUID"));
  }

  @Test
  void ofNoTargetLeaveBudgetsAlone() {
    SentinelConfig config = config("", "budgets: [{name: all, per: global, turns: 9}]");
    SentinelConfig stored = withStore(config);
    List<SharedSessions> one = List.of(SharedSessions.of(config.targets().get(0)));

    assertThat(SharedSessions.warning(config, one)).isEmpty();
    assertThat(SharedSessions.warning(stored, one))
        .contains(
            "sessions.store: only budgets are shared, because no target has a session that is the"
                + " same in several JVMs; set \"session\" of your target to the id of the"
                + " conversation");
    assertThat(SharedSessions.warning(withStore(config("", "")), one))
        .hasValueSatisfying(
            warning -> assertThat(warning).startsWith("sessions.store: nothing is shared, "));
    assertThat(SharedSessions.warning(stored, List.of(new SharedSessions(true, "")))).isEmpty();
  }

  private static Method method() throws NoSuchMethodException {
    return Tools.class.getDeclaredMethod("find", Request.class);
  }

  private static SentinelConfig config(String session, String settings) {
    String yaml =
        """
        sentinel:
          %s
          targets:
            - {name: tools, kind: tool, type: com.acme.Tools, method: find%s}
        """
            .formatted(settings, session);
    return ((Loaded) new ConfigLoader(Profiles.shipped()).read(yaml, "a.yaml")).config();
  }

  /** A store itself needs the jar of an extension. */
  private static SentinelConfig withStore(SentinelConfig config) {
    return new SentinelConfig(
        config.engine(),
        config.reload(),
        config.profiles(),
        config.targets(),
        config.budgetsState(),
        Optional.of("redis"),
        config.breaker(),
        config.ask(),
        config.telemetry(),
        config.extensions());
  }
}
