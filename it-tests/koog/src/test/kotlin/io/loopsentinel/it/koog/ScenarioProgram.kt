package io.loopsentinel.it.koog

import com.fasterxml.jackson.databind.ObjectMapper
import io.loopsentinel.it.model.ScriptedModelServer
import io.loopsentinel.it.scenario.Answers
import io.loopsentinel.it.scenario.Failure
import io.loopsentinel.it.scenario.Library
import io.loopsentinel.it.scenario.Operator
import io.loopsentinel.it.scenario.Outcome
import kotlin.system.exitProcess
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.async
import kotlinx.coroutines.awaitAll
import kotlinx.coroutines.runBlocking

private const val QUESTION = "What is there on loops?"

/**
 * Asks one assistant per way of dispatch, and prints each outcome as a line of JSON. The arguments name what the model
 * does.
 */
fun main(args: Array<String>) {
    val json = ObjectMapper()
    Operator.attend()
    for (behaviour in args) {
        for (dispatch in Dispatch.values()) {
            println(json.writeValueAsString(outcome(dispatch, ModelBehaviour.valueOf(behaviour))))
        }
    }
    // HTTP clients keep threads for connections to come.
    exitProcess(0)
}

private fun outcome(dispatch: Dispatch, behaviour: ModelBehaviour): Outcome {
    val library = Library(behaviour.searches())
    val answers = mutableListOf<String>()
    val failures = mutableListOf<Failure>()
    ScriptedModelServer.start(behaviour.script(dispatch)).use { model ->
        assistant(dispatch, model.baseUrl(), library, behaviour.tasks()).use { assistant ->
            repeat(behaviour.rounds()) {
                for (answer in ask(assistant, behaviour.users())) {
                    answer.onSuccess { answers += it }.onFailure { failures += Failure.of(it) }
                }
            }
        }
        return Outcome.of(dispatch, behaviour, library, model.log(), Answers(answers, failures))
    }
}

/** Users that ask at once share the threads of a dispatcher. */
private fun ask(assistant: Assistant, users: Int): List<Result<String>> = runBlocking {
    List(users) { async(Dispatchers.Default) { runCatching { assistant.answer(QUESTION) } } }.awaitAll()
}
