package thaw.gateway.request;

/** What a caller may do with the functions. */
public enum Rights {
  /** Whatever the API can do. To change functions is to run code as the user of this program. */
  CHANGE,
  /** To invoke them, and to read what there is of them. */
  READ,
  /** To invoke them, as functions themselves may. */
  INVOKE
}
