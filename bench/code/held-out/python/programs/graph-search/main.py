import heapq
from collections import deque, namedtuple
from typing import Callable, Dict, Iterable, List, Optional, Tuple

Edge = namedtuple("Edge", "target cost")


class Graph(object):
    def __init__(self):
        self._edges = {}  # type: Dict[str, List[Edge]]

    def connect(self, a, b, cost=1):
        self._edges.setdefault(a, []).append(Edge(b, cost))
        self._edges.setdefault(b, []).append(Edge(a, cost))
        return self

    def neighbours(self, node):
        # type: (str) -> Iterable[Edge]
        return self._edges.get(node, [])

    def __contains__(self, node):
        return node in self._edges


def bfs(graph: Graph, start: str, goal: str) -> Optional[List[str]]:
    queue = deque([[start]])
    seen = {start}
    while queue:
        path = queue.popleft()
        if path[-1] == goal:
            return path
        for edge in graph.neighbours(path[-1]):
            if edge.target not in seen:
                seen.add(edge.target)
                queue.append(path + [edge.target])
    return None


def dijkstra(graph: Graph, start: str, goal: str) -> Optional[List[str]]:
    heap: List[Tuple[int, List[str]]] = [(0, [start])]
    done = set()
    while heap:
        cost, path = heapq.heappop(heap)
        if path[-1] == goal:
            return path
        if path[-1] in done:
            continue
        done.add(path[-1])
        for edge in graph.neighbours(path[-1]):
            heapq.heappush(heap, (cost + edge.cost, path + [edge.target]))
    return None


Search = Callable[[Graph, str, str], Optional[List[str]]]


def report(search: Search, graph: Graph, start: str, goal: str) -> str:
    if goal not in graph:
        return "unknown"
    return "-".join(search(graph, start, goal) or ["none"])


g = Graph().connect("a", "b").connect("b", "c").connect("a", "c", cost=5)
for search in (bfs, dijkstra):
    print(search.__name__, report(search, g, "a", "c"), report(search, g, "a", "z"))
