import asyncio


class Job:
    def __init__(self, number):
        self.number = number

    async def run(self, worker):
        await asyncio.sleep(0)
        return self.describe(worker)

    def describe(self, worker):
        return f"{worker} did {self.number}"


def make_jobs(count):
    return [Job(n) for n in range(count)]
