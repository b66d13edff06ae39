package io.sluice.local.expect;

import io.sluice.local.report.PlainText;
import java.io.OutputStream;
import java.util.List;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/// The XML that JUnit's reporters made common: a suite a file, a case a case. Names and differences may hold any
/// character; what XML 1.0 has no place for is written as an escape.
public final class JUnitReport {
    private final XMLStreamWriter xml;

    private JUnitReport(XMLStreamWriter xml) {
        this.xml = xml;
    }

    /// Writes UTF-8 to `to`, and leaves it open.
    public static void write(List<FileResult> results, OutputStream to) {
        try {
            XMLStreamWriter xml = XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(to, "UTF-8");
            new JUnitReport(xml).write(results);
            xml.flush();
        } catch (XMLStreamException e) {
            throw new IllegalStateException("the report's XML can't be written: " + e.getMessage(), e);
        }
    }

    private void write(List<FileResult> results) throws XMLStreamException {
        xml.writeStartDocument("UTF-8", "1.0");
        line(0);
        start("testsuites", results.stream().mapToInt(each -> each.cases().size()).sum(),
                results.stream().mapToLong(FileResult::failed).sum());
        for (FileResult file : results) {
            line(1);
            start("testsuite", file.cases().size(), file.failed());
            xml.writeAttribute("name", plain(file.file()));
            for (CaseResult each : file.cases()) {
                line(2);
                write(file, each);
            }
            line(1);
            xml.writeEndElement();
        }
        line(0);
        xml.writeEndElement();
        line(0);
        xml.writeEndDocument();
    }

    private void start(String element, int tests, long failures) throws XMLStreamException {
        xml.writeStartElement(element);
        xml.writeAttribute("tests", Integer.toString(tests));
        xml.writeAttribute("failures", Long.toString(failures));
        xml.writeAttribute("errors", "0");
    }

    private void write(FileResult file, CaseResult each) throws XMLStreamException {
        xml.writeStartElement("testcase");
        xml.writeAttribute("classname", plain(file.file()));
        xml.writeAttribute("name", plain(each.name()));
        xml.writeAttribute("file", plain(file.file()));
        if (each.line() > 0) {
            xml.writeAttribute("line", Integer.toString(each.line()));
        }
        if (!each.isPassed()) {
            xml.writeStartElement("failure");
            xml.writeAttribute("message", plain(each.differences().getFirst()));
            xml.writeCharacters(plain(file.place(each)) + "\n");
            for (String difference : each.differences()) {
                xml.writeCharacters(plain(difference) + "\n");
            }
            xml.writeEndElement();
        }
        xml.writeEndElement();
    }

    private void line(int depth) throws XMLStreamException {
        xml.writeCharacters("\n" + "  ".repeat(depth));
    }

    /// `text` on one line, and without what no XML document may hold: half of a surrogate pair, U+FFFE and U+FFFF.
    private static String plain(String text) {
        StringBuilder plain = new StringBuilder(text.length());
        PlainText.of(text).codePoints().forEach(c -> {
            boolean lone = c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE;
            if (lone || c == 0xFFFE || c == 0xFFFF) {
                plain.append("\\u%04x".formatted(c));
            } else {
                plain.appendCodePoint(c);
            }
        });
        return plain.toString();
    }
}
