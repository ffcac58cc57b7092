package io.github.reactorshm.examples.video.media;

import org.bytedeco.ffmpeg.avfilter.AVFilterContext;
import org.bytedeco.ffmpeg.avfilter.AVFilterGraph;
import org.bytedeco.ffmpeg.avfilter.AVFilterInOut;
import org.bytedeco.ffmpeg.avutil.AVFrame;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.Pointer;

import static org.bytedeco.ffmpeg.global.avfilter.av_buffersink_get_frame;
import static org.bytedeco.ffmpeg.global.avfilter.avfilter_get_by_name;
import static org.bytedeco.ffmpeg.global.avfilter.avfilter_graph_alloc;
import static org.bytedeco.ffmpeg.global.avfilter.avfilter_graph_config;
import static org.bytedeco.ffmpeg.global.avfilter.avfilter_graph_create_filter;
import static org.bytedeco.ffmpeg.global.avfilter.avfilter_graph_free;
import static org.bytedeco.ffmpeg.global.avfilter.avfilter_graph_parse_ptr;
import static org.bytedeco.ffmpeg.global.avfilter.avfilter_inout_alloc;
import static org.bytedeco.ffmpeg.global.avfilter.avfilter_inout_free;
import static org.bytedeco.ffmpeg.global.avutil.av_frame_alloc;
import static org.bytedeco.ffmpeg.global.avutil.av_frame_free;
import static org.bytedeco.ffmpeg.global.avutil.av_frame_unref;
import static org.bytedeco.ffmpeg.global.avutil.av_strdup;

/**
 * FFmpeg's moving test pattern, as an endless row of pictures in YUV 4:2:0. The picture stands still for a while, so that a
 * chart of its motion has something to show.
 */
final class TestPattern implements AutoCloseable {

    private final AVFilterGraph graph = FFmpeg.present(avfilter_graph_alloc(), "no memory for a filter graph");
    private final AVFilterContext end = new AVFilterContext();
    private final AVFrame frame = FFmpeg.present(av_frame_alloc(), "no memory for a picture");

    /**
     * Sets the pattern up.
     *
     * @param stillFrom index of the picture that stands still
     * @param stillFor number of pictures that repeat it
     */
    TestPattern(int width, int height, int rate, int stillFrom, int stillFor) {
        FFmpeg.load();
        String filters = "testsrc2=size=" + width + "x" + height + ":rate=" + rate + ",loop=loop=" + stillFor
                + ":size=1:start=" + stillFrom + ",format=pix_fmts=yuv420p[end]";
        boolean ready = false;
        try {
            build(filters, "cannot draw a test pattern of " + width + "x" + height + " pixels");
            ready = true;
        } finally {
            if (!ready) {
                close();
            }
        }
    }

    /** Draws the next picture, which is valid until the next call. */
    AVFrame next() {
        av_frame_unref(frame);
        FFmpeg.check(av_buffersink_get_frame(end, frame), "cannot draw the test pattern");
        return frame;
    }

    @Override
    public void close() {
        av_frame_free(frame);
        avfilter_graph_free(graph);
    }

    private void build(String filters, String problem) {
        FFmpeg.check(avfilter_graph_create_filter(end, avfilter_get_by_name("buffersink"), "end", null, (Pointer) null,
                graph), problem);
        AVFilterInOut open = FFmpeg.present(avfilter_inout_alloc(), "no memory for a filter graph");
        open.name(av_strdup(new BytePointer("end")));
        open.filter_ctx(end);
        open.pad_idx(0);
        open.next(null);
        try {
            FFmpeg.check(avfilter_graph_parse_ptr(graph, filters, open, (AVFilterInOut) null, (Pointer) null),
                    problem);
            FFmpeg.check(avfilter_graph_config(graph, (Pointer) null), problem);
        } finally {
            avfilter_inout_free(open);
        }
    }
}
