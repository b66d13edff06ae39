package io.sluice.infra.iam;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/// S3's calls, path-style (Amazon S3 user guide, "Required permissions for Amazon S3 API operations"; for keys, "Using
/// server-side encryption with AWS KMS keys").
///
/// Beyond what a call's name says: S3 answers 404 only to who may list the bucket, so an answer 404 needs that; and who
/// sends an ETag as a condition of a write learns whether it is the object's, and must be allowed to read it.
final class S3Needs {
    private static final int NOT_FOUND = 404;
    private static final Pattern DELETED = Pattern.compile("<Key>([^<]*)</Key>");
    /// Parameters that change nothing about what is needed.
    private static final Set<String> WITHOUT_MEANING = Set.of("x-id", "prefix", "delimiter", "start-after",
            "continuation-token", "max-keys", "encoding-type");
    /// Headers that need nothing of their own; others of Amazon's do, as those for tags, ACLs and copies.
    private static final Pattern HEADERS = Pattern.compile("x-amz-(content-sha256|date|security-token|checksum-.*"
            + "|sdk-checksum-algorithm|meta-.*|storage-class|server-side-encryption.*|decoded-content-length|trailer"
            + "|te)");

    private S3Needs() {}

    static List<Permission> of(Call call, Names names) {
        requireKnownHeaders(call);
        String[] path = call.path().substring(1).split("/", 2);
        String bucket = path[0];
        List<Permission> needs = path.length == 1 || path[1].isEmpty()
                ? ofBucket(call, names.bucketArn(bucket))
                : ofObject(call, bucket, path[1], names);
        if (call.status() == NOT_FOUND) {
            needs.add(Permission.of("s3:ListBucket", names.bucketArn(bucket)));
        }
        return needs;
    }

    private static void requireKnownHeaders(Call call) {
        call.headers().keySet().stream().filter(name -> name.startsWith("x-amz-"))
                .filter(name -> !HEADERS.matcher(name).matches()).findFirst().ifPresent(name -> {
                    throw new AssertionError("no one knows yet what S3's header " + name + " needs: " + call);
                });
    }

    private static List<Permission> ofBucket(Call call, String bucket) {
        return switch (operation(call)) {
            case "GET list-type" -> list(Permission.of("s3:ListBucket", bucket).with("s3:prefix",
                    Set.copyOf(call.query().getOrDefault("prefix", List.of("")))));
            case "HEAD" -> list(Permission.of("s3:ListBucket", bucket));
            case "POST delete" -> deleted(call, bucket);
            default -> throw unknown(call);
        };
    }

    private static List<Permission> deleted(Call call, String bucket) {
        String body = new String(call.body(), StandardCharsets.UTF_8);
        List<Permission> needs = new ArrayList<>();
        if (body.contains("<VersionId>")) {
            throw unknown(call);
        }
        DELETED.matcher(body).results().map((MatchResult key) -> unescaped(key.group(1)))
                .forEach(key -> needs.add(Permission.of("s3:DeleteObject", bucket + "/" + key)));
        if (needs.isEmpty()) {
            throw new AssertionError("a deletion of nothing: " + body);
        }
        return needs;
    }

    private static String unescaped(String xml) {
        return xml.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&#x27;", "'")
                .replace("&amp;", "&");
    }

    private static List<Permission> ofObject(Call call, String bucket, String key, Names names) {
        String object = names.bucketArn(bucket) + "/" + key;
        Optional<String> kms = call.header("x-amz-server-side-encryption-aws-kms-key-id").or(() -> names.key(bucket));
        return switch (operation(call)) {
            case "GET" -> with(kms, "kms:Decrypt", Permission.of("s3:GetObject", object));
            case "HEAD" -> list(Permission.of("s3:GetObject", object));
            case "GET tagging" -> list(Permission.of("s3:GetObjectTagging", object));
            case "PUT" -> {
                List<Permission> needs = with(kms, "kms:GenerateDataKey", Permission.of("s3:PutObject", object));
                needs.addAll(ofCondition(call, object));
                yield needs;
            }
            case "POST uploads" -> with(kms, "kms:GenerateDataKey", Permission.of("s3:PutObject", object));
            case "PUT partNumber uploadId", "POST uploadId" ->
                with(kms, "kms:Decrypt", Permission.of("s3:PutObject", object));
            case "DELETE uploadId" -> list(Permission.of("s3:AbortMultipartUpload", object));
            case "DELETE" -> {
                List<Permission> needs = list(Permission.of("s3:DeleteObject", object));
                needs.addAll(ofCondition(call, object));
                yield needs;
            }
            default -> throw unknown(call);
        };
    }

    private static List<Permission> ofCondition(Call call, String object) {
        return call.header("if-match").filter(etag -> !etag.equals("*")).stream()
                .map(_ -> Permission.of("s3:GetObject", object)).toList();
    }

    /// The method, and the parameters that say which operation it is.
    private static String operation(Call call) {
        Set<String> telling = new TreeSet<>(call.query().keySet());
        telling.removeAll(WITHOUT_MEANING);
        return (call.method() + " " + String.join(" ", telling)).strip();
    }

    private static List<Permission> list(Permission permission) {
        return new ArrayList<>(List.of(permission));
    }

    private static List<Permission> with(Optional<String> key, String action, Permission permission) {
        List<Permission> needs = list(permission);
        key.ifPresent(arn -> needs.add(KeyNeeds.of(action, arn, "s3")));
        return needs;
    }

    private static AssertionError unknown(Call call) {
        return new AssertionError("no one knows yet what this call of S3 needs: " + call);
    }
}
