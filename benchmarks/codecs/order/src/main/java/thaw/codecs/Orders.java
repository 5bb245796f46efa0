package thaw.codecs;

import net.openhft.chronicle.wire.WireType;
import thaw.wire.Format;

/**
 * The codecs of an order, by name. It is loaded before the measured part: no call here has an
 * argument whose class the JVM would load to verify it.
 */
public final class Orders {
  private Orders() {}

  /** A codec with all that it needs, its object too; null for a name that none has. */
  public static MeasuredCodec of(String name) {
    if (name.equals("wire-json")) {
      return new WireOrderCodec(Format.JSON);
    }
    if (name.equals("wire-cbor")) {
      return new WireOrderCodec(Format.CBOR);
    }
    if (name.equals("wire-cbor-generated")) {
      return ShapedCodec.ofOrder(Format.CBOR);
    }
    if (name.equals("wire-plain")) {
      return new WireOrderCodec(Format.PLAIN_BINARY);
    }
    if (name.equals("wire-protobuf")) {
      return new WireOrderCodec(Format.PROTOBUF);
    }
    if (name.equals("wire-protobuf-generated")) {
      return ShapedCodec.ofOrder(Format.PROTOBUF);
    }
    if (name.equals("wire-fix")) {
      return new WireOrderCodec(Format.FIX);
    }
    if (name.equals("wire-json-generated")) {
      return ShapedCodec.ofOrder(Format.JSON);
    }
    if (name.equals("jackson2")) {
      return new Jackson2<>(Order.class, Order.sample());
    }
    if (name.equals("jackson2-cbor")) {
      return new Jackson2Cbor<>(Order.class, Order.sample());
    }
    if (name.equals("bson")) {
      return new BsonOrder();
    }
    if (name.equals("jackson3")) {
      return new Jackson3<>(Order.class, Order.sample());
    }
    if (name.equals("jackson-core")) {
      return new JacksonCoreOrder();
    }
    if (name.equals("jackson-jr")) {
      return new JacksonJr<>(Order.class, Order.sample());
    }
    if (name.equals("gson")) {
      return new GsonBean<>(Order.class, Order.sample());
    }
    if (name.equals("avaje-jsonb")) {
      return new Avaje<>(Order.class, Order.sample());
    }
    if (name.equals("dsl-json")) {
      return new DslJsonBean<>(Order.class, Order.sample());
    }
    if (name.equals("aws-serialization")) {
      return new AwsSerialization<>(Order.class, Order.sample());
    }
    if (name.equals("protobuf")) {
      return new ProtobufOrder();
    }
    if (name.equals("sbe")) {
      return new SbeOrder();
    }
    if (name.equals("kryo")) {
      return new KryoBean<>(Order.class, Order.sample());
    }
    if (name.equals("fory")) {
      return new ForyBean<>(Order.class, Order.sample(), true);
    }
    if (name.equals("fory-interpreted")) {
      return new ForyBean<>(Order.class, Order.sample(), false);
    }
    if (name.equals("chronicle-binary")) {
      return new ChronicleOrder(WireType.BINARY_LIGHT);
    }
    if (name.equals("chronicle-fieldless")) {
      return new ChronicleOrder(WireType.FIELDLESS_BINARY);
    }
    if (name.equals("chronicle-json")) {
      return new ChronicleOrder(WireType.JSON);
    }
    return null;
  }
}
