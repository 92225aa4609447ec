package io.loopsentinel.it.embabel

import com.embabel.agent.core.AgentPlatform
import com.embabel.agent.spi.LlmService
import org.springframework.boot.WebApplicationType
import org.springframework.boot.autoconfigure.ImportAutoConfiguration
import org.springframework.boot.autoconfigure.jackson.JacksonAutoConfiguration
import org.springframework.boot.builder.SpringApplicationBuilder
import org.springframework.boot.context.properties.ConfigurationPropertiesScan
import org.springframework.context.annotation.Bean
import org.springframework.context.annotation.ComponentScan
import org.springframework.context.annotation.Configuration

/** Embabel in an application, as its starter configures it, with either of its loops. */
class Platforms {
    private val sequential by lazy { start("default") }
    private val parallel by lazy { start("parallel") }

    internal fun of(dispatch: Dispatch): AgentPlatform = if (dispatch == Dispatch.PARALLEL) parallel else sequential

    private fun start(loop: String): AgentPlatform =
        SpringApplicationBuilder(Application::class.java)
            .web(WebApplicationType.NONE)
            .run(
                "--embabel.agent.platform.toolloop.type=$loop",
                // What fails is repeated by what asks the model and by what runs the action: 10 and 5 times by default.
                "--embabel.agent.platform.llm-operations.data-binding.max-attempts=2",
                "--embabel.agent.platform.action-qos.default.max-attempts=2",
                "--embabel.agent.platform.action-qos.default.backoff-millis=1",
                "--embabel.models.default-llm=$MODEL",
                "--embabel.models.default-embedding-model=",
                "--spring.main.banner-mode=off",
                "--logging.level.root=error",
            ).getBean(AgentPlatform::class.java)

    @Configuration
    @ImportAutoConfiguration(JacksonAutoConfiguration::class)
    @ComponentScan("com.embabel.agent")
    @ConfigurationPropertiesScan("com.embabel.agent")
    open class Application {
        /** Embabel does not start without any; each question names its own. */
        @Bean open fun model(): LlmService<*> = model("http://127.0.0.1/v1")
    }
}
