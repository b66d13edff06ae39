package io.sluice.infra.source;

import io.sluice.deployment.DeployedName;
import io.sluice.deployment.Right;
import java.util.List;
import java.util.regex.Pattern;

/// The rights that it takes to pull an image: of Amazon ECR, or none, where a registry lets everybody pull (Amazon ECS
/// developer guide, "Amazon ECS task execution IAM role").
final class ImageRights {
    private static final Pattern ECR = Pattern
            .compile("(\\d{12})\\.dkr\\.ecr\\.([a-z0-9-]+)\\.amazonaws\\.com(?:\\.cn)?/([^:@]+)[:@].*");

    private ImageRights() {}

    /// @param image with its registry and a tag or a digest
    static List<Right> of(String image) {
        var ecr = ECR.matcher(image);
        if (!ecr.matches()) {
            return List.of();
        }
        var repository = "arn:%s:ecr:%s:%s:repository/%s".formatted(DeployedName.PARTITION, ecr.group(2), ecr.group(1),
                ecr.group(3));
        return List.of(Right.of(List.of("ecr:GetAuthorizationToken"), "*"),
                Right.of(List.of("ecr:BatchGetImage", "ecr:GetDownloadUrlForLayer"), repository));
    }
}
