package io.loopsentinel.engine.outcome;

import io.loopsentinel.engine.outcome.ShortData.Member;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Reads data that says that something with an id was made: {@code {"order_id": 5001, "status":
 * "created"}}, or the thing itself with the time of its creation, or with its state and a link.
 *
 * <p>Two of them that differ only in what belongs to one thing alone say that the same was made
 * again.
 */
final class Receipt {

  /** Names of members that may report what was done. */
  private static final Pattern REPORT =
      Pattern.compile("(?i)status|state|success|ok|result|message|msg");

  private static final Pattern SUCCESS =
      Pattern.compile(
          "(?i)\\b(?:ok|success(?:ful(?:ly)?)?|open|new|pending|processing|queued|accepted)\\b");

  private static final Pattern STATE = Pattern.compile("(?i)status|state");

  private static final Pattern LINK = Pattern.compile("https?://\\S{1,400}");

  private static final int MAX_REPORT = 120;

  private static final Pattern ID_NAME =
      Pattern.compile("\\w{0,40}(?:Id|ID|_id|_no|_?[nN]umber|_?[rR]ef(?:erence)?)|id|uuid|key");
  private static final Pattern ID = Pattern.compile("(?=.*\\d)[\\w.:/#<>@-]{1,160}");

  /** An id that is known by its own form: {@code IT-4711}. */
  private static final Pattern PREFIXED = Pattern.compile("[A-Za-z]{1,12}[-_]\\d{2,19}");

  /** Names of members whose values belong to one thing alone. */
  private static final Pattern OWN =
      Pattern.compile(
          "(?i:id|uid|uuid|guid|number|self|href|timestamp|(?:created|updated|lastmodified)\\w{0,40}"
              + "|\\w{0,40}(?:_id|_at|url|link|etag|uid))|\\w{0,40}(?:Id|Key|At)");

  /** A text of letters and digits that nobody has written. */
  private static final Pattern CODE = Pattern.compile("(?=\\D*\\d)[\\p{L}\\p{Nd}_]{20,}");

  private Receipt() {}

  /** Returns the key of such data without ids, versions, times and links; 0 for other data. */
  static long key(ShortData data, VolatileTokens tokens) {
    List<Member> members = data.members();
    List<String> ids = members.stream().filter(Receipt::isId).map(Member::text).toList();
    boolean isThing =
        (members.stream().anyMatch(Receipt::isIdOfThing)
                && members.stream().anyMatch(Receipt::isCreationTime))
            || (!ids.isEmpty()
                && members.stream().anyMatch(Receipt::isLink)
                && members.stream().anyMatch(Receipt::isState));
    boolean isReport = !ids.isEmpty() && members.stream().anyMatch(Receipt::reportsSuccess);
    if (!isThing && !isReport) {
      return 0;
    }
    return TextHash.of(
        members.stream()
            .filter(member -> !isThing || !isOwn(member))
            .map(member -> tokens.normalise(member.name() + ": " + withoutIds(member.text(), ids)))
            .sorted()
            .collect(Collectors.joining("\n")));
  }

  private static boolean isIdOfThing(Member member) {
    return !member.isInList() && member.name().equals("id");
  }

  private static boolean isCreationTime(Member member) {
    return !member.isInList() && member.name().toLowerCase(Locale.ROOT).startsWith("created");
  }

  private static boolean isLink(Member member) {
    return !member.isInList() && LINK.matcher(member.text()).matches();
  }

  private static boolean isState(Member member) {
    return !member.isInList() && STATE.matcher(member.name()).matches();
  }

  private static boolean reportsSuccess(Member member) {
    String said = Lines.cut(member.text(), MAX_REPORT);
    return !member.isInList()
        && REPORT.matcher(member.name()).matches()
        && (said.equals("true") || SUCCESS.matcher(said).find() || ShortAnswer.tellsOfMaking(said));
  }

  private static boolean isId(Member member) {
    String value = member.text();
    return (ID_NAME.matcher(member.name()).matches() && ID.matcher(value).matches())
        || PREFIXED.matcher(value).matches();
  }

  private static boolean isOwn(Member member) {
    return OWN.matcher(member.name()).matches() || CODE.matcher(member.text()).matches();
  }

  private static String withoutIds(String text, List<String> ids) {
    String rest = text;
    for (String id : ids) {
      rest = rest.replaceAll("(?<![\\w.])" + Pattern.quote(id) + "(?![\\w.])", "<id>");
    }
    return rest;
  }
}
