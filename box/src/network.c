/* The network of a cell: loopback alone, and every address is its own, so that what connects to
 * any of them reaches a listener of ways.c. */
#define _GNU_SOURCE
#include "common.h"

#include <arpa/inet.h>
#include <errno.h>
#include <linux/rtnetlink.h>
#include <net/if.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#define LOOPBACK_INDEX 1
#define BACKLOG 128

/* As "ip route add local default dev lo" does; where it is refused, loopback addresses remain. */
static void make_all_local(int family) {
  int netlink = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_ROUTE);
  if (netlink < 0) return;
  struct {
    struct nlmsghdr head;
    struct rtmsg route;
    struct rtattr attribute;
    int device;
  } request = {
      .head = {.nlmsg_len = sizeof request,
               .nlmsg_type = RTM_NEWROUTE,
               .nlmsg_flags = NLM_F_REQUEST | NLM_F_CREATE | NLM_F_ACK},
      .route = {.rtm_family = (unsigned char)family,
                .rtm_table = RT_TABLE_LOCAL,
                .rtm_protocol = RTPROT_BOOT,
                .rtm_scope = family == AF_INET ? RT_SCOPE_HOST : RT_SCOPE_UNIVERSE,
                .rtm_type = RTN_LOCAL},
      .attribute = {.rta_len = RTA_LENGTH(sizeof(int)), .rta_type = RTA_OIF},
      .device = LOOPBACK_INDEX};
  if (send(netlink, &request, sizeof request, 0) > 0) {
    char reply[512];
    recv(netlink, reply, sizeof reply, 0);
  }
  close(netlink);
}

void raise_network(void) {
  int any = must(socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0), "socket", "");
  struct ifreq request;
  memset(&request, 0, sizeof request);
  strcpy(request.ifr_name, "lo");
  request.ifr_flags = IFF_UP | IFF_RUNNING;
  must(ioctl(any, SIOCSIFFLAGS, &request), "could not take loopback into service", "");
  close(any);
  make_all_local(AF_INET);
  make_all_local(AF_INET6);
}

int listener(const char *address, int port, int kind) {
  struct sockaddr_in6 six = {.sin6_family = AF_INET6, .sin6_port = htons((unsigned short)port)};
  struct sockaddr_in four = {.sin_family = AF_INET, .sin_port = htons((unsigned short)port)};
  int is_four = 0;
  if (*address) {
    if (inet_pton(AF_INET, address, &four.sin_addr) == 1)
      is_four = 1;
    else if (inet_pton(AF_INET6, address, &six.sin6_addr) != 1) {
      errno = EINVAL;
      return -1;
    }
  }
  for (int attempt = is_four; attempt < 2; attempt++) {
    int found = socket(attempt ? AF_INET : AF_INET6, kind | SOCK_CLOEXEC, 0);
    if (found < 0) continue;
    int no = 0, yes = 1;
    if (!attempt) setsockopt(found, IPPROTO_IPV6, IPV6_V6ONLY, &no, sizeof no);
    setsockopt(found, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    int bound = attempt ? bind(found, (struct sockaddr *)&four, sizeof four)
                        : bind(found, (struct sockaddr *)&six, sizeof six);
    if (bound == 0 && (kind != SOCK_STREAM || listen(found, BACKLOG) == 0)) return found;
    close(found);
    if (*address && !is_four) break;
  }
  return -1;
}
