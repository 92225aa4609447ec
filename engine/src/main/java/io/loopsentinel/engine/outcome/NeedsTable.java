package io.loopsentinel.engine.outcome;

import io.loopsentinel.engine.lists.Lists;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * What the regular expressions of a table need, and a second look at lines in which a filter has
 * found groups of theirs.
 *
 * <p>The patterns of a group are not told apart at each place, and those of other tables are in it
 * as well, so most of what the filter finds is nothing. The second look is at one group alone, and
 * in it at each pattern by itself: one more pass over the line, and not one for each expression.
 * Thread-safe.
 */
final class NeedsTable {

  private static final int MOST = Long.SIZE - 1;

  private final List<Needs> all;
  private final int groups;

  /** What is needed of each group, made when the group is found first. */
  private final AtomicReferenceArray<@Nullable Group> known =
      new AtomicReferenceArray<>(2 * PatternFilter.GROUPS);

  /** Creates a table of the needs of at most 63 expressions. */
  NeedsTable(List<Needs> needs) {
    if (needs.size() > MOST) {
      throw new IllegalArgumentException("too many: " + needs.size());
    }
    this.all = needs;
    this.groups = Needs.found(needs);
  }

  /**
   * Returns the expressions whose needs a line, a part of a text, holds.
   *
   * @param found the groups that a filter has found in it
   * @return a bit for each, the lowest for the first
   */
  long in(String text, int from, int to, int found) {
    long met = 0;
    for (int left = found & groups; left != 0; left &= left - 1) {
      Group group = group(Integer.numberOfTrailingZeros(left));
      int patterns = group.filter.groupsIn(text, from, to);
      for (; patterns != 0; patterns &= patterns - 1) {
        met |= group.needing[Integer.numberOfTrailingZeros(patterns)];
      }
    }
    for (long left = met; left != 0; left &= left - 1) {
      LazyFilter also = all.get(Long.numberOfTrailingZeros(left)).also();
      if (also != null && !also.mayFind(text, from, to)) {
        met &= ~Long.lowestOneBit(left);
      }
    }
    return met;
  }

  /** Two threads may make it; what they make is equal. */
  private Group group(int index) {
    Group group = known.get(index);
    if (group == null) {
      group = newGroup(index);
      known.set(index, group);
    }
    return group;
  }

  private Group newGroup(int group) {
    Set<ShortPattern> distinct = new LinkedHashSet<>();
    for (Needs needs : all) {
      if ((needs.found() & 1 << group) != 0) {
        distinct.addAll(needs.patterns().get(group));
      }
    }
    List<List<ShortPattern>> places = PatternFilter.spread(distinct);
    long[] needing = new long[PatternFilter.GROUPS];
    for (int place = 0; place < needing.length; place++) {
      needing[place] = needing(group, places.get(place));
    }
    return new Group(new PatternFilter(places), needing);
  }

  private long needing(int group, List<ShortPattern> patterns) {
    long needing = 0;
    for (int i = 0; i < all.size(); i++) {
      boolean isNeeded =
          (all.get(i).found() & 1 << group) != 0
              && Lists.any(all.get(i).patterns().get(group), patterns::contains);
      needing |= isNeeded ? 1L << i : 0;
    }
    return needing;
  }

  /** What is needed of a group. */
  private static final class Group {

    /** Finds its patterns one by one, or two by two where there are many. */
    private final PatternFilter filter;

    /** For each pattern the expressions that need it, a bit for each. */
    private final long[] needing;

    Group(PatternFilter filter, long[] needing) {
      this.filter = filter;
      this.needing = needing;
    }
  }
}
