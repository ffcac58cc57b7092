package io.github.reactorshm.examples.video.media;

import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class PictureFormatTest {

    @ParameterizedTest
    @CsvSource({"1,64", "21,64", "22,128", "641,1984", "1920,5760", "16384,49152"})
    void rowsAreAMultipleOf64Bytes(int width, int stride) {
        assertThat(PictureFormat.of(width, 7)).isEqualTo(new PictureFormat(width, 7, stride));
        assertThat(PictureFormat.of(width, 7).byteSize()).isEqualTo(7L * stride);
    }

    @Test
    void attributesSayItAll() {
        PictureFormat format = PictureFormat.of(641, 359);
        assertThat(PictureFormat.of(format.attributes())).isEqualTo(format);
    }

    @ParameterizedTest
    @CsvSource({"0,1", "1,0", "16385,1", "1,16385", "-3,5"})
    void impossibleSizesAreRefused(int width, int height) {
        assertThatExceptionOfType(VideoException.class).isThrownBy(() -> PictureFormat.of(width, height))
                .withMessageContaining(width + "x" + height);
    }

    @Test
    void foreignAttributesAreRefused() {
        assertThatExceptionOfType(VideoException.class).isThrownBy(() -> PictureFormat.of(Map.of()))
                .withMessageContaining("width");
        assertThatExceptionOfType(VideoException.class)
                .isThrownBy(() -> PictureFormat.of(Map.of("width", "wide", "height", "1", "stride", "64")))
                .withMessageContaining("wide");
        assertThatExceptionOfType(VideoException.class)
                .isThrownBy(() -> PictureFormat.of(Map.of("width", "64", "height", "1", "stride", "128")))
                .withMessageContaining("192");
    }
}
