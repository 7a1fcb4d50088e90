"""A static host as the common ones are: files by their names, compressed, under a sub-path; it counts what goes over the wire.

What it says about keeping files can be chosen, the site can be replaced while it runs, and the connection can break off.
"""

import gzip
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
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
OLD = "Mon, 01 Jan 2024 00:00:00 GMT"  # without a Cache-Control, a browser may use a file as old as this for months
# What hosts say about keeping a file: for ten minutes, nothing but how old it is, or never without asking.
KEEPING: dict[str, dict[str, str]] = {
    "max-age=600": {"Cache-Control": "max-age=600"},
    "nothing": {"Last-Modified": OLD},
    "no-cache": {"Cache-Control": "no-cache"},
}


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
    folders: dict[str, Path]  # what lies under each path
    keeping: str = "max-age=600"  # one of KEEPING
    sent: list[tuple[str, int]] = field(default_factory=list)  # the path and the size of each
    is_down: bool = False  # whether it hangs up instead of answering: also for what a browser asks that plays offline
    broken: str = "-"  # the end of a name: in the middle of such a file it hangs up

    @property
    def megabytes(self) -> float:
        return sum(size for _, size in self.sent) / 1e6


@contextmanager
def serve_site(folder: Path, keeping: str = "max-age=600") -> Iterator[Host]:
    """Serve this folder on this machine until the block ends. `folders` and `keeping` of the host may be changed meanwhile."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            if host.is_down:
                self.close_connection = True
                return
            name = self.path.partition("?")[0]
            top = max((top for top in host.folders if name.startswith(f"{top}/")), key=len, default=None)
            path = host.folders[top] / name.removeprefix(top).lstrip("/") if top else folder / "nowhere"
            if name.endswith("/"):
                path /= "index.html"
            if not path.is_file():
                self.send_error(404)
                return
            content, is_packed = _read(path)
            tag = f'"{sha256(content).hexdigest()[:16]}"'
            if self.headers.get("If-None-Match") == tag:
                self.send_response(304)
                self.end_headers()
                return
            self.send_response(200)
            self.send_header("Content-Type", TYPES.get(path.suffix, "application/octet-stream"))
            self.send_header("Content-Length", str(len(content)))
            self.send_header("ETag", tag)
            for header, value in KEEPING[host.keeping].items():
                self.send_header(header, value)
            if is_packed:
                self.send_header("Content-Encoding", "gzip")
            self.end_headers()
            if name.endswith(host.broken):
                self.wfile.write(content[: len(content) // 2])
                self.close_connection = True
                return
            host.sent.append((name, len(content)))
            self.wfile.write(content)

        def log_message(self, format: str, *args: object) -> None:
            pass

    class Server(ThreadingHTTPServer):
        def handle_error(self, request: object, client_address: object) -> None:
            """A page that is closed hangs up."""

    with Server(("127.0.0.1", 0), Handler) as server:
        server.daemon_threads = True
        host = Host(f"http://127.0.0.1:{server.server_address[1]}{PATH}/", {PATH: folder}, keeping)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield host
        finally:
            server.shutdown()
