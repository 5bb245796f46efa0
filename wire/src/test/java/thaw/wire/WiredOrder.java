package thaw.wire;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a shop has been asked for. */
record WiredOrder(
    @Nullable String id,
    @Nullable String customer,
    @Nullable String note,
    long created,
    double total,
    boolean express,
    int priority,
    @Nullable List<Line> lines) {

  /** One line of it. */
  record Line(@Nullable String article, int count, double price, boolean taxed) {
    static final ObjectShape<Line> SHAPE =
        new ObjectShape<>() {
          private static final Field ARTICLE = Field.of(1, "article");
          private static final Field COUNT = Field.of(2, "count");
          private static final Field PRICE = Field.of(3, "price");
          private static final Field TAXED = Field.of(4, "taxed");
          private static final Line BLANK = new Line(null, 0, 0, false);

          @Override
          protected Line blank() {
            return BLANK;
          }

          @Override
          protected Line fields(Wire w, Line l) {
            return new Line(
                w.string(ARTICLE, l.article),
                w.int32(COUNT, l.count),
                w.float64(PRICE, l.price),
                w.bool(TAXED, l.taxed));
          }
        };
  }

  static final ObjectShape<WiredOrder> SHAPE =
      new ObjectShape<>() {
        private static final Field ID = Field.of(1, "id");
        private static final Field CUSTOMER = Field.of(2, "customer");
        private static final Field NOTE = Field.of(3, "note");
        private static final Field CREATED = Field.of(4, "created");
        private static final Field TOTAL = Field.of(5, "total");
        private static final Field EXPRESS = Field.of(6, "express");
        private static final Field PRIORITY = Field.of(7, "priority");
        private static final Field LINES = Field.of(8, "lines");
        private static final WiredOrder BLANK =
            new WiredOrder(null, null, null, 0, 0, false, 0, null);

        @Override
        protected WiredOrder blank() {
          return BLANK;
        }

        @Override
        protected WiredOrder fields(Wire w, WiredOrder o) {
          return new WiredOrder(
              w.string(ID, o.id),
              w.string(CUSTOMER, o.customer),
              w.string(NOTE, o.note),
              w.int64(CREATED, o.created),
              w.float64(TOTAL, o.total),
              w.bool(EXPRESS, o.express),
              w.int32(PRIORITY, o.priority),
              w.list(LINES, o.lines, Line.SHAPE));
        }
      };

  static final WiredOrder SAMPLE =
      new WiredOrder(
          "o-2026-000117",
          "Zoë Müller-Lüdenscheidt",
          null,
          1_795_324_800_123L,
          129.9,
          true,
          3,
          List.of(
              new Line("kettle \"steel\"", 1, 49.95, true),
              new Line("tea, green \uD83C\uDF75", 4, 7.25, false),
              new Line("cup", 6, 8.49, true),
              new Line("spoon\n", 6, 0.01, true)));
}
