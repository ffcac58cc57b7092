package io.github.reactorshm.examples.video.media;

import java.lang.foreign.MemorySegment;

import org.bytedeco.ffmpeg.avutil.AVFrame;
import org.bytedeco.ffmpeg.swscale.SwsContext;
import org.bytedeco.javacpp.DoublePointer;
import org.bytedeco.javacpp.IntPointer;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.javacpp.PointerPointer;
import org.jspecify.annotations.Nullable;

import static org.bytedeco.ffmpeg.global.avutil.AVCOL_RANGE_JPEG;
import static org.bytedeco.ffmpeg.global.avutil.AVCOL_SPC_UNSPECIFIED;
import static org.bytedeco.ffmpeg.global.avutil.AV_PIX_FMT_BGR24;
import static org.bytedeco.ffmpeg.global.swscale.SWS_BILINEAR;
import static org.bytedeco.ffmpeg.global.swscale.SWS_CS_ITU601;
import static org.bytedeco.ffmpeg.global.swscale.SWS_CS_ITU709;
import static org.bytedeco.ffmpeg.global.swscale.sws_freeContext;
import static org.bytedeco.ffmpeg.global.swscale.sws_getCachedContext;
import static org.bytedeco.ffmpeg.global.swscale.sws_getCoefficients;
import static org.bytedeco.ffmpeg.global.swscale.sws_scale;
import static org.bytedeco.ffmpeg.global.swscale.sws_setColorspaceDetails;

/**
 * Converts decoded pictures to BGR straight into native memory, such as a slot of a channel: no Java array or buffer lies
 * in between. Used by one thread at a time.
 *
 * <p>FFmpeg's vector code may write up to {@value #OVERRUN_BYTES} bytes behind the last row.
 */
public final class PictureScaler implements AutoCloseable {

    /** Bytes behind a picture that the scaler may overwrite: the memory must go on that far. */
    public static final int OVERRUN_BYTES = 64;

    private static final int HD_HEIGHT = 720;
    private static final int UNIT = 1 << 16;

    private final PictureFormat format;
    private final PointerPointer<Pointer> planes = new PointerPointer<>(4L);
    private final IntPointer strides = new IntPointer(4L);

    private @Nullable SwsContext context;
    private int colorSpace = -1;
    private int colorRange = -1;

    /** Creates a scaler whose results have the given format. */
    public PictureScaler(PictureFormat format) {
        FFmpeg.load();
        this.format = format;
        strides.put(0, format.stride()).put(1, 0).put(2, 0).put(3, 0);
    }

    /**
     * Writes a picture at the beginning of {@code target}.
     *
     * @param target native memory of at least {@link PictureFormat#byteSize()} bytes
     */
    public void scale(AVFrame picture, MemorySegment target) {
        if (!target.isNative() || target.byteSize() < format.byteSize()) {
            throw new IllegalArgumentException(
                    "a picture of " + format.byteSize() + " bytes needs native memory of that"
                            + " size, not " + target.byteSize() + " bytes");
        }
        SwsContext scaler = contextFor(picture);
        planes.put(0, new Address(target)).put(1, (Pointer) null).put(2, (Pointer) null).put(3, (Pointer) null);
        int rows = sws_scale(scaler, picture.data(), picture.linesize(), 0, picture.height(), planes, strides);
        if (rows != format.height()) {
            throw new VideoException("FFmpeg scaled " + rows + " rows of " + format.height());
        }
    }

    @Override
    public void close() {
        if (context != null) {
            sws_freeContext(context);
            context = null;
        }
        planes.close();
        strides.close();
    }

    private SwsContext contextFor(AVFrame picture) {
        SwsContext found = FFmpeg.present(
                sws_getCachedContext(context, picture.width(), picture.height(), picture.format(), format.width(),
                        format.height(), AV_PIX_FMT_BGR24, SWS_BILINEAR, null, null, (DoublePointer) null),
                "FFmpeg cannot convert pictures of " + picture.width() + "x" + picture.height() + " pixels to BGR of "
                        + format.width() + "x" + format.height());
        boolean fresh = context == null || context.address() != found.address();
        context = found;
        if (fresh || colorSpace != picture.colorspace() || colorRange != picture.color_range()) {
            colorSpace = picture.colorspace();
            colorRange = picture.color_range();
            setColors(found, picture);
        }
        return found;
    }

    /** Files that name no color matrix follow the usual rule: BT.709 from 720 rows on, else BT.601. */
    private static void setColors(SwsContext context, AVFrame picture) {
        int matrix = picture.colorspace();
        if (matrix == AVCOL_SPC_UNSPECIFIED) {
            matrix = picture.height() >= HD_HEIGHT ? SWS_CS_ITU709 : SWS_CS_ITU601;
        }
        int fullRange = picture.color_range() == AVCOL_RANGE_JPEG ? 1 : 0;
        IntPointer coefficients = sws_getCoefficients(matrix);
        // The answer is negative where no matrix applies, as between two RGB formats: nothing is to be set then.
        sws_setColorspaceDetails(context, coefficients, fullRange, coefficients, 1, 0, UNIT, UNIT);
    }

    /** The address of a segment as JavaCPP wants it; owns nothing. */
    private static final class Address extends Pointer {

        Address(MemorySegment segment) {
            this.address = segment.address();
        }
    }
}
