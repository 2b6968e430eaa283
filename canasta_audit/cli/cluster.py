"""``--cluster``, and paths that are URLs: logs and workers that are elsewhere. The libraries are loaded when they are asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import BinaryIO

import click

from canasta_audit.batch.choose import Choose
from canasta_audit.batch.task import Opener, Runner, Settings, has_scheme
from canasta_audit.cli.options import Decorator
from canasta_audit.cli.trouble import Trouble

cluster_option: Decorator = click.option(
    "--cluster", "address", metavar="tcp://HOST:PORT", default="", help="Audit on the Dask cluster of this scheduler."
)


def runner_at(address: str, jobs: int | None, settings: Settings, choose: Choose, beat: Callable[[], None]) -> Runner | None:
    """What runs tasks on a cluster, ``None`` where there is no ``address``. Raises ``Trouble``."""
    if not address:
        return None
    if jobs is not None:
        raise Trouble("--jobs and --cluster: the cluster has as many processes as it has")
    from canasta_audit.batch.cluster import Cluster
    from canasta_audit.batch.cluster_link import ClusterError

    try:
        return Cluster(settings, address, choose, beat)
    except ClusterError as error:
        raise Trouble(f"--cluster {address}: {error}") from None


def opener_for(paths: Iterable[str], lists: Iterable[str]) -> Opener | None:
    """What opens URLs, if there are or may be any, and fsspec is there."""
    if not any(map(has_scheme, paths)) and not any(lists):
        return None
    from importlib.util import find_spec

    if find_spec("fsspec") is None:
        return None
    from canasta_audit.batch.remote import Remote

    return Remote()


def opened(url: str) -> BinaryIO:
    """The bytes behind a URL. Raises ``OSError``."""
    opener = opener_for([url], [])
    if opener is None:
        raise OSError("paths with a scheme need the extra `remote`: pip install 'canasta-audit[remote]'")
    return opener.open(url)
