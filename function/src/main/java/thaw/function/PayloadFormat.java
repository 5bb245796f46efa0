package thaw.function;

/** The shape of a function's event and result. REST APIs know the first one only. */
public enum PayloadFormat {
  V1,
  V2
}
