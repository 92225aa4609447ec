package io.loopsentinel.engine.response;

import io.loopsentinel.engine.detect.Evidence;
import io.loopsentinel.engine.settings.ToolPolicy.MessageStyle;
import io.loopsentinel.engine.text.Printable;
import org.jspecify.annotations.Nullable;

/**
 * A call as a text with room for so much of it describes it.
 *
 * @param most characters of each name and quotation, at least 4
 */
record QuotedCall(LoopReport report, int most) implements Evidence.DescribedCall {

  @Override
  public String shownTool() {
    return cut(report.shownTool());
  }

  @Override
  public @Nullable String shownArguments() {
    String arguments = quotes() ? report.shownArguments() : null;
    return arguments == null ? null : cut(arguments);
  }

  @Override
  public boolean dispatched() {
    return report.dispatched();
  }

  @Override
  public boolean quotes() {
    return report.policy().messageStyle() != MessageStyle.TERSE;
  }

  @Override
  public String cut(String text) {
    return Printable.within(text, most);
  }
}
