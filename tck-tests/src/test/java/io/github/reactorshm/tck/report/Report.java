package io.github.reactorshm.tck.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;

import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/**
 * Surefire's report on one verification.
 *
 * @param verification the class
 * @param ran the tests that ran, by name
 * @param skipped what was said of each test that was skipped, by name
 */
record Report(String verification, List<String> ran, Map<String, String> skipped) {

    /** All reports on verifications in a directory. */
    static List<Report> readAll(Path directory) {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.getFileName().toString().matches("TEST-.*Verification\\.xml"))
                    .map(Report::read).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Report read(Path file) {
        Element suite = parse(file);
        List<String> ran = new ArrayList<>();
        Map<String, String> skipped = new HashMap<>();
        NodeList tests = suite.getElementsByTagName("testcase");
        for (int i = 0; i < tests.getLength(); i++) {
            Element test = (Element) tests.item(i);
            String name = test.getAttribute("name");
            if (test.getElementsByTagName("skipped").item(0) instanceof Element why) {
                String message = why.getAttribute("message");
                skipped.put(name, (message.isEmpty() ? why.getTextContent() : message).lines().findFirst().orElse(""));
            } else {
                ran.add(name);
            }
        }
        return new Report(suite.getAttribute("name"), ran, skipped);
    }

    private static Element parse(Path file) {
        try {
            return DocumentBuilderFactory.newDefaultInstance().newDocumentBuilder().parse(file.toFile())
                    .getDocumentElement();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (ParserConfigurationException | SAXException e) {
            throw new IllegalStateException(file + " is not a report", e);
        }
    }
}
