"""Why a client cannot reach a Dask scheduler."""

from __future__ import annotations

import ssl

CONFIGURED = "distributed.comm.tls in Dask's configuration"


def reason(error: Exception) -> str:
    """Return why the scheduler cannot be reached: a fault of TLS if it is one, else Dask's
    words."""
    text = str(error).partition("\n")[0]
    if "CERTIFICATE_VERIFY_FAILED" in text or "certificate does not match" in text:
        return f"the authority that {CONFIGURED} names (ca-file) has not signed its certificate"
    if "ssl_context" in text:
        return f"TLS needs certificates: set ca-file, client.cert and client.key of {CONFIGURED}"
    if isinstance(error, (FileNotFoundError, PermissionError, ssl.SSLError)):
        return f"cannot read the certificates that {CONFIGURED} names: {text}"
    if "SSL" in text or "TLS" in text:
        return (
            "it closed the connection, as if it did not accept the certificate that "
            f"{CONFIGURED} names (client.cert)"
        )
    return text
