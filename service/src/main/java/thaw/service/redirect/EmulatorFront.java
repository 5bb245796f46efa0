package thaw.service.redirect;

import java.io.IOException;
import java.net.InetSocketAddress;
import javax.net.ssl.SSLContext;
import thaw.sandbox.Instance;
import thaw.sandbox.NameServers;

/**
 * Leads all hosts of AWS's services that no hosts file names to an emulator: a name server, and a
 * front at the same address.
 */
record EmulatorFront(TlsFront front, NameServer names) implements AutoCloseable {
  /**
   * Serves from now on, boxes that are made from now on.
   *
   * @param first as in {@link TlsFront#listen}
   */
  static EmulatorFront open(Instance instance, SSLContext anyName, int first, Emulator emulator)
      throws IOException {
    TlsFront front = TlsFront.listen(anyName, TlsFront.HTTPS, first);
    try {
      NameServer names =
          NameServer.open(
              new InetSocketAddress(front.address().getAddress(), NameServer.DNS),
              AwsHosts::isService,
              NameServers.ofMachine().stream()
                  .map(address -> new InetSocketAddress(address, NameServer.DNS))
                  .toList());
      front.relayTo(emulator::connect, _ -> true);
      EmulatorFront opened = new EmulatorFront(front, names);
      instance.egress().askAt(opened.address(), emulator.url().getPort());
      return opened;
    } catch (IOException e) {
      front.close();
      throw e;
    }
  }

  /** The name server's, and that of all hosts that it leads here. */
  String address() {
    return front.address().getAddress().getHostAddress();
  }

  @Override
  public void close() {
    names.close();
    front.close();
  }
}
