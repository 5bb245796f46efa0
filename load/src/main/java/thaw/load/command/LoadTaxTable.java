package thaw.load.command;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import thaw.load.LayerTax;
import thaw.presentation.text.Ink;
import thaw.presentation.text.TerminalTable;
import thaw.presentation.text.TerminalTable.Cell;
import thaw.presentation.text.TerminalTable.Column;
import thaw.presentation.text.Text;

/** The terminal's table of what each layer costs: a difference for each quantile. */
final class LoadTaxTable {
  private LoadTaxTable() {}

  static List<String> lines(List<LayerTax> taxes, int width, boolean ansi) {
    List<Column> columns =
        new ArrayList<>(
            IntStream.range(0, LayerTax.SHARES.size())
                .mapToObj(index -> at(taxes, index))
                .toList());
    columns.add(
        1, new Column("", "95 % of p50", 0, taxes.stream().map(LoadTaxTable::interval).toList()));
    List<String> names = taxes.stream().map(tax -> Text.clean(tax.name())).toList();
    List<String> table = TerminalTable.fit("layer", names, columns, width).lines(ansi);
    return table.subList(1, table.size()); // the upper line of the heads is empty
  }

  private static Column at(List<LayerTax> taxes, int index) {
    return new Column(
        "",
        LoadFigures.quantile(LayerTax.SHARES.get(index)),
        0,
        taxes.stream()
            .map(tax -> new Cell(LoadFigures.change(tax.atMillis().get(index)), Ink.BOLD))
            .toList());
  }

  private static Cell interval(LayerTax tax) {
    return tax.median()
        .map(median ->
            new Cell(
                "%s .. %s"
                    .formatted(LoadFigures.change(median.low()), LoadFigures.change(median.high())),
                Ink.PLAIN))
        .orElse(new Cell("too few turns", Ink.DIM));
  }
}
