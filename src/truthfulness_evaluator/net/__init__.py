"""Fetches from hosts that a user has not chosen, so that this cannot be turned against the user.

Addresses of pages come from search results, pages and redirects: whoever writes these chooses them. So:

* Only http and https, without user and password, on ports 80, 443, 8080 and 8443. Each address is brought into one
  spelling before it is judged: IP addresses in decimal, octal, hexadecimal, short and wide forms, dots of other
  scripts, a dot at the end.
* A name is resolved once a run, all addresses it has are checked, and one of these is dialled: a name server that
  changes its answer changes nothing. Refused are private, loopback, link-local, carrier-grade, multicast, reserved
  and documentation addresses, those of clouds' metadata, those that carry another address inside (NAT64, 6to4,
  Teredo, ISATAP, IPv4-mapped and -compatible), and names that are local everywhere (`localhost`, `.local`,
  `.internal`, names without a dot). TLS verifies the name.
* At most five redirects, each judged as if it were asked for. Nothing is carried from one host to another: no
  cookies, no credentials, no Referer. Proxies of the environment are not used: one would do the resolving.
* The size is limited, both as sent and decompressed, and so is the time for the whole page. Only plain text,
  Markdown, HTML, XHTML and PDF.
* robots.txt is honoured (RFC 9309). One request a host at a time, 16 hosts at once, a pause between two pages of a
  host; a host that answers 429 is left alone for as long as it says. The User-Agent names this program.
* What comes instead of a page is told apart: blocked (202, 401, 403, a captcha), rate limited, not found, an error of
  the server.

Hosts that a user allows may have any address and port. Where clouds keep data of their machines, only the very address
allows it: no name and no network does.

What no address tells stays possible: public addresses that are used inside a network, NAT64 prefixes of an operator's
own.
"""
