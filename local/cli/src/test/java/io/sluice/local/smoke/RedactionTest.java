package io.sluice.local.smoke;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RedactionTest {
    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
            User: arn:aws:iam::123456789012:user/eve is not authorized; User: <ARN> is not authorized
            on arn:aws-us-gov:s3:::b/*, "arn:aws-cn:sqs:cn-north-1:1:q"; on <ARN>, "<ARN>"
            account 123456789012's; account <account>'s
            a-bucket-210987654321-x; a-bucket-<account>-x
            key AKIAIOSFODNN7EXAMPLE; key <key>
            1234567890123 records of 10,000; 1234567890123 records of 10,000
            """)
    void whatNamesAnAccountIsTakenOut(String text, String plain) {
        assertEquals(plain, Redaction.of(text));
    }
}
