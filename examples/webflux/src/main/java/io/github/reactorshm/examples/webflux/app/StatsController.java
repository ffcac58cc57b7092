package io.github.reactorshm.examples.webflux.app;

import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;
import reactor.core.publisher.Flux;

/** What the page shows beside the picture, as server-sent events, and what it can change. */
@RestController
class StatsController {

    private final Sampler sampler;
    private final Analysis analysis;

    StatsController(Sampler sampler, Analysis analysis) {
        this.sampler = sampler;
        this.analysis = analysis;
    }

    @GetMapping(path = "/stats", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
    Flux<String> stats() {
        return sampler.reports();
    }

    @GetMapping(path = "/analysis", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
    Flux<String> findings() {
        return analysis.findings();
    }

    /** Changes how fast the analysis asks for pictures. */
    @PostMapping("/analysis")
    AnalysisSettings change(@RequestParam int rate, @RequestParam boolean paused) {
        try {
            analysis.change(new AnalysisSettings(rate, paused));
        } catch (IllegalArgumentException e) {
            throw new ResponseStatusException(HttpStatus.BAD_REQUEST, e.getMessage(), e);
        }
        return analysis.settings();
    }
}
