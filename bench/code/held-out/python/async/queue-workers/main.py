import asyncio

from work import Job, make_jobs


async def worker(name, queue, results):
    while not queue.empty():
        job: Job = await queue.get()
        results.append(await job.run(name))
        queue.task_done()


async def run_all(count):
    queue = asyncio.Queue()
    results = []
    for job in make_jobs(count):
        queue.put_nowait(job)
    workers = [worker(f"w{i}", queue, results) for i in range(2)]
    await asyncio.gather(*workers)
    return results


def main():
    for line in asyncio.run(run_all(3)):
        print(line)


main()
