import { isIP } from 'node:net'
import type { Context } from 'hono'
import type { Config } from '#server/config.ts'
import type { Env } from './context.ts'

/**
 * Where a request comes from: the socket's address, or what the one proxy named in the configuration says in the one
 * header it is named for. Anything else a client sends is ignored.
 */
export function addressOf(config: Pick<Config, 'trustedProxy'>, c: Context<Env>): string {
  const socket = plain(c.env.incoming.socket.remoteAddress ?? '')
  const proxy = config.trustedProxy
  if (!proxy || socket !== plain(proxy.address)) return socket
  // A proxy appends what it saw; only the last entry is its own word.
  const seen = c.req.header(proxy.header)?.split(',').at(-1)?.trim() ?? ''
  return isIP(seen) ? plain(seen) : socket
}

const plain = (address: string) => (address.startsWith('::ffff:') ? address.slice(7) : address)

/** One IPv6 customer has a whole /64; an IPv4 address is taken as it is. */
export function network(address: string): string {
  const own = plain(address)
  if (!own.includes(':')) return own
  const [head = '', tail] = own.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0')
  const groups = tail === undefined ? left : [...left, ...zeros, ...right]
  const prefix = groups.slice(0, 4).map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
  return prefix.join(':')
}
