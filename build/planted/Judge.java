import java.io.PrintWriter;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

/// Runs the tests of one class: `CLASS`. Prints the first failure, and ends with 0, with 1 when a test failed, with 2
/// when there was none to run.
final class Judge {
    private Judge() {}

    public static void main(String[] args) {
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(DiscoverySelectors.selectClass(args[0])).build();
        var listener = new SummaryGeneratingListener();
        LauncherFactory.create().execute(request, listener);
        var summary = listener.getSummary();
        var out = new PrintWriter(System.out, true);
        summary.getFailures().stream().limit(1).forEach(failure -> out.println(
                failure.getTestIdentifier().getLegacyReportingName() + ": " + failure.getException()));
        System.exit(summary.getTestsFoundCount() == 0 ? 2 : summary.getTotalFailureCount() == 0 ? 0 : 1);
    }
}
