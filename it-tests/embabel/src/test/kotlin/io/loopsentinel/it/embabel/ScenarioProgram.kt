package io.loopsentinel.it.embabel

import com.fasterxml.jackson.databind.ObjectMapper
import io.loopsentinel.it.model.ScriptedModelServer
import io.loopsentinel.it.scenario.Answers
import io.loopsentinel.it.scenario.Library
import io.loopsentinel.it.scenario.Outcome
import java.util.concurrent.Callable
import kotlin.system.exitProcess

/**
 * Asks one assistant per way of dispatch, and prints each outcome as a line of JSON. The arguments name what the model
 * does.
 */
fun main(args: Array<String>) {
    val json = ObjectMapper()
    val platforms = Platforms()
    // Embabel asks a model once whether it can stream, by a request of its own.
    outcome(platforms, Dispatch.STREAMED, ModelBehaviour.HEALTHY)
    for (behaviour in args) {
        for (dispatch in Dispatch.values()) {
            println(json.writeValueAsString(outcome(platforms, dispatch, ModelBehaviour.valueOf(behaviour))))
        }
    }
    // Embabel keeps threads for tools to come.
    exitProcess(0)
}

private fun outcome(platforms: Platforms, dispatch: Dispatch, behaviour: ModelBehaviour): Outcome {
    val library = Library(behaviour.users())
    ScriptedModelServer.start(behaviour.script(dispatch)).use { model ->
        val assistant = Assistant(platforms.of(dispatch), dispatch, model.baseUrl(), library)
        val users = List(behaviour.users()) { assistant.conversation() }
        val asked = users.map { user -> Callable { user.ask("What is there on loops?") } }
        val answers = Answers.ask(asked, behaviour.rounds())
        return Outcome.of(dispatch, behaviour, library, model.log(), answers)
    }
}
