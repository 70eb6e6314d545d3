"""A Ray cluster of two nodes with one processor each. It runs until its input closes.

Ray ends the process whose cluster it loses, so the tests run this as a program.
"""

import sys


def main() -> None:
    """Start the cluster and print its address."""
    from ray.cluster_utils import Cluster

    head = {"num_cpus": 1, "include_dashboard": False}
    cluster = Cluster(initialize_head=True, head_node_args=head)
    cluster.add_node(num_cpus=1)
    print(cluster.address, flush=True)  # noqa: T201
    sys.stdin.read()
    cluster.shutdown()  # type: ignore[no-untyped-call]


if __name__ == "__main__":
    main()
