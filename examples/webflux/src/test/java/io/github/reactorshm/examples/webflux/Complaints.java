package io.github.reactorshm.examples.webflux;

import java.util.List;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import org.slf4j.LoggerFactory;

/** What was logged of leaks, dropped errors and the like: reports of Netty's leak detector and of the library's. */
final class Complaints implements AutoCloseable {

    private static final List<String> LOGGERS = List.of("io.netty.util.ResourceLeakDetector", "io.github.reactorshm",
            "reactor.core.publisher.Operators");

    private final ListAppender<ILoggingEvent> appender = new ListAppender<>();

    Complaints() {
        appender.start();
        LOGGERS.forEach(name -> logger(name).addAppender(appender));
    }

    /** Warnings and errors, but for those that tell of a lost camera. */
    List<String> texts() {
        synchronized (appender) {
            return List.copyOf(appender.list).stream().filter(event -> event.getLevel().isGreaterOrEqual(Level.WARN))
                    .map(ILoggingEvent::getFormattedMessage).filter(text -> !text.contains("its stream has ended"))
                    .toList();
        }
    }

    void forgive() {
        synchronized (appender) {
            appender.list.clear();
        }
    }

    @Override
    public void close() {
        LOGGERS.forEach(name -> logger(name).detachAppender(appender));
    }

    private static Logger logger(String name) {
        return (Logger) LoggerFactory.getLogger(name);
    }
}
