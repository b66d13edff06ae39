package io.sluice.infra;

/// The login of Lambda at a Kafka cluster.
public sealed interface KafkaLogin {
    /// It does not.
    record None() implements KafkaLogin {}

    /// By the role of the transform function; of Amazon MSK alone.
    record Iam() implements KafkaLogin {}

    /// A login by what a secret holds.
    record Secret(Mechanism mechanism, KafkaSecret secret) implements KafkaLogin {}

    /// The use of a secret, as [Lambda calls
    /// it](https://docs.aws.amazon.com/lambda/latest/api/API_SourceAccessConfiguration.html).
    enum Mechanism {
        /// User and password, SHA-512.
        SASL_SCRAM_512("SASL_SCRAM_512_AUTH"),
        /// User and password, SHA-256; not of Amazon MSK.
        SASL_SCRAM_256("SASL_SCRAM_256_AUTH"),
        /// User and password as they are, over TLS; not of Amazon MSK.
        SASL_PLAIN("BASIC_AUTH"),
        /// A client's certificate and its key.
        MUTUAL_TLS("CLIENT_CERTIFICATE_TLS_AUTH");

        private final String type;

        Mechanism(String type) {
            this.type = type;
        }

        /// `Type` of a source access configuration.
        public String type() {
            return type;
        }

        boolean isOfMsk() {
            return this == SASL_SCRAM_512 || this == MUTUAL_TLS;
        }
    }
}
