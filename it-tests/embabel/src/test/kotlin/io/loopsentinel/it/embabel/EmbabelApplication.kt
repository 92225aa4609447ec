package io.loopsentinel.it.embabel

import io.loopsentinel.it.contract.Behaviour
import io.loopsentinel.it.contract.ModelBehaviour
import io.loopsentinel.it.contract.ScenarioApplication
import io.loopsentinel.it.contract.ScenarioProgram
import io.loopsentinel.it.model.Reply
import io.loopsentinel.it.model.Script
import io.loopsentinel.it.scenario.Library

fun main(args: Array<String>) {
    val application = EmbabelApplication()
    application.warmUp()
    ScenarioProgram.run(application, *args)
}

/** The application on Embabel that plays the scenarios. */
internal class EmbabelApplication :
    ScenarioApplication<Dispatch>(Dispatch.values().toList(), EmbabelScenarios.HABITS) {
    private val platforms = Platforms()

    /**
     * Embabel asks a model once whether it can stream, by a request of its own. A budget may refuse the question that
     * follows.
     */
    fun warmUp() {
        model(Dispatch.STREAMED, ModelBehaviour.HEALTHY).use { model ->
            val users = users(Dispatch.STREAMED, ModelBehaviour.HEALTHY, model.baseUrl(), Library(1))
            runCatching { users.ask(0, "Can you stream?") }
        }
    }

    override fun script(dispatch: Dispatch, behaviour: Behaviour): Script {
        val alone = behaviour.script(EmbabelScenarios.HABITS)
        val script = if (behaviour == ModelBehaviour.STUBBORN) EmbabelScenarios.HABITS.besideEach(behaviour, alone) else alone
        if (dispatch != Dispatch.OBJECT) return script
        return Script { conversation ->
            val reply = script.next(conversation)
            if (reply is Reply.Answer) Reply.Answer("{\"text\": \"${reply.text()}\"}") else reply
        }
    }

    override fun users(
        dispatch: Dispatch,
        behaviour: Behaviour,
        modelUrl: String,
        library: Library,
    ): ScenarioApplication.Users {
        val assistant = Assistant(platforms.of(dispatch), dispatch, modelUrl, library)
        val conversations = List(behaviour.users()) { assistant.conversation() }
        return ScenarioApplication.Users { user, question -> conversations[user].ask(question) }
    }
}
