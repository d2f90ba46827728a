import asyncio


class Session:
    def __init__(self, base):
        self.base = base

    async def __aenter__(self):
        await self.open()
        return self

    async def __aexit__(self, *exc):
        await self.close()

    async def open(self):
        print("open")

    async def close(self):
        print("close")

    async def get(self, path):
        return self._url(path)

    def _url(self, path):
        return f"{self.base}/{path}"


async def main():
    async with Session("http://x") as session:
        print(await session.get("a"))


if __name__ == "__main__":
    asyncio.run(main())
