# Talks to whoever listens on this machine; 66 if it can have a socket at all.
import ctypes
import socket

for family in (socket.AF_INET, socket.AF_INET6, socket.AF_UNIX, socket.AF_NETLINK, 40):
    for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM, socket.SOCK_RAW):
        try:
            opened_socket = socket.socket(family, kind)
        except OSError:
            continue
        raise SystemExit(66)
libc = ctypes.CDLL(None)
for port in (22, 80, 8080):
    address = b"\2\0" + port.to_bytes(2, "big") + b"\x7f\0\0\1" + bytes(8)
    for descriptor in range(64):
        if libc.connect(descriptor, address, 16) == 0:
            raise SystemExit(66)
