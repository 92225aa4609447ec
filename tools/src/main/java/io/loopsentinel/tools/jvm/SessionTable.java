package io.loopsentinel.tools.jvm;

import io.loopsentinel.management.SentinelMXBean.SessionStatus;
import io.loopsentinel.targets.text.Numbers;
import io.loopsentinel.tools.support.TextTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** A table of a JVM's sessions, with one row for each conversation and its runs. */
final class SessionTable {

  private static final int LENGTH_TO_SECONDS = "2026-11-22T08:31:14".length();

  private SessionTable() {}

  /**
   * A row, which is also its JSON form.
   *
   * @param last the time of the latest event, in UTC; empty if it is not known
   * @param pods the JVMs that took part; empty if the session is not shared
   */
  record Row(
      String session,
      Map<String, String> labels,
      long calls,
      String last,
      String state,
      List<String> pods) {

    /** Returns the row of one conversation with its sessions, latest first. */
    static Row of(String session, List<SessionStatus> parts) {
      SessionStatus latest = parts.get(0);
      boolean ended =
          latest.isEnded()
              || parts.stream().anyMatch(each -> each.isEnded() && each.getName().equals(session));
      Map<String, String> labels = new TreeMap<>();
      parts.forEach(each -> each.getLabels().forEach(labels::putIfAbsent));
      return new Row(
          session,
          labels,
          parts.stream().mapToLong(SessionStatus::getCalls).sum(),
          latest.getLast(),
          ended ? "ended" : "open",
          latest.getPods());
    }
  }

  /** Returns the rows of sessions, in the same order. */
  static List<Row> rows(List<SessionStatus> sessions) {
    Map<String, List<SessionStatus>> conversations = new LinkedHashMap<>();
    for (SessionStatus each : sessions) {
      String name = each.getConversation().isEmpty() ? each.getName() : each.getConversation();
      conversations.computeIfAbsent(name, key -> new ArrayList<>()).add(each);
    }
    return conversations.entrySet().stream()
        .map(each -> Row.of(each.getKey(), each.getValue()))
        .toList();
  }

  static String text(List<Row> rows) {
    TextTable<Row> table =
        new TextTable<Row>()
            .left("session", Row::session)
            .left("labels", SessionTable::labels)
            .right("calls", row -> Numbers.countOrNone(row.calls()))
            .left("last call", SessionTable::last)
            .left("state", Row::state);
    return rows.stream().allMatch(row -> row.pods().isEmpty())
        ? table.of(rows, List.of())
        : table
            .left("pods, that of the last event first", row -> String.join(", ", row.pods()))
            .of(rows, List.of());
  }

  private static String labels(Row row) {
    return row.labels().entrySet().stream()
        .map(each -> each.getKey() + "=" + each.getValue())
        .collect(Collectors.joining(", "));
  }

  private static String last(Row row) {
    return row.last().isEmpty() ? "" : row.last().substring(0, LENGTH_TO_SECONDS) + "Z";
  }
}
