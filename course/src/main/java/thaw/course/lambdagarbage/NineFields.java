package thaw.course.lambdagarbage;

import java.util.function.IntConsumer;

/**
 * Nine fields, read in each of the ways that are compared. With more than eight of them the test
 * that was published in 2014 counted garbage. {@link FieldClasses} writes the same for other
 * numbers.
 */
public final class NineFields implements WireReadable {
  private int f1;
  private int f2;
  private int f3;
  private int f4;
  private int f5;
  private int f6;
  private int f7;
  private int f8;
  private int f9;

  @Override
  public void capturing(Wire wire) {
    wire.read(1).int32(this::setF1);
    wire.read(2).int32(this::setF2);
    wire.read(3).int32(this::setF3);
    wire.read(4).int32(this::setF4);
    wire.read(5).int32(this::setF5);
    wire.read(6).int32(this::setF6);
    wire.read(7).int32(this::setF7);
    wire.read(8).int32(this::setF8);
    wire.read(9).int32(this::setF9);
  }

  @Override
  public void split(Wire wire) {
    firstHalf(wire);
    secondHalf(wire);
  }

  private void firstHalf(Wire wire) {
    wire.read(1).int32(this::setF1);
    wire.read(2).int32(this::setF2);
    wire.read(3).int32(this::setF3);
    wire.read(4).int32(this::setF4);
    wire.read(5).int32(this::setF5);
  }

  private void secondHalf(Wire wire) {
    wire.read(6).int32(this::setF6);
    wire.read(7).int32(this::setF7);
    wire.read(8).int32(this::setF8);
    wire.read(9).int32(this::setF9);
  }

  @Override
  public void nonCapturing(Wire wire) {
    wire.read(1).int32(this, NineFields::setF1);
    wire.read(2).int32(this, NineFields::setF2);
    wire.read(3).int32(this, NineFields::setF3);
    wire.read(4).int32(this, NineFields::setF4);
    wire.read(5).int32(this, NineFields::setF5);
    wire.read(6).int32(this, NineFields::setF6);
    wire.read(7).int32(this, NineFields::setF7);
    wire.read(8).int32(this, NineFields::setF8);
    wire.read(9).int32(this, NineFields::setF9);
  }

  @Override
  public void anonymous(Wire wire) {
    wire.read(1)
        .int32(
            new IntConsumer() {
              @Override
              public void accept(int value) {
                setF1(value);
              }
            });
    wire.read(2)
        .int32(
            new IntConsumer() {
              @Override
              public void accept(int value) {
                setF2(value);
              }
            });
    wire.read(3)
        .int32(
            new IntConsumer() {
              @Override
              public void accept(int value) {
                setF3(value);
              }
            });
    wire.read(4)
        .int32(
            new IntConsumer() {
              @Override
              public void accept(int value) {
                setF4(value);
              }
            });
    wire.read(5)
        .int32(
            new IntConsumer() {
              @Override
              public void accept(int value) {
                setF5(value);
              }
            });
    wire.read(6)
        .int32(
            new IntConsumer() {
              @Override
              public void accept(int value) {
                setF6(value);
              }
            });
    wire.read(7)
        .int32(
            new IntConsumer() {
              @Override
              public void accept(int value) {
                setF7(value);
              }
            });
    wire.read(8)
        .int32(
            new IntConsumer() {
              @Override
              public void accept(int value) {
                setF8(value);
              }
            });
    wire.read(9)
        .int32(
            new IntConsumer() {
              @Override
              public void accept(int value) {
                setF9(value);
              }
            });
  }

  @Override
  public void write(Wire wire) {
    wire.write(1).int32(f1);
    wire.write(2).int32(f2);
    wire.write(3).int32(f3);
    wire.write(4).int32(f4);
    wire.write(5).int32(f5);
    wire.write(6).int32(f6);
    wire.write(7).int32(f7);
    wire.write(8).int32(f8);
    wire.write(9).int32(f9);
  }

  void setF1(int value) {
    f1 = value;
  }

  void setF2(int value) {
    f2 = value;
  }

  void setF3(int value) {
    f3 = value;
  }

  void setF4(int value) {
    f4 = value;
  }

  void setF5(int value) {
    f5 = value;
  }

  void setF6(int value) {
    f6 = value;
  }

  void setF7(int value) {
    f7 = value;
  }

  void setF8(int value) {
    f8 = value;
  }

  void setF9(int value) {
    f9 = value;
  }
}
