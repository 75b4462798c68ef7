import { connect, createServer, type AddressInfo, type Server } from 'node:net'
import pg from 'pg'

/** Opens a TCP port that leads to the database, which itself may only have a socket. */
export async function openPortTo(config: pg.PoolConfig, port = 0): Promise<{ port: number; close(): Promise<void> }> {
  const { host, port: behind } = new pg.Client(config)
  const server: Server = createServer((socket) => {
    const database = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${behind}`) : connect(behind, host)
    for (const one of [socket, database]) one.on('error', () => undefined)
    socket.pipe(database).pipe(socket)
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
