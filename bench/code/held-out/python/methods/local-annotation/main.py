import json
from queue import Queue


class Job:
    def run(self):
        return self.name()

    def name(self):
        return type(self).__name__


class Pool:
    def __init__(self) -> None:
        self.done = 0

    def work(self, queue: "Queue[Job]") -> None:
        while not queue.empty():
            job: Job = queue.get()
            print(job.run())
            self.tick()

    def tick(self) -> None:
        self.done += 1


def load(raw: str) -> "Queue[Job]":
    q: "Queue[Job]" = Queue()
    for _ in json.loads(raw):
        q.put(Job())
    return q


pool = Pool()
pool.work(load("[1, 2]"))
print(pool.done)
