package io.loopsentinel.it.mcp;

import java.util.List;

/**
 * What came of a scenario.
 *
 * @param route how its calls came to the server
 * @param scenario what was asked for
 * @param replies what the client was told, in the order of the calls
 * @param runs how often the server ran the first of its searches
 * @param after what came of another search on the same connection
 */
record Outcome(Route route, Scenario scenario, List<Reply> replies, int runs, Reply after) {}
