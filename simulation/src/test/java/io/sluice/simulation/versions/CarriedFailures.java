package io.sluice.simulation.versions;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Carries exceptions over, with all that they hold: as they are serialized, or by a constructor that takes their cause
/// and what is not serialized. An exception of neither version passes, and so does the end of a killed actor.
final class CarriedFailures {
    private final Crossing crossing;

    CarriedFailures(Crossing crossing) {
        this.crossing = crossing;
    }

    Throwable carry(Throwable failure) {
        if (failure instanceof Error || !isOfAVersion(failure)) {
            return failure;
        }
        List<Field> held = Arrays.stream(failure.getClass().getDeclaredFields())
                .filter(each -> Modifier.isTransient(each.getModifiers())).toList();
        try {
            return held.isEmpty() ? serialized(failure) : made(failure, held);
        } catch (IOException | ReflectiveOperationException e) {
            IllegalStateException lost = new IllegalStateException(failure + " cannot be carried over", e);
            lost.addSuppressed(failure);
            throw lost;
        }
    }

    private boolean isOfAVersion(@Nullable Throwable failure) {
        return failure != null && (crossing.isOurs(failure.getClass()) || isOfAVersion(failure.getCause()));
    }

    private Throwable serialized(Throwable failure) throws IOException, ClassNotFoundException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(failure);
        }
        try (ObjectInputStream in = new TwinsInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            return (Throwable) in.readObject();
        }
    }

    private final class TwinsInputStream extends ObjectInputStream {
        TwinsInputStream(InputStream in) throws IOException {
            super(in);
        }

        @Override
        protected Class<?> resolveClass(ObjectStreamClass described) throws IOException, ClassNotFoundException {
            return described.getName().startsWith(OtherVersion.PRODUCT)
                    ? crossing.twin(described.getName())
                    : super.resolveClass(described);
        }
    }

    private Throwable made(Throwable failure, List<Field> held) throws ReflectiveOperationException {
        for (Constructor<?> each : crossing.twin(failure.getClass()).getDeclaredConstructors()) {
            Parameter[] parameters = each.getParameters();
            @Nullable
            Object[] arguments = new Object[parameters.length];
            int found = 0;
            for (int i = 0; i < parameters.length; i++) {
                Class<?> type = parameters[i].getType();
                List<Field> fields = held.stream().filter(field -> field.getType().getName().equals(type.getName()))
                        .toList();
                if (Throwable.class.isAssignableFrom(type)) {
                    arguments[i] = crossing.carry(failure.getCause());
                    found++;
                } else if (fields.size() == 1) {
                    fields.getFirst().setAccessible(true);
                    arguments[i] = crossing.carry(fields.getFirst().get(failure));
                    found++;
                }
            }
            if (found == parameters.length && found > 0) {
                each.setAccessible(true);
                return (Throwable) each.newInstance(arguments);
            }
        }
        throw new NoSuchMethodException("no constructor takes what it holds");
    }
}
