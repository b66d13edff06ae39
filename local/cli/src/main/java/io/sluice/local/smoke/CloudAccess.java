package io.sluice.local.smoke;

import io.sluice.local.UsageException;
import java.net.URI;
import java.util.Optional;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.regions.providers.AwsProfileRegionProvider;
import software.amazon.awssdk.regions.providers.AwsRegionProviderChain;
import software.amazon.awssdk.regions.providers.SystemSettingsRegionProvider;

/// The place where a run makes its things.
///
/// @param region   of AWS, as `eu-west-1`
/// @param endpoint of an emulator that has all services; empty: AWS
public record CloudAccess(String region, Optional<URI> endpoint) {
    private static final String FORM = "[a-z]{2,}(-[a-z]+)+-[0-9]{1,2}";

    /// @throws UsageException when it is not written as a region is
    public CloudAccess {
        if (!region.matches(FORM)) {
            throw new UsageException("'" + region + "' is no region; --region takes one like eu-west-1");
        }
    }

    /// The region that `region` names, else that of the environment or the profile.
    ///
    /// @throws UsageException when there is none
    public static CloudAccess of(Optional<String> region, Optional<URI> endpoint) {
        return new CloudAccess(region.orElseGet(CloudAccess::usualRegion), endpoint);
    }

    private static String usualRegion() {
        try {
            Region usual = new AwsRegionProviderChain(new SystemSettingsRegionProvider(),
                    new AwsProfileRegionProvider()).getRegion();
            return usual.id();
        } catch (SdkClientException e) {
            throw new UsageException("No region is set: name one with --region, as --region eu-west-1, or in"
                    + " AWS_REGION");
        }
    }
}
