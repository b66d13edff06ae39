"""TCP relays that know where a request begins and where its answer does, and nothing else of HTTP.

A connection has one request under way at a time, as those of SDKs have: the first byte from the client after an answer
began is the next request's.
"""
import asyncio
import random
import threading

PIECE = 1 << 16
INTERIM = b"HTTP/1.1 100"  # "send the body" is no answer


class Relay:
    """Passes connections on, each to where `connect` leads."""

    def __init__(self):
        self.port = None

    async def listen(self):
        server = await asyncio.start_server(self.accept, "127.0.0.1", 0, limit=4 * PIECE)
        self.port = server.sockets[0].getsockname()[1]
        return self

    async def connect(self):
        """The reader and the writer of a connection to a server."""
        raise NotImplementedError

    def request(self, begun):
        """What becomes of a request that begins: the first argument of `answer`."""
        return begun

    async def answer(self, fate):
        """Waits before an answer is passed on. False: it is not, and the connection ends."""
        return True

    async def accept(self, client_in, client_out):
        try:
            server_in, server_out = await self.connect()
        except OSError:
            client_out.transport.abort()
            return
        under_way = []

        async def requests():
            while data := await client_in.read(PIECE):
                if not under_way:
                    under_way.append(self.request(asyncio.get_running_loop().time()))
                server_out.write(data)
                await server_out.drain()

        async def answers():
            while data := await server_in.read(PIECE):
                if under_way and not data.startswith(INTERIM):
                    if not await self.answer(under_way[0]):
                        client_out.transport.abort()
                        return
                    under_way.clear()
                client_out.write(data)
                await client_out.drain()

        directions = [asyncio.ensure_future(requests()), asyncio.ensure_future(answers())]
        try:
            await asyncio.wait(directions, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for each in directions:
                each.cancel()
            await asyncio.gather(*directions, return_exceptions=True)
            for each in (client_out, server_out):
                each.close()


class Delay(Relay):
    """Makes a server slower: from the first byte of a request to the first of its answer it takes `seconds` at least."""

    def __init__(self, server, seconds):
        super().__init__()
        self.server = server
        self.seconds = seconds
        self.took = []

    async def connect(self):
        return await asyncio.open_connection("127.0.0.1", self.server, limit=4 * PIECE)

    async def answer(self, fate):
        clock = asyncio.get_running_loop().time
        await asyncio.sleep(max(0.0, fate + self.seconds - clock()))
        self.took.append(clock() - fate)
        return True


class Balancer(Relay):
    """A balancer of connections: round robin over the replicas whose /health answers. It may lose answers."""

    def __init__(self, lost_share, seed):
        super().__init__()
        self.lost_share = lost_share
        self.chance = random.Random(f"{seed} balancer")
        self.replicas = ()
        self.healthy = set()
        self.turn = 0
        self.lost = 0

    async def listen(self):
        self.watching = asyncio.ensure_future(self.watch())
        return await super().listen()

    def add(self, port):
        self.replicas = (*self.replicas, port)

    def remove(self, port):
        self.replicas = tuple(each for each in self.replicas if each != port)
        self.healthy.discard(port)

    async def watch(self):
        while True:
            await asyncio.gather(*(self.look(port) for port in self.replicas))
            await asyncio.sleep(0.2)

    async def look(self, port):
        try:
            status = await asyncio.wait_for(self.status(port), 5)
        except (OSError, asyncio.TimeoutError):
            status = b""
        if b" 200 " in status and port in self.replicas:
            self.healthy.add(port)
        else:
            self.healthy.discard(port)

    @staticmethod
    async def status(port):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        try:
            writer.write(b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
            return await reader.readline()
        finally:
            writer.close()

    async def connect(self):
        there = [port for port in self.replicas if port in self.healthy]
        for _ in there:
            self.turn += 1
            try:
                return await asyncio.open_connection("127.0.0.1", there[self.turn % len(there)], limit=4 * PIECE)
            except OSError:
                continue  # it died since its health was asked for
        raise ConnectionRefusedError("no replica is there")

    def request(self, begun):
        return self.chance.random() < self.lost_share

    async def answer(self, fate):
        self.lost += fate
        return not fate


class Loop:
    """The event loop of all relays, in a thread of its own."""

    def __init__(self):
        self.loop = asyncio.new_event_loop()
        threading.Thread(target=self.loop.run_forever, daemon=True).start()

    def listening(self, relay):
        return asyncio.run_coroutine_threadsafe(relay.listen(), self.loop).result()
