package io.github.reactorshm.examples.webflux.app;

import java.io.IOException;
import java.io.InputStream;

import org.springframework.core.io.ClassPathResource;
import org.springframework.http.CacheControl;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** The page, read once when the application starts: reading a file in a request would block a thread of the server. */
@RestController
class PageController {

    private static final MediaType SCRIPT = MediaType.parseMediaType("text/javascript;charset=UTF-8");
    private static final MediaType STYLE = MediaType.parseMediaType("text/css;charset=UTF-8");
    private static final MediaType HTML = MediaType.parseMediaType("text/html;charset=UTF-8");

    private final byte[] page = read("index.html");
    private final byte[] style = read("page.css");
    private final byte[] script = read("page.js");
    private final byte[] charts = read("charts.js");

    @GetMapping("/")
    ResponseEntity<byte[]> page() {
        return answer(HTML, page);
    }

    @GetMapping("/page.css")
    ResponseEntity<byte[]> style() {
        return answer(STYLE, style);
    }

    @GetMapping("/page.js")
    ResponseEntity<byte[]> script() {
        return answer(SCRIPT, script);
    }

    @GetMapping("/charts.js")
    ResponseEntity<byte[]> charts() {
        return answer(SCRIPT, charts);
    }

    private static ResponseEntity<byte[]> answer(MediaType type, byte[] body) {
        return ResponseEntity.ok().contentType(type).cacheControl(CacheControl.noCache()).body(body);
    }

    private static byte[] read(String name) {
        try (InputStream in = new ClassPathResource("page/" + name).getInputStream()) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new IllegalStateException("the application's jar lacks page/" + name, e);
        }
    }
}
