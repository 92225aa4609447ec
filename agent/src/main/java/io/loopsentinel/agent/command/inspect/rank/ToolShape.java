package io.loopsentinel.agent.command.inspect.rank;

import java.util.List;

/**
 * Where a method that dispatches a tool call has the tool's name and arguments.
 *
 * @param tool the expression that reads the name
 * @param args the expression that reads the arguments
 * @param rating how much speaks for both, from about 2 for any two values to 40
 * @param isKey whether something is looked up by the name
 * @param doubts why reading them may have an effect
 */
record ToolShape(String tool, String args, int rating, boolean isKey, List<String> doubts) {}
