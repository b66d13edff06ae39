package io.sluice.flush;

import io.sluice.objects.Body;
import io.sluice.objects.ObjectAttributes;
import io.sluice.objects.ObjectKey;
import io.sluice.objects.ObjectStore;
import io.sluice.testkit.requests.PassingObjectStore;

/// A store whose first answer to every conditional create is lost on the way: the client asks again by itself, and sees
/// the precondition fail on its own object.
final class LosingAnswers extends PassingObjectStore {
    LosingAnswers(ObjectStore store) {
        super(store);
    }

    @Override
    public Created create(ObjectKey key, Body body, ObjectAttributes attributes) {
        super.create(key, body, attributes);
        return super.create(key, body, attributes);
    }
}
