package io.github.reactorshm.examples.video;

import java.awt.Color;
import java.io.IOException;
import java.nio.file.Path;

import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.BitmapEncoder.BitmapFormat;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.XYSeries.XYSeriesRenderStyle;
import org.knowm.xchart.style.XYStyler;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** Draws motion over the course of a video, as a PNG file. */
final class MotionChart {

    private static final int WIDTH = 1200;
    private static final int HEIGHT = 480;
    private static final int PADDING = 16;
    private static final Color LINE = new Color(0x1F, 0x77, 0xB4);
    private static final Color AREA = new Color(0x1F, 0x77, 0xB4, 0x50);

    private MotionChart() {}

    /** Writes the chart: {@code motion[i]} is what changed from picture {@code numbers[i] - 1} to that one, in percent. */
    static void write(double[] numbers, double[] motion, Path file) throws IOException {
        XYChart chart = new XYChartBuilder().width(WIDTH).height(HEIGHT).title("Motion between pictures")
                .xAxisTitle("picture").yAxisTitle("mean change of brightness, %").build();
        XYStyler styler = chart.getStyler();
        styler.setDefaultSeriesRenderStyle(XYSeriesRenderStyle.Area);
        styler.setLegendVisible(false);
        styler.setChartBackgroundColor(Color.WHITE);
        styler.setPlotBorderVisible(false);
        styler.setXAxisDecimalPattern("#");
        styler.setXAxisMin(0.0);
        styler.setYAxisMin(0.0);
        styler.setChartPadding(PADDING);
        // A video of one picture has no motion: its chart stays empty.
        if (numbers.length > 0) {
            XYSeries series = chart.addSeries("motion", numbers, motion);
            series.setMarker(SeriesMarkers.NONE).setLineColor(LINE).setFillColor(AREA);
        }
        BitmapEncoder.saveBitmap(chart, file.toString(), BitmapFormat.PNG);
    }
}
