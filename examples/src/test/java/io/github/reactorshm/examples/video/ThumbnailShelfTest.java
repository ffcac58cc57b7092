package io.github.reactorshm.examples.video;

import java.util.List;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class ThumbnailShelfTest {

    private static final int WANTED = 12;

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 11, 12, 13, 24, 25, 299, 300, 301, 10_000})
    void choosesEvenlyFromStreamsOfAnyLength(int pictures) {
        ThumbnailShelf shelf = new ThumbnailShelf(WANTED);
        for (int number = 1; number <= pictures; number++) {
            if (shelf.wants(number)) {
                shelf.add(Pictures.thumbnail(number));
            }
        }
        List<Long> chosen = shelf.chosen().stream().map(Thumbnail::number).toList();
        assertThat(chosen).hasSize(Math.min(WANTED, pictures)).isSorted().doesNotHaveDuplicates().first().isEqualTo(1L);
        double even = (double) pictures / chosen.size();
        for (int i = 1; i < chosen.size(); i++) {
            assertThat((double) (chosen.get(i) - chosen.get(i - 1))).isBetween(even / 2.5, even * 2.5);
        }
    }
}
