package io.github.reactorshm;

import java.nio.file.Path;
import java.util.concurrent.ThreadLocalRandom;

import io.github.reactorshm.channel.ProducerSettings;
import io.github.reactorshm.control.BaseDirectory;
import io.github.reactorshm.layout.PoolGeometry;
import io.github.reactorshm.layout.PoolHeader;
import io.github.reactorshm.layout.SubscriptionGeometry;
import org.jspecify.annotations.Nullable;

/** What a sink is told, checked before anything is made. */
record ShmSinkSettings<T>(BaseDirectory base, String channel, PoolGeometry geometry, ShmCodec<? super T> codec,
        ProducerSettings producer) {

    static final int MAX_SLOTS = SubscriptionGeometry.MAX_SLOTS;

    static <T> ShmSinkSettings<T> of(String channel, PoolGeometry geometry, ShmCodec<? super T> codec,
            @Nullable Path directory, ProducerSettings producer) {
        BaseDirectory base = BaseDirectory.resolve(directory);
        base.checkSocketPath(channel);
        ShmSinkSettings<T> settings = new ShmSinkSettings<>(base, channel, geometry, codec, producer);
        // The header checks the content type's and the attributes' limits.
        settings.newHeader();
        return settings;
    }

    /** The header of one opening, with an incarnation of its own. */
    PoolHeader newHeader() {
        return new PoolHeader(geometry, ThreadLocalRandom.current().nextLong(), producer.contentType(),
                producer.attributes());
    }
}
