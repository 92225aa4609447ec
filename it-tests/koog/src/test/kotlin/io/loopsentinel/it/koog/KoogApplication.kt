package io.loopsentinel.it.koog

import io.loopsentinel.it.contract.Behaviour
import io.loopsentinel.it.contract.ScenarioApplication
import io.loopsentinel.it.contract.ScenarioProgram
import io.loopsentinel.it.model.Reply
import io.loopsentinel.it.model.Script
import io.loopsentinel.it.scenario.Library
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withContext

fun main(args: Array<String>) = ScenarioProgram.run(KoogApplication(), *args)

/** The application on Koog that plays the scenarios. */
internal class KoogApplication :
    ScenarioApplication<Dispatch>(Dispatch.values().toList(), KoogBehaviour.HABITS, *KoogBehaviour.values()) {
    override fun script(dispatch: Dispatch, behaviour: Behaviour): Script {
        val script = behaviour.script(KoogBehaviour.HABITS)
        if (!dispatch.endsByTool()) return script
        return Script { conversation ->
            val reply = script.next(conversation)
            if (reply is Reply.Answer) {
                Reply.ToolCalls(listOf(KoogBehaviour.finish("result", reply.text())))
            } else {
                reply
            }
        }
    }

    /** Users that ask at once share the threads of a dispatcher. */
    override fun users(
        dispatch: Dispatch,
        behaviour: Behaviour,
        modelUrl: String,
        library: Library,
    ): ScenarioApplication.Users {
        val tasks = if (behaviour == KoogBehaviour.CURT) KoogBehaviour.TASKS else 1
        val assistant = assistant(dispatch, modelUrl, library, tasks)
        return object : ScenarioApplication.Users {
            override fun ask(user: Int, question: String): String = runBlocking {
                withContext(Dispatchers.Default) { assistant.answer(question) }
            }

            override fun close() = assistant.close()
        }
    }
}
