package io.loopsentinel.tools.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.targets.config.ConfigResult.Loaded;
import io.loopsentinel.targets.link.TargetReport;
import io.loopsentinel.targets.load.ConfigLoader;
import io.loopsentinel.targets.load.Profiles;
import io.loopsentinel.tools.check.CheckReport.Method;
import io.loopsentinel.tools.check.CheckReport.Profile;
import io.loopsentinel.tools.check.CheckReport.Target;
import io.loopsentinel.tools.check.DriftReport.Change;
import io.loopsentinel.tools.check.DriftReport.State;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A profile's target that matches no more may have another one in its place. */
class DriftTest {

  private static final List<Method> NOTHING = List.of();

  @Test
  void aTargetThatIsGoneIsReplacedByANewOneOfItsKind() {
    List<Change> changes =
        changes(
            List.of(tool(guarded("Desk.dispatch()")), turn(NOTHING), other(NOTHING)),
            List.of(
                tool(NOTHING), turn(guarded("Model.ask()")), other(guarded("Office.execute()"))));

    assertThat(changes.get(0).state()).isEqualTo(State.REPLACED);
    assertThat(changes.get(0).replacedBy()).isEqualTo("other on Office.execute()");
  }

  @Test
  void removedTargetIsLostIfOnlyOtherKindsAreNew() {
    List<Change> changes =
        changes(
            List.of(
                tool(guarded("Desk.dispatch()")), turn(NOTHING), other(guarded("Office.run()"))),
            List.of(tool(NOTHING), turn(guarded("Model.ask()")), other(guarded("Office.run()"))));

    assertThat(changes.get(0).state()).isEqualTo(State.LOST);
  }

  private static List<Change> changes(List<Target> today, List<Target> then) {
    return new Drift(report(today), report(then)).report(List.of()).changes();
  }

  private static CheckReport report(List<Target> targets) {
    return new CheckReport(
        "a.yaml", 1, List.of(), null, List.of(), List.of(new Profile("desk", targets)));
  }

  private static Target tool(List<Method> methods) {
    return new Target("t", "tool", "desk.yaml:1:1", false, "matches nothing", methods);
  }

  private static Target other(List<Method> methods) {
    return new Target("other", "tool", "desk.yaml:2:1", false, "matches nothing", methods);
  }

  private static Target turn(List<Method> methods) {
    return new Target("turn", "turn", "desk.yaml:3:1", false, "matches nothing", methods);
  }

  private static List<Method> guarded(String method) {
    String yaml =
        "sentinel: {targets: [{name: t, kind: tool, type: a.Desk, method: m, tool: arg0}]}";
    Loaded loaded = (Loaded) new ConfigLoader(Profiles.shipped()).read(yaml, "a.yaml");
    TargetReport report =
        new TargetReport(method, loaded.config().targets().get(0), List.of(), List.of(), List.of());
    return List.of(new Method(method, null, null, report));
  }
}
