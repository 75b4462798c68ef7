import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'

/** One TCP address whose connections go to the socket it points to; those to the last one are cut. */
export class MovableAddress {
  private readonly sockets = new Set<Socket>()
  private target = ''
  private readonly server: Server = createServer((incoming) => {
    const outgoing = connect(this.target)
    for (const [one, other] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      this.sockets.add(one)
      one.pipe(other)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        this.sockets.delete(one)
        other.destroy()
      })
    }
  })

  get port(): number {
    return (this.server.address() as AddressInfo).port
  }

  async open(): Promise<void> {
    await once(this.server.listen(0, '127.0.0.1'), 'listening')
  }

  pointTo(socket: string): void {
    this.target = socket
    this.cut()
  }

  async close(): Promise<void> {
    const closed = this.server.listening ? once(this.server, 'close') : Promise.resolve()
    this.server.close()
    this.cut()
    await closed
  }

  private cut(): void {
    for (const socket of this.sockets) socket.destroy()
  }
}
