package io.loopsentinel.tools.discover;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.targets.config.TargetKind;
import io.loopsentinel.tools.inspect.MethodRef;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The relations between observed calls. */
class ObservedCallsTest {

  private static final MethodRef RUN = method("run");
  private static final MethodRef DISPATCH = method("dispatch");
  private static final MethodRef TOOL = method("tool");
  private static final MethodRef MODEL = method("model");

  private final Evidence dispatch = new Evidence(DISPATCH, TargetKind.TOOL);
  private final Evidence tool = new Evidence(TOOL, TargetKind.TOOL);
  private final Evidence model = new Evidence(MODEL, TargetKind.TURN);

  @Test
  void aMethodLeadsToOneThatWasCalledForItsCallsAndForOthers() {
    called(dispatch, 2);
    called(tool, 3);
    tool.recordNestedCall(DISPATCH);

    assertThat(seen().leadTo(Set.of(DISPATCH), Set.of(TOOL))).isTrue();
  }

  @Test
  void aMethodDoesNotLeadToOneThatWasNotCalledForEachOfItsCalls() {
    called(dispatch, 3);
    called(tool, 2);
    tool.recordNestedCall(DISPATCH);

    assertThat(seen().leadTo(Set.of(DISPATCH), Set.of(TOOL))).isFalse();
  }

  @Test
  void aMethodDoesNotLeadToOneThatWasCalledForOtherCalls() {
    called(dispatch, 2);
    called(tool, 3);

    assertThat(seen().leadTo(Set.of(DISPATCH), Set.of(TOOL))).isFalse();
  }

  @Test
  void stackOfACallLeadsToIt() {
    called(tool, 1);
    tool.stacks().add(List.of(DISPATCH, RUN));

    assertThat(seen().leadingTo(Set.of(TOOL), Set.of())).containsExactlyInAnyOrder(DISPATCH, RUN);
  }

  @Test
  void stackOfAToolDoesNotLeadToItsModel() {
    called(model, 1);
    model.stacks().add(List.of(TOOL, DISPATCH, RUN));

    assertThat(seen().leadingTo(Set.of(MODEL), Set.of(TOOL))).isEmpty();
  }

  @Test
  void methodsLeadToThemselvesIfOneOfThemDecoratesAnother() {
    called(dispatch, 2);
    called(tool, 10);
    tool.recordNestedCall(DISPATCH);
    tool.recordNestedCall(DISPATCH);

    assertThat(seen().callThemselves(Set.of(DISPATCH, TOOL))).isTrue();
  }

  @Test
  void aMethodThatCallsItselfOnceForEachCallLeadsToItself() {
    called(dispatch, 2);
    dispatch.recordNestedCall(DISPATCH);

    assertThat(seen().callThemselves(Set.of(DISPATCH))).isTrue();
  }

  @Test
  void aToolThatIsAnAgentWithAToolOfItsOwnNameSaysNothing() {
    called(dispatch, 6);
    dispatch.recordNestedCall(DISPATCH);

    assertThat(seen().callThemselves(Set.of(DISPATCH))).isFalse();
  }

  private ObservedCalls seen() {
    return new ObservedCalls(List.of(dispatch, tool, model));
  }

  private static void called(Evidence method, int times) {
    for (int i = 0; i < times; i++) {
      method.recordCall(1);
    }
  }

  private static MethodRef method(String name) {
    return new MethodRef("a/Agent", name, "()V");
  }
}
