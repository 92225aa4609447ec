package io.loopsentinel.engine.detect;

import io.loopsentinel.engine.bounded.BoundedMap;
import io.loopsentinel.engine.budget.Account;
import io.loopsentinel.engine.detect.MaxCallsDetector.RanCalls;
import io.loopsentinel.engine.settings.ToolPolicy.MaxCalls;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The use of a session's own budgets, and of tools with a maximum number of calls. Not thread-safe:
 * guarded by its session.
 */
final class SessionUse {

  /** Maximum number of accounts (a model may invent tools); the least recently used is evicted. */
  private static final int MAX_ACCOUNTS = 256;

  /** Maximum number of tools whose calls are counted; the least recently called is evicted. */
  private static final int MAX_COUNTED_TOOLS = 256;

  private @Nullable Map<Account.Key, Account> spending;
  private @Nullable Map<String, RanCalls> ranCalls;

  SessionUse() {}

  /** Creates an independent copy. */
  SessionUse(SessionUse other) {
    if (other.spending != null) {
      spending().putAll(other.spending);
    }
    if (other.ranCalls != null) {
      countedTools().putAll(other.ranCalls);
    }
  }

  /** Returns the mutable accounts of the session's own budgets. */
  Map<Account.Key, Account> spending() {
    if (spending == null) {
      spending = new BoundedMap<>(MAX_ACCOUNTS);
    }
    return spending;
  }

  private Map<String, RanCalls> countedTools() {
    if (ranCalls == null) {
      ranCalls = new BoundedMap<>(MAX_COUNTED_TOOLS);
    }
    return ranCalls;
  }

  /** Returns the calls that ran of a tool with a maximum number of calls. */
  RanCalls ranCalls(String tool) {
    return ranCalls == null ? RanCalls.NONE : ranCalls.getOrDefault(tool, RanCalls.NONE);
  }

  /** Counts a call that runs, if its tool has a maximum number of calls. */
  void countRun(Call call) {
    MaxCalls max = call.policy().limits().maxCalls();
    if (max != null) {
      countedTools().put(call.tool(), ranCalls(call.tool()).with(call, max));
    }
  }

  void write(DataOutput out) throws IOException {
    out.writeShort(spending().size());
    for (Map.Entry<Account.Key, Account> each : spending().entrySet()) {
      each.getKey().write(out);
      each.getValue().write(out);
    }
    out.writeShort(countedTools().size());
    for (Map.Entry<String, RanCalls> each : countedTools().entrySet()) {
      out.writeUTF(each.getKey());
      each.getValue().write(out);
    }
  }

  /** Replaces the use with the one that {@link #write} wrote. */
  void read(DataInput in) throws IOException {
    spending().clear();
    for (int count = in.readShort(); count > 0; count--) {
      spending().put(Account.Key.read(in), Account.read(in));
    }
    countedTools().clear();
    for (int count = in.readShort(); count > 0; count--) {
      countedTools().put(in.readUTF(), RanCalls.read(in));
    }
  }
}
