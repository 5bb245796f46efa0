package thaw.durable;

/** What a function does with an operation. */
public enum OperationAction {
  START,
  SUCCEED,
  FAIL,
  RETRY,
  CANCEL
}
