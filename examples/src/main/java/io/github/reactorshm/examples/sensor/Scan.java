package io.github.reactorshm.examples.sensor;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

import io.github.reactorshm.codec.ElementType;
import io.github.reactorshm.codec.Parts;
import io.github.reactorshm.codec.PartsCodec;
import io.github.reactorshm.codec.Tensor;

/** A picture of 1920x1080 RGB pixels, and the 65,536 points that a laser scanner has measured with it: x, y, z and intensity. */
final class Scan extends Payload {

    static final String IMAGE = "image";
    static final String POINTS = "points";

    static final int HEIGHT = 1080;
    static final int WIDTH = 1920;
    static final int CHANNELS = 3;
    static final int POINT_COUNT = 65_536;
    static final int POINT_FIELDS = 4;

    /** Points of one turn of the scanner; the next turn looks a little higher. */
    private static final int TURN = 1024;
    private static final float STEP = 0.25f;
    private static final float[] COS = new float[TURN];
    private static final float[] SIN = new float[TURN];

    static {
        for (int i = 0; i < TURN; i++) {
            COS[i] = (float) Math.cos(2 * Math.PI * i / TURN);
            SIN[i] = (float) Math.sin(2 * Math.PI * i / TURN);
        }
    }

    private final PartsCodec codec = PartsCodec.of(parts(0));

    @Override
    public String contentType() {
        return codec.contentType();
    }

    @Override
    public long slotSize() {
        return codec.slotSize();
    }

    @Override
    public long encode(Long number, MemorySegment slot) {
        return codec.encode(parts(number), slot);
    }

    private static Parts parts(long number) {
        Tensor image = Tensor.writing(ElementType.UINT8, section -> Ramp.fill(section, number), HEIGHT, WIDTH,
                CHANNELS);
        Tensor points = Tensor.writing(ElementType.FLOAT32, section -> measure(section, number), POINT_COUNT,
                POINT_FIELDS);
        return Parts.of(IMAGE, image).and(POINTS, points);
    }

    private static void measure(MemorySegment points, long number) {
        for (int i = 0; i < POINT_COUNT; i++) {
            int angle = i % TURN;
            int turn = i / TURN;
            float distance = distance(i, number);
            long at = (long) POINT_FIELDS * i;
            points.setAtIndex(ValueLayout.JAVA_FLOAT, at, distance * COS[angle]);
            points.setAtIndex(ValueLayout.JAVA_FLOAT, at + 1, distance * SIN[angle]);
            points.setAtIndex(ValueLayout.JAVA_FLOAT, at + 2, STEP * turn);
            points.setAtIndex(ValueLayout.JAVA_FLOAT, at + 3, distance);
        }
    }

    /** How far away a point is in a frame: a corridor that comes nearer. */
    static float distance(int point, long number) {
        return 1 + STEP * (float) ((point + number) % TURN);
    }
}
