"""What counts as one address, and how often something may happen.  Times are seconds of one monotonic clock."""

from __future__ import annotations

import ipaddress

from attrs import define, field


def source(address: str) -> str:
    """What counts as one address: an IPv4 address, or the /64 network of an IPv6 one (a home has many)."""
    try:
        ip = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if ip.version == 6 and ip.ipv4_mapped is not None:
        return str(ip.ipv4_mapped)
    return str(ip) if ip.version == 4 else str(ipaddress.ip_network((ip, 64), strict=False))


@define
class Bucket:
    """A token bucket: ``burst`` at once, then ``rate`` a second."""

    burst: float
    rate: float
    _tokens: float = field(init=False)
    _at: float = 0.0

    def __attrs_post_init__(self) -> None:
        self._tokens = self.burst

    def rested(self, now: float) -> bool:
        """Whether the bucket is full."""
        self._refill(now)
        return self._tokens == self.burst

    def take(self, now: float) -> bool:
        """Take one token if there is one."""
        self._refill(now)
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True

    def _refill(self, now: float) -> None:
        self._tokens = min(self.burst, self._tokens + max(0.0, now - self._at) * self.rate)
        self._at = now
