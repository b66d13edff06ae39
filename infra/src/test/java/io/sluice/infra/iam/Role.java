package io.sluice.infra.iam;

import io.sluice.infra.iam.Statement.Answer;
import java.util.List;
import java.util.stream.Stream;

/// What a role's policies and those of the buckets say (IAM user guide, "Policy evaluation logic": within one account,
/// what nothing denies and something allows).
///
/// @param own       statements of the role's policies
/// @param resources statements of resources' policies, of which only denials are looked at: the account's own roles
///     need no more
record Role(List<Statement> own, List<Statement> resources) {
    /// What becomes of a call.
    enum Verdict {
        ALLOWED, DENIED,
        /// A condition decides that is not understood here.
        UNKNOWN
    }

    Verdict judge(Permission permission) {
        boolean denialUnknown = false;
        for (Statement denial : denials(permission)) {
            switch (denial.conditionsOn(permission)) {
                case HOLDS -> {
                    return Verdict.DENIED;
                }
                case UNKNOWN -> denialUnknown = true;
                case FAILS -> {
                }
            }
        }
        List<Answer> allowances = own.stream().filter(Statement::allows).filter(each -> each.speaksOf(permission))
                .map(each -> each.conditionsOn(permission)).toList();
        if (allowances.contains(Answer.HOLDS)) {
            return denialUnknown ? Verdict.UNKNOWN : Verdict.ALLOWED;
        }
        return allowances.contains(Answer.UNKNOWN) ? Verdict.UNKNOWN : Verdict.DENIED;
    }

    private List<Statement> denials(Permission permission) {
        return Stream.concat(own.stream(), resources.stream()).filter(each -> !each.allows())
                .filter(each -> each.speaksOf(permission)).toList();
    }
}
