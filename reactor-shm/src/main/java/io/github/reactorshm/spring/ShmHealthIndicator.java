package io.github.reactorshm.spring;

import java.time.Duration;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.ReactiveHealthIndicator;
import org.springframework.boot.health.contributor.Status;
import reactor.core.publisher.Mono;

/**
 * The health of one shared channel: {@code UP} while frames come, {@code DOWN} when its camera was lost, {@code UNKNOWN} before the
 * first frame, {@code OUT_OF_SERVICE} when it is stopped. Answers at once, on the caller's thread.
 */
public final class ShmHealthIndicator implements ReactiveHealthIndicator {

    private final SharedFrames frames;

    /**
     * Looks at a channel.
     *
     * @param frames the channel's shared subscription
     */
    public ShmHealthIndicator(SharedFrames frames) {
        this.frames = frames;
    }

    @Override
    public Mono<Health> health() {
        return Mono.fromSupplier(this::look);
    }

    private Health look() {
        ChannelStatus status = frames.status();
        Health.Builder health = Health.status(switch (status.state()) {
            case LIVE -> Status.UP;
            case LOST -> Status.DOWN;
            case WAITING -> Status.UNKNOWN;
            case STOPPED -> Status.OUT_OF_SERVICE;
        }).withDetail("channel", frames.getChannel()).withDetail("state", status.state())
                .withDetail("since", status.since()).withDetail("clients", frames.clients());
        Duration age = status.age();
        if (age != null) {
            health.withDetail("sequence", status.sequence()).withDetail("ageMillis", age.toMillis());
        }
        if (!status.reason().isEmpty()) {
            health.withDetail("lastEnd", status.reason());
        }
        return health.build();
    }
}
