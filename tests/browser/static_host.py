"""A static host as the common ones are: files by their names, compressed, under a sub-path; it counts what goes over the wire."""

import gzip
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".css": "text/css",
    ".json": "application/json",
    ".ipynb": "application/json",
    ".webmanifest": "application/manifest+json",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
}
PATH = "/class/mam"  # no page may expect to lie at the top


@cache
def _read(path: Path) -> tuple[bytes, bool]:
    """The content of a file, and whether it is compressed."""
    content = path.read_bytes()
    packed = gzip.compress(content, 6, mtime=0) if path.suffix in TYPES else content
    return (packed, True) if len(packed) < len(content) else (content, False)


@dataclass
class Host:
    """A running host: where it is, and the answers it sent."""

    address: str
    sent: list[tuple[str, int]] = field(default_factory=list)  # the path and the size of each
    is_down: bool = False  # whether it hangs up instead of answering: also for what a browser asks that plays offline

    @property
    def megabytes(self) -> float:
        return sum(size for _, size in self.sent) / 1e6


@contextmanager
def serve_site(folder: Path) -> Iterator[Host]:
    """Serve this folder on this machine until the block ends."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            if host.is_down:
                self.close_connection = True
                return
            name = self.path.partition("?")[0]
            path = folder / name.removeprefix(PATH).lstrip("/")
            if name.endswith("/"):
                path /= "index.html"
            if not name.startswith(PATH) or not path.is_file():
                self.send_error(404)
                return
            content, is_packed = _read(path)
            self.send_response(200)
            self.send_header("Content-Type", TYPES.get(path.suffix, "application/octet-stream"))
            self.send_header("Content-Length", str(len(content)))
            self.send_header("Cache-Control", "max-age=600")
            if is_packed:
                self.send_header("Content-Encoding", "gzip")
            self.end_headers()
            host.sent.append((name, len(content)))
            self.wfile.write(content)

        def log_message(self, format: str, *args: object) -> None:
            pass

    class Server(ThreadingHTTPServer):
        def handle_error(self, request: object, client_address: object) -> None:
            """A page that is closed hangs up."""

    with Server(("127.0.0.1", 0), Handler) as server:
        server.daemon_threads = True
        host = Host(f"http://127.0.0.1:{server.server_address[1]}{PATH}/")
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield host
        finally:
            server.shutdown()
