package io.sluice.config;

import io.sluice.config.DeployedSource.Balancer;
import io.sluice.config.DeployedSource.CallServers;
import io.sluice.config.DeployedSource.Calls;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Reads of `Sluice.Source` what is deployed to take calls.
///
/// @param section where it stands
/// @param members its members by their form
record CallsReader(Fields section, SourceMembers members) {
    private static final String SECRET = "SecretARN";
    private static final String SECRET_KEY = "SecretKMSKeyARN";
    private static final String CONCURRENCY = "MaximumConcurrency";
    private static final String IMAGE = "Image";
    private static final String VPC = "VpcId";
    private static final String CERTIFICATE = "CertificateARN";
    private static final String BALANCER = "LoadBalancer";
    private static final String TASKS_MIN = "MinimumTasks";
    private static final String TASKS_MAX = "MaximumTasks";
    private static final int TASKS_MOST = 1_000;
    private static final List<String> NETWORK = List.of(VPC, DeployedSourceReader.SUBNETS);
    private static final List<String> OF_SERVERS = List.of(VPC, DeployedSourceReader.SUBNETS, CERTIFICATE, BALANCER,
            TASKS_MIN, TASKS_MAX);
    /// Without the first nothing is deployed that takes calls.
    static final List<String> MEMBERS = List.of(SECRET, SECRET_KEY, CONCURRENCY, IMAGE, VPC,
            DeployedSourceReader.SUBNETS, CERTIFICATE, BALANCER, TASKS_MIN, TASKS_MAX);
    private static final Map<String, Balancer> BALANCERS = Map.of("network", Balancer.NETWORK, "application",
            Balancer.APPLICATION);

    Optional<DeployedSource> read() {
        Optional<String> secret = members.name(SECRET, ResourceText.SECRET);
        Optional<String> key = members.name(SECRET_KEY, ResourceText.KEY);
        Optional<Integer> concurrency = Checks.integer(section, CONCURRENCY, 2, 1_000);
        Optional<CallServers> servers = servers();
        if (section.has(IMAGE)) {
            members.refuse(List.of(CONCURRENCY), "it is for a function; servers have " + TASKS_MAX);
        } else if (section.has(SECRET)) {
            members.refuse(OF_SERVERS, "it is for servers: name their " + IMAGE + ", or leave it out");
        }
        return secret.map(arn -> new Calls(arn, key, concurrency, servers));
    }

    private Optional<CallServers> servers() {
        Optional<String> image = members.name(IMAGE, ResourceText.IMAGE);
        Optional<String> vpc = members.name(VPC, ResourceText.VPC);
        List<String> subnets = members.names(DeployedSourceReader.SUBNETS, ResourceText.SUBNET,
                DeployedSourceReader.SUBNETS_MAX);
        Optional<String> certificate = members.name(CERTIFICATE, ResourceText.CERTIFICATE);
        Optional<Balancer> balancer = section.oneOf(BALANCER, BALANCERS);
        Optional<Integer> least = Checks.integer(section, TASKS_MIN, 1, TASKS_MOST);
        Optional<Integer> most = Checks.integer(section, TASKS_MAX, 1, TASKS_MOST);
        if (section.has(IMAGE)) {
            List<String> lacking = new ArrayList<>(NETWORK);
            lacking.removeIf(section::has);
            if (!lacking.isEmpty()) {
                members.error(IMAGE, "servers need a network: add " + String.join(" and ", lacking));
            }
            if (balancer.equals(Optional.of(Balancer.APPLICATION)) && subnets.size() == 1) {
                members.error(BALANCER, "an application load balancer takes subnets of two zones or more: add one to "
                        + DeployedSourceReader.SUBNETS + ", or set network");
            }
            least.filter(few -> few > most.orElse(few)).ifPresent(few -> members.error(TASKS_MIN,
                    few + " is more than the " + most.orElseThrow() + " of " + TASKS_MAX));
        }
        return image.flatMap(name -> vpc.map(
                in -> new CallServers(name, in, subnets, certificate, balancer, least, most)));
    }
}
