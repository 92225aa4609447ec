package io.loopsentinel.it.agentic;

import io.loopsentinel.it.scenario.Failure;
import java.util.List;

/**
 * What came of calling an agent.
 *
 * @param scenario which one
 * @param runs how often what may loop was run, for all users together
 * @param requests how many requests the models have answered
 * @param answers the agent's answers
 * @param failures the failures that came instead of answers
 */
record Outcome(
    Scenario scenario, int runs, int requests, List<String> answers, List<Failure> failures) {}
